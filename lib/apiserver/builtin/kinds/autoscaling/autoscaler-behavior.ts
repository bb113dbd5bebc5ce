import { isJsonObject, type JsonObject, type JsonValue } from '../../../../object/json.ts';
import type { ApiObject } from '../../../api-object.ts';
import { at, withAt } from '../../../fields.ts';

const PERIOD_SECONDS = 15;
const DOUBLING: JsonObject = { type: 'Percent', value: 100, periodSeconds: PERIOD_SECONDS };

/** Twice as many pods, or four more if that is more; down to none at once. */
const USUAL: Readonly<Record<'scaleUp' | 'scaleDown', JsonObject>> = {
  scaleUp: {
    stabilizationWindowSeconds: 0,
    selectPolicy: 'Max',
    policies: [{ type: 'Pods', value: 4, periodSeconds: PERIOD_SECONDS }, DOUBLING],
  },
  scaleDown: { selectPolicy: 'Max', policies: [DOUBLING] },
};

function withUsual(usual: JsonObject, rules: JsonValue | undefined): JsonValue {
  if (rules === undefined || rules === null) return usual;
  if (!isJsonObject(rules)) return rules;
  const given = Object.entries(rules).filter(([, value]) => value !== null);
  return { ...usual, ...Object.fromEntries(given) };
}

/**
 * An autoscaler that says how fast it scales, with all of it.
 *
 * @see kubernetes/kubernetes:pkg/apis/autoscaling/v2/defaults.go (SetDefaults_HorizontalPodAutoscalerBehavior)
 */
export function withUsualBehavior(scaler: ApiObject): ApiObject {
  const behavior = at(scaler, 'spec', 'behavior');
  if (!isJsonObject(behavior)) return scaler;
  return withAt(scaler, ['spec', 'behavior'], {
    ...behavior,
    scaleUp: withUsual(USUAL.scaleUp, behavior['scaleUp']),
    scaleDown: withUsual(USUAL.scaleDown, behavior['scaleDown']),
  });
}
