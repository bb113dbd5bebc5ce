import { isDeepStrictEqual } from 'node:util';

import type { JsonObject, JsonValue } from '../../../../object/json.ts';
import type { StatusCause } from '../../../../object/status.ts';
import type { ApiObject } from '../../../api-object.ts';
import { forbiddenCause, invalidCause } from '../../../field-causes.ts';
import { at, listAt, objectAt, textAt, withAt } from '../../../fields.ts';
import { inNameOrder } from '../../../name-order.ts';
import { lineDiff } from '../../../line-diff.ts';
import { exactQuantity } from '../../quantity.ts';
import { shownSelector } from '../causes/selector-causes.ts';

/** Where the class of a claim stood before it had a field. */
export const CLASS_ANNOTATION = 'volume.beta.kubernetes.io/storage-class';

const VOLUME = ['spec', 'volumeName'];
const CLASS = ['spec', 'storageClassName'];
const ATTRIBUTES = ['spec', 'volumeAttributesClassName'];
const SIZE = ['spec', 'resources', 'requests', 'storage'];
const IMMUTABLE =
  'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims';

/**
 * Causes of an update of a claim: once there is a volume for it, it may ask for more, and for other attributes.
 *
 * @see kubernetes/kubernetes:pkg/apis/core/validation/validation.go (ValidatePersistentVolumeClaimUpdate)
 */
export function claimChangeCauses(claim: ApiObject, old: ApiObject): readonly StatusCause[] {
  const [before, after] = [goSpec(withVolumeOf(claim, old)), goSpec(withAllowed(claim, old))];
  const isSame = isDeepStrictEqual(exact(before), exact(after));
  const mode = at(claim, 'spec', 'volumeMode');
  return [
    ...(isSame ? [] : [forbiddenCause('spec', `${IMMUTABLE}\n${lineDiff(text(before), text(after))}`)]),
    ...annotationCauses(claim, old),
    ...sizeCauses(claim, old),
    ...(mode === at(old, 'spec', 'volumeMode')
      ? []
      : [invalidCause('volumeMode', mode, 'field is immutable')]),
    ...attributesCauses(claim, old),
  ];
}

function text(spec: JsonObject): string {
  return JSON.stringify(spec, null, 1);
}

/** The old claim, with the volume that it may be given once. */
function withVolumeOf(claim: ApiObject, old: ApiObject): ApiObject {
  return textAt(old, ...VOLUME) === '' ? withAt(old, VOLUME, at(claim, ...VOLUME)) : old;
}

/** The new claim, as if nothing had changed that may. */
function withAllowed(claim: ApiObject, old: ApiObject): ApiObject {
  const named = gainsClass(claim, old) ? withAt(claim, CLASS, undefined) : claim;
  if (at(old, 'status', 'phase') !== 'Bound') return named;
  const attributed = withAt(named, ATTRIBUTES, at(old, ...ATTRIBUTES));
  const asksForNothing = at(claim, 'spec', 'resources', 'requests') === undefined;
  return asksForNothing ? attributed : withAt(attributed, SIZE, at(old, ...SIZE));
}

/** Whether a claim without a class is given one, which must be the one of its annotation, if it has that. */
function gainsClass(claim: ApiObject, old: ApiObject): boolean {
  const annotated = annotationOf(old);
  return (
    at(old, ...CLASS) === undefined &&
    at(claim, ...CLASS) !== undefined &&
    (annotated === undefined || annotated === at(claim, ...CLASS))
  );
}

function annotationOf(claim: ApiObject): string | undefined {
  return claim.metadata.annotations?.[CLASS_ANNOTATION];
}

/** The annotation may go when the field takes its place. */
function annotationCauses(claim: ApiObject, old: ApiObject): readonly StatusCause[] {
  const [before, after] = [annotationOf(old), annotationOf(claim)];
  const isReplaced = before !== undefined && after === undefined && gainsClass(claim, old);
  if (isReplaced || (before ?? '') === (after ?? '')) return [];
  return [invalidCause(`metadata.annotations.${CLASS_ANNOTATION}`, after ?? '', 'field is immutable')];
}

