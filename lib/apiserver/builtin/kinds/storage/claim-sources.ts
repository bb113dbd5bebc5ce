import type { JsonObject, JsonValue } from '../../../../object/json.ts';
import type { ApiObject } from '../../../api-object.ts';
import { at, textAt, withAt } from '../../../fields.ts';

const SOURCE = ['spec', 'dataSource'];
const REFERENCE = ['spec', 'dataSourceRef'];

/**
 * A claim whose two fields for a source of data say the same, if they may. What was always ignored there still is,
 * and so are sources in other namespaces, which are off by default.
 *
 * @see kubernetes/kubernetes:pkg/api/persistentvolumeclaim/util.go
 */
export function withSources(claim: ApiObject, old?: ApiObject): ApiObject {
  return alike(withoutIgnored(withoutForeign(claim, old), old));
}

function withoutForeign(claim: ApiObject, old: ApiObject | undefined): ApiObject {
  const isForeign = textAt(claim, ...REFERENCE, 'namespace') !== '';
  return isForeign && at(old, ...REFERENCE) === undefined ? withAt(claim, REFERENCE, undefined) : claim;
}

function withoutIgnored(claim: ApiObject, old: ApiObject | undefined): ApiObject {
  const source = at(claim, ...SOURCE);
  const isBound = [old, claim].some((one) => at(one, ...REFERENCE) !== undefined);
  if (source === undefined || isBound || at(old, ...SOURCE) !== undefined || isUsual(source)) return claim;
  return withAt(claim, SOURCE, undefined);
}

function isUsual(source: JsonValue): boolean {
  const [kind, group] = [textAt(source, 'kind'), textAt(source, 'apiGroup')];
  return (
    (kind === 'PersistentVolumeClaim' && group === '') ||
    (kind === 'VolumeSnapshot' && group === 'snapshot.storage.k8s.io')
  );
}

function alike(claim: ApiObject): ApiObject {
  const [source, reference] = [at(claim, ...SOURCE), at(claim, ...REFERENCE)];
  if (source !== undefined && reference === undefined)
    return withAt(claim, REFERENCE, withoutNamespace(source));
  if (source === undefined && reference !== undefined && textAt(reference, 'namespace') === '')
    return withAt(claim, SOURCE, withoutNamespace(reference));
  return claim;
}

function withoutNamespace(source: JsonValue): JsonObject {
  const group = at(source, 'apiGroup');
  return {
    ...(group === undefined ? {} : { apiGroup: group }),
    kind: textAt(source, 'kind'),
    name: textAt(source, 'name'),
  };
}
