import { isDeepStrictEqual } from 'node:util';

import type { JsonObject, JsonValue } from '../../../../object/json.ts';
import type { StatusCause } from '../../../../object/status.ts';
import type { ApiObject } from '../../../api-object.ts';
import { invalidCause } from '../../../field-causes.ts';
import { listAt, objectAt, textAt } from '../../../fields.ts';
import { isMore } from '../../quantity.ts';
import type { KindRules } from '../../kind-rules.ts';
import { quotaScopeCauses, scopeSelectorCauses, scopesOf } from './quota-scope-causes.ts';
import { quantityCauses } from '../pods/resource-causes.ts';
import { quotaResourceNameCauses } from '../pods/resource-names.ts';

const SHARED = ['cpu', 'memory', 'storage', 'ephemeral-storage'];
/** What may be named without saying that it is requested. */
const BARE: ReadonlySet<string> = new Set(['cpu', 'memory']);

function amountCauses(amounts: JsonObject, field: string): readonly StatusCause[] {
  return Object.keys(amounts).flatMap((name) => {
    const place = `${field}[${name}]`;
    return quotaResourceNameCauses(name, place).concat(quantityCauses(name, textAt(amounts, name), place));
  });
}

function quotaCauses(quota: ApiObject, old: ApiObject | undefined): readonly StatusCause[] {
  const spec = objectAt(quota, 'spec');
  return [
    ...amountCauses(objectAt(spec, 'hard'), 'spec.hard'),
    ...quotaScopeCauses(spec),
    ...scopeSelectorCauses(spec),
    ...(old === undefined || isDeepStrictEqual(scopeSet(quota), scopeSet(old))
      ? []
      : [invalidCause('spec.scopes', scopesOf(spec), 'field is immutable')]),
  ];
}

function scopeSet(quota: ApiObject): ReadonlySet<JsonValue> {
  return new Set(listAt(quota, 'spec', 'scopes'));
}

function statusCauses(quota: ApiObject): readonly StatusCause[] {
  return ['hard', 'used'].flatMap((name) => amountCauses(objectAt(quota, 'status', name), `status.${name}`));
}

/** Of more requests than limits, on creation. */
function warnings(quota: ApiObject, old: ApiObject | undefined): readonly string[] {
  if (old !== undefined) return [];
  const hard = objectAt(quota, 'spec', 'hard');
  return SHARED.flatMap((resource) => {
    const names = [`requests.${resource}`, ...(BARE.has(resource) ? [resource] : [])];
    const name = names.find((one) => textAt(hard, one) !== '') ?? '';
    const limitName = `limits.${resource}`;
    const [request, limit] = [textAt(hard, name), textAt(hard, limitName)];
    if (!isMore(request, limit)) return [];
    return [`ResourceQuota ${name} (${request}) should be less than ${limitName} (${limit})`];
  });
}

/** @see kubernetes/kubernetes:pkg/apis/core/validation/validation.go (ValidateResourceQuota) */
export const RESOURCE_QUOTA_RULES: KindRules = {
  validate: quotaCauses,
  warnings,
  overlooks: () => ['spec'],
  status: { validate: statusCauses },
};
