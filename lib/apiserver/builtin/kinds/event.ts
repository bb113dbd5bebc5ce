import { isDeepStrictEqual } from 'node:util';

import type { JsonObject, JsonValue } from '../../../object/json.ts';
import type { StatusCause } from '../../../object/status.ts';
import type { ApiObject } from '../../api-object.ts';
import { invalidCause, requiredCause } from '../../field-causes.ts';
import { at, numberAt, textAt } from '../../fields.ts';
import { qualifiedName } from '../../objects/names.ts';
import type { Conversion } from '../../resource-definition.ts';
import type { KindRules } from '../kind-rules.ts';
import { textCauses } from './causes/text-causes.ts';

/** What is called otherwise in events.k8s.io, by the name in the core group, in which events are stored. */
const RENAMED: readonly (readonly [core: string, own: string])[] = [
  ['involvedObject', 'regarding'],
  ['message', 'note'],
  ['source', 'deprecatedSource'],
  ['firstTimestamp', 'deprecatedFirstTimestamp'],
  ['lastTimestamp', 'deprecatedLastTimestamp'],
  ['count', 'deprecatedCount'],
  ['reportingComponent', 'reportingController'],
];
const TO_CORE: ReadonlyMap<string, string> = new Map(RENAMED.map(([core, own]) => [own, core]));
const FROM_CORE: ReadonlyMap<string, string> = new Map(RENAMED);
/** The core group shows them though they are empty. */
const ALWAYS_SHOWN = { reportingComponent: '', reportingInstance: '' };

function renamed(obj: ApiObject, names: ReadonlyMap<string, string>, apiVersion: string): ApiObject {
  const entries = Object.entries(obj).map(([name, value]) => [names.get(name) ?? name, value]);
  return { ...(Object.fromEntries(entries) as ApiObject), apiVersion };
}

function fromStored(obj: ApiObject): ApiObject {
  const left = Object.entries(obj).filter(([name, value]) => !(name in ALWAYS_SHOWN && value === ''));
  return renamed(Object.fromEntries(left) as ApiObject, FROM_CORE, 'events.k8s.io/v1');
}

function toStored(obj: ApiObject): ApiObject {
  return { ...ALWAYS_SHOWN, ...renamed(obj, TO_CORE, 'v1') };
}

/** Events of events.k8s.io, which are those of the core group under other names. */
export const EVENT_CONVERSION: Conversion = { fromStored, toStored };

const MOST_CHARACTERS: Readonly<Record<string, number>> = {
  reportingInstance: 128,
  action: 128,
  reason: 128,
  message: 1024,
};

/** What both groups ask of an event in the form of the core group. */
function commonCauses(event: JsonObject, namespace: string, controller: string): readonly StatusCause[] {
  const own = textAt(event, 'involvedObject', 'namespace');
  const stray = invalidCause('involvedObject.namespace', own, 'does not match event.namespace');
  if (textAt(event, 'eventTime') === '') return namespace === (own === '' ? 'default' : own) ? [] : [stray];
  const isFree = own !== '' || namespace === 'default' || namespace === 'kube-system';
  return [...(isFree ? [] : [stray]), ...controllerCauses(event, controller), ...detailCauses(event)];
}

function controllerCauses(event: JsonObject, field: string): readonly StatusCause[] {
  const name = textAt(event, 'reportingComponent');
  return [...(name === '' ? [requiredCause(field)] : []), ...textCauses(field, name, qualifiedName)];
}

function detailCauses(event: JsonObject): readonly StatusCause[] {
  return Object.entries(MOST_CHARACTERS).flatMap(([field, most]) => {
    const text = textAt(event, field);
    if (text === '') return field === 'message' ? [] : [requiredCause(field)];
    if (Buffer.byteLength(text) <= most) return [];
    return [invalidCause(field, '', `can have at most ${most} characters`)];
  });
}

function seriesCauses(event: JsonObject): readonly StatusCause[] {
  if (at(event, 'series') === undefined) return [];
  const isFew = numberAt(event, 'series', 'count') < 2;
  return [
    ...(isFew ? [invalidCause('series.count', '', 'should be at least 2')] : []),
    ...(textAt(event, 'series', 'lastObservedTime') === '' ? [requiredCause('series.lastObservedTime')] : []),
  ];
}

const LEGACY: readonly string[] = ['firstTimestamp', 'lastTimestamp', 'count', 'source'];

function creationCauses(event: JsonObject): readonly StatusCause[] {
  const type = textAt(event, 'type');
  const isKnown = type === 'Normal' || type === 'Warning';
  return [
    ...seriesCauses(event),
    ...(textAt(event, 'eventTime') === '' ? [requiredCause('eventTime')] : []),
    ...(isKnown ? [] : [invalidCause('type', '', `has invalid value: ${type}`)]),
    ...LEGACY.filter((field) => isSet(at(event, field))).map((field) =>
      invalidCause(field, '', 'needs to be unset'),
    ),
  ];
}

function isSet(value: JsonValue | undefined): boolean {
  return !isDeepStrictEqual(value ?? {}, {});
}

const IMMUTABLE: readonly string[] = [
  'involvedObject',
  'reason',
  'message',
  'source',
  'firstTimestamp',
  'lastTimestamp',
  'count',
  'reason',
  'type',
  'eventTime',
  'action',
  'related',
  'reportingComponent',
  'reportingInstance',
];

function changeCauses(event: JsonObject, old: JsonObject): readonly StatusCause[] {
  const isOtherSeries = !isDeepStrictEqual(at(event, 'series'), at(old, 'series'));
  return [
    ...(isOtherSeries ? seriesCauses(event) : []),
    ...IMMUTABLE.filter((field) => !isDeepStrictEqual(at(event, field), at(old, field))).map((field) =>
      invalidCause(
        field === 'reportingComponent' ? 'reportingController' : field,
        at(event, field),
        'field is immutable',
      ),
    ),
  ];
}

/** @see kubernetes/kubernetes:pkg/apis/core/validation/events.go */
export const CORE_EVENT_RULES: KindRules = {
  validate: (event) => commonCauses(event, event.metadata.namespace ?? '', 'reportingComponent'),
};

/** The causes name fields as the core group does, except for the controller. */
export const EVENT_RULES: KindRules = {
  validate: (event, old) => {
    const stored = toStored(event);
    const common = commonCauses(stored, event.metadata.namespace ?? '', 'reportingController');
    const own = old === undefined ? creationCauses(stored) : changeCauses(stored, toStored(old));
    return [...common, ...own];
  },
};
