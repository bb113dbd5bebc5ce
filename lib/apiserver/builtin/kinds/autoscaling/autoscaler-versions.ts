import { isJsonObject, type JsonObject, type JsonValue } from '../../../../object/json.ts';
import type { ApiObject } from '../../../api-object.ts';
import { at, listAt, objectAt, textAt, withAt } from '../../../fields.ts';
import type { Conversion } from '../../../resource-definition.ts';
import type { KindRules } from '../../kind-rules.ts';
import { AUTOSCALER_RULES } from './autoscaler.ts';

const PREFIX = 'autoscaling.alpha.kubernetes.io';

/** Where version 1 keeps what it has no field for: path in version 2, annotation. */
const ANNOTATED: readonly (readonly [path: readonly [string, string], annotation: string])[] = [
  [['spec', 'metrics'], `${PREFIX}/metrics`],
  [['spec', 'behavior'], `${PREFIX}/behavior`],
  [['status', 'currentMetrics'], `${PREFIX}/current-metrics`],
  [['status', 'conditions'], `${PREFIX}/conditions`],
];

const USUAL_PERCENT = 80;

/** Utilization of the CPU is the one metric that version 1 knows. */
function isCpu(metric: JsonValue): boolean {
  const { name, target = {}, current = {} } = objectAt(metric, 'resource');
  const { averageUtilization } = { ...objectAt(target), ...objectAt(current) };
  return textAt(metric, 'type') === 'Resource' && name === 'cpu' && typeof averageUtilization === 'number';
}

function percentIn(obj: ApiObject, list: readonly [string, string], of: string): JsonValue | undefined {
  const metric = listAt(obj, ...list).find(isCpu);
  return at(metric, 'resource', of, 'averageUtilization');
}

function asV1(obj: ApiObject): ApiObject {
  let result: ApiObject = { ...obj, apiVersion: 'autoscaling/v1' };
  for (const [path, annotation] of ANNOTATED) {
    const value = at(obj, ...path);
    const rest = Array.isArray(value) ? value.filter((metric: JsonValue) => !isCpu(metric)) : value;
    const isEmpty = !isJsonObject(rest) && (!Array.isArray(rest) || rest.length === 0);
    result = withAt(result, path, undefined);
    if (!isEmpty) result = withAt(result, ['metadata', 'annotations', annotation], JSON.stringify(rest));
  }
  const wanted = percentIn(obj, ['spec', 'metrics'], 'target');
  const current = percentIn(obj, ['status', 'currentMetrics'], 'current');
  if (wanted !== undefined) result = withAt(result, ['spec', 'targetCPUUtilizationPercentage'], wanted);
  if (current !== undefined) result = withAt(result, ['status', 'currentCPUUtilizationPercentage'], current);
  // One says 0, where the other says nothing.
  return withAt(result, ['status', 'currentReplicas'], at(obj, 'status', 'currentReplicas') ?? 0);
}

function cpuMetric(of: string, percent: JsonValue): JsonObject {
  const value = { ...(of === 'target' ? { type: 'Utilization' } : {}), averageUtilization: percent };
  return { type: 'Resource', resource: { name: 'cpu', [of]: value } };
}

function annotated(obj: ApiObject, annotation: string): JsonValue | undefined {
  const text = textAt(obj, 'metadata', 'annotations', annotation);
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined; // A client's own text: it says nothing.
  }
}

function withoutAnnotations(obj: ApiObject): ApiObject {
  const names = new Set(ANNOTATED.map(([, annotation]) => annotation));
  const left = Object.entries(objectAt(obj, 'metadata', 'annotations')).filter(([name]) => !names.has(name));
  return withAt(obj, ['metadata', 'annotations'], left.length === 0 ? undefined : Object.fromEntries(left));
}

function asStored(obj: ApiObject): ApiObject {
  let result: ApiObject = { ...withoutAnnotations(obj), apiVersion: 'autoscaling/v2' };
  for (const [path, annotation] of ANNOTATED) result = withAt(result, path, annotated(obj, annotation));
  for (const [section, field, list, of] of [
    ['spec', 'targetCPUUtilizationPercentage', 'metrics', 'target'],
    ['status', 'currentCPUUtilizationPercentage', 'currentMetrics', 'current'],
  ] as const) {
    const percent = at(obj, section, field);
    result = withAt(result, [section, field], undefined);
    if (percent !== undefined)
      result = withAt(result, [section, list], [...listAt(result, section, list), cpuMetric(of, percent)]);
  }
  const replicas = at(obj, 'status', 'currentReplicas');
  result = withAt(result, ['status', 'currentReplicas'], replicas === 0 ? undefined : replicas);
  return withAt(result, ['status', 'currentMetrics'], at(result, 'status', 'currentMetrics') ?? null);
}

/**
 * HorizontalPodAutoscalers of version 1, which are stored in version 2. What version 1 cannot say stands in
 * annotations, in the form of version 2: Kubernetes has a third one for them.
 *
 * @see kubernetes/kubernetes:pkg/apis/autoscaling/v1/conversion.go
 */
export const AUTOSCALER_CONVERSION: Conversion = { fromStored: asV1, toStored: asStored };

export const AUTOSCALER_V1_RULES: KindRules = {
  ...AUTOSCALER_RULES,
  // Messages name the fields of the version that is stored. What stands in annotations may be of Kubernetes' own form.
  validate: (obj) => AUTOSCALER_RULES.validate?.(asStored(withoutAnnotations(obj)), undefined) ?? [],
  infer: (obj) =>
    at(obj, 'spec', 'targetCPUUtilizationPercentage') === undefined &&
    annotated(obj, `${PREFIX}/metrics`) === undefined
      ? withAt(obj, ['spec', 'targetCPUUtilizationPercentage'], USUAL_PERCENT)
      : obj,
};
