import type { JsonValue } from '../../../../object/json.ts';
import type { StatusCause } from '../../../../object/status.ts';
import { forbiddenCause, invalidCause, notSupportedCause, requiredCause } from '../../../field-causes.ts';
import { at, textAt } from '../../../fields.ts';
import { labelName, pathSegmentName } from '../../../objects/names.ts';
import { exactQuantity } from '../../quantity.ts';
import { referenceCauses } from './autoscaler-reference-causes.ts';
import { textCauses } from '../causes/text-causes.ts';
import { containerResourceNameCauses } from '../pods/resource-names.ts';

/** Causes of where one kind of metric comes from. */
type SourceCauses = (source: JsonValue, field: string) => readonly StatusCause[];

interface Source {
  readonly type: string;
  readonly name: string;
  readonly causes: SourceCauses;
}

/** In the order in which the API server looks for them: it looks into the first one only. */
const SOURCES: readonly Source[] = [
  { type: 'Object', name: 'object', causes: objectCauses },
  { type: 'External', name: 'external', causes: externalCauses },
  { type: 'Pods', name: 'pods', causes: podsCauses },
  { type: 'Resource', name: 'resource', causes: resourceMetricCauses },
  { type: 'ContainerResource', name: 'containerResource', causes: containerMetricCauses },
];
const TYPES = SOURCES.map(({ type }) => type).toSorted();
const TARGET_TYPES: ReadonlySet<string> = new Set(['Utilization', 'Value', 'AverageValue']);

/**
 * Causes of what an autoscaler goes by.
 *
 * @see kubernetes/kubernetes:pkg/apis/autoscaling/validation/validation.go (validateMetricSpec)
 */
export function metricCauses(metric: JsonValue, field: string): readonly StatusCause[] {
  const type = textAt(metric, 'type');
  const sources = SOURCES.filter(({ name }) => at(metric, name) !== undefined);
  const expected = SOURCES.find((one) => one.type === type);
  const [first] = sources;
  const others = sources.length > 1 ? sources.filter((one) => one !== expected) : [];
  return [
    ...typeCauses(type, `${field}.type`),
    ...(first === undefined ? [] : first.causes(at(metric, first.name) ?? null, `${field}.${first.name}`)),
    ...(expected === undefined || sources.includes(expected)
      ? []
      : [
          requiredCause(`${field}.${expected.name}`, 'must populate information for the given metric source'),
        ]),
    ...others.map(({ name }) =>
      forbiddenCause(`${field}.${name}`, 'must populate the given metric source only'),
    ),
  ];
}

/** What is none of the types is said twice. */
function typeCauses(type: string, field: string): readonly StatusCause[] {
  if (TYPES.includes(type)) return [];
  const unsupported = notSupportedCause(field, type, TYPES);
  return [
    ...(type === '' ? [requiredCause(field, 'must specify a metric source type')] : []),
    unsupported,
    unsupported,
  ];
}

function objectCauses(source: JsonValue, field: string): readonly StatusCause[] {
  return [
    ...referenceCauses(at(source, 'describedObject'), `${field}.describedObject`, 'any group'),
    ...metricNameCauses(source, field),
    ...targetCauses(source, field),
    ...(has(source, 'value') || has(source, 'averageValue')
      ? []
      : [requiredCause(`${field}.target.averageValue`, 'must set either a target value or averageValue')]),
  ];
}

function externalCauses(source: JsonValue, field: string): readonly StatusCause[] {
  const [isWhole, isAverage] = [has(source, 'value'), has(source, 'averageValue')];
  const target = `${field}.target`;
  const [lacks, clashes] = [
    'must set either a target value for metric or a per-pod target',
    'may not set both a target value for metric and a per-pod target',
  ];
  return [
    ...metricNameCauses(source, field),
    ...targetCauses(source, field),
    ...(isWhole || isAverage ? [] : [requiredCause(`${target}.averageValue`, lacks)]),
    ...(isWhole && isAverage ? [forbiddenCause(`${target}.value`, clashes)] : []),
  ];
}

function podsCauses(source: JsonValue, field: string): readonly StatusCause[] {
  return [
    ...metricNameCauses(source, field),
    ...targetCauses(source, field),
    ...(has(source, 'averageValue')
      ? []
      : [requiredCause(`${field}.target.averageValue`, 'must specify a positive target averageValue')]),
  ];
}

function resourceMetricCauses(source: JsonValue, field: string): readonly StatusCause[] {
  const isNamed = textAt(source, 'name') !== '';
  return [
    ...(isNamed ? [] : [requiredCause(`${field}.name`, 'must specify a resource name')]),
    ...targetCauses(source, field),
    ...utilizationCauses(source, field),
  ];
}

function containerMetricCauses(source: JsonValue, field: string): readonly StatusCause[] {
  const name = textAt(source, 'name');
  const container = textAt(source, 'container');
  return [
    ...resourceMetricCauses(source, field),
    ...(name === '' ? [] : containerResourceNameCauses(name, `${field}.name`)),
    ...(container === ''
      ? [requiredCause(`${field}.container`, 'must specify a container')]
      : textCauses(`${field}.container`, container, labelName)),
  ];
}

/** Of resources, either an amount is wanted or a share of what was asked for. */
function utilizationCauses(source: JsonValue, field: string): readonly StatusCause[] {
  const [isShare, isAmount] = [has(source, 'averageUtilization'), has(source, 'averageValue')];
  const [lacks, clashes] = [
    'must set either a target raw value or a target utilization',
    'may not set both a target raw value and a target utilization',
  ];
  return [
    ...(isShare || isAmount ? [] : [requiredCause(`${field}.target.averageUtilization`, lacks)]),
    ...(isShare && isAmount ? [forbiddenCause(`${field}.target.averageValue`, clashes)] : []),
  ];
}

function has(source: JsonValue, name: string): boolean {
  return at(source, 'target', name) !== undefined;
}

function targetCauses(source: JsonValue, path: string): readonly StatusCause[] {
  const field = `${path}.target`;
  const type = textAt(source, 'target', 'type');
  const share = at(source, 'target', 'averageUtilization');
  return [
    ...(type === '' ? [requiredCause(`${field}.type`, 'must specify a metric target type')] : []),
    ...(TARGET_TYPES.has(type)
      ? []
      : [invalidCause(`${field}.type`, type, 'must be either Utilization, Value, or AverageValue')]),
    ...['value', 'averageValue']
      .filter((name) => has(source, name) && !isPositive(textAt(source, 'target', name)))
      .map((name) => invalidCause(`${field}.${name}`, textAt(source, 'target', name), 'must be positive')),
    ...(typeof share === 'number' && share < 1
      ? [invalidCause(`${field}.averageUtilization`, share, 'must be greater than 0')]
      : []),
  ];
}

function isPositive(quantity: string): boolean {
  return (exactQuantity(quantity) ?? 0n) > 0n;
}

function metricNameCauses(source: JsonValue, path: string): readonly StatusCause[] {
  const field = `${path}.metric.name`;
  const name = textAt(source, 'metric', 'name');
  if (name === '') return [requiredCause(field, 'must specify a metric name')];
  return textCauses(field, name, pathSegmentName);
}