/** A claim that got no more room may ask for less again, but not for what it has. */
function sizeCauses(claim: ApiObject, old: ApiObject): readonly StatusCause[] {
  const wanted = sizeAt(claim, ...SIZE);
  const isLess = wanted < sizeAt(old, ...SIZE) && wanted <= sizeAt(old, 'status', 'capacity', 'storage');
  return isLess ? [forbiddenCause(SIZE.join('.'), 'field can not be less than status.capacity')] : [];
}

function sizeAt(claim: ApiObject, ...path: readonly string[]): bigint {
  return exactQuantity(textAt(claim, ...path)) ?? 0n;
}

/** Attributes that a volume has cannot be taken away. */
function attributesCauses(claim: ApiObject, old: ApiObject): readonly StatusCause[] {
  const [before, after] = [at(old, ...ATTRIBUTES), at(claim, ...ATTRIBUTES)];
  const hasSome = at(old, 'status', 'currentVolumeAttributesClassName') !== undefined;
  if (before === after || !hasSome || textAt(claim, ...ATTRIBUTES) !== '') return [];
  const what = after === undefined ? 'nil' : 'empty string';
  const why = `update to ${what} is forbidden when status.currentVolumeAttributesClassName is not nil`;
  return [forbiddenCause(ATTRIBUTES.join('.'), why)];
}

/** What a claim asks for, as Go shows it. */
function goSpec(claim: ApiObject): JsonObject {
  const { accessModes = null, volumeName = '', ...spec } = objectAt(claim, 'spec');
  const { storageClassName = null, volumeMode = null, volumeAttributesClassName = null } = spec;
  return {
    AccessModes: accessModes,
    Selector: spec['selector'] === undefined ? null : goSelector(objectAt(spec, 'selector')),
    Resources: { Limits: quantitiesAt(spec, 'limits'), Requests: quantitiesAt(spec, 'requests') },
    VolumeName: volumeName,
    StorageClassName: storageClassName,
    VolumeMode: volumeMode,
    DataSource: goSource(spec['dataSource']),
    DataSourceRef: goReference(spec['dataSourceRef']),
    VolumeAttributesClassName: volumeAttributesClassName,
  };
}

function goSelector(selector: JsonObject): JsonObject {
  const { matchLabels } = shownSelector(selector);
  const expressions = listAt(selector, 'matchExpressions').map(goRequirement);
  return {
    ...(matchLabels === undefined ? {} : { matchLabels }),
    ...(expressions.length === 0 ? {} : { matchExpressions: expressions }),
  };
}

function goRequirement(requirement: JsonValue): JsonObject {
  const values = listAt(requirement, 'values');
  return {
    key: textAt(requirement, 'key'),
    operator: textAt(requirement, 'operator'),
    ...(values.length === 0 ? {} : { values }),
  };
}

function quantitiesAt(spec: JsonObject, name: string): JsonObject | null {
  const quantities = objectAt(spec, 'resources', name);
  return Object.keys(quantities).length === 0 ? null : inNameOrder(quantities);
}

function goSource(source: JsonValue | undefined): JsonObject | null {
  if (source === undefined) return null;
  return {
    APIGroup: at(source, 'apiGroup') ?? null,
    Kind: textAt(source, 'kind'),
    Name: textAt(source, 'name'),
  };
}

function goReference(reference: JsonValue | undefined): JsonObject | null {
  const source = goSource(reference);
  return source === null ? null : { ...source, Namespace: at(reference, 'namespace') ?? null };
}

/** With quantities by what they come to: `1Gi` may be written otherwise. */
function exact(spec: JsonObject): unknown {
  const quantities = ['Limits', 'Requests'].map((list) =>
    Object.entries(objectAt(spec, 'Resources', list)).map(([name, amount]) => [
      name,
      exactQuantity(textAt({ amount }, 'amount')),
    ]),
  );
  return { ...spec, Resources: quantities };
}
