import { type JsonObject, type JsonValue, isJsonObject } from '../../object/json.ts';
import type { CustomResourceDefinition } from '../../object/kinds.ts';

type Crd = CustomResourceDefinition;

/**
 * The definition to write so that the server's one becomes what is wanted; undefined when it says the same
 * already. Not a difference: what the server fills in by itself, the order of members, and labels, annotations
 * and injected webhook certificates of others, which are kept.
 */
export function changedCrd(wanted: Crd, found: Crd): Crd | undefined {
  const spec = withOthersParts(wanted.spec, found.spec);
  const metadata = {
    ...found.metadata,
    labels: { ...found.metadata?.labels, ...wanted.metadata?.labels },
    annotations: { ...found.metadata?.annotations, ...wanted.metadata?.annotations },
  };
  const same =
    means(withDefaults(spec), withDefaults(found.spec)) &&
    means(metadata.labels, found.metadata?.labels ?? {}) &&
    means(metadata.annotations, found.metadata?.annotations ?? {});
  return same ? undefined : { ...found, metadata, spec };
}

type Spec = Crd['spec'];

/** A conversion that we say nothing about is somebody else's, and so is the CA that is injected into ours. */
function withOthersParts(wanted: Spec, found: Spec): Spec {
  if (found.conversion === undefined) return wanted;
  if (wanted.conversion === undefined) return { ...wanted, conversion: found.conversion };
  const caBundle = found.conversion.webhook?.clientConfig?.caBundle;
  const { webhook } = wanted.conversion;
  if (
    caBundle === undefined ||
    webhook?.clientConfig === undefined ||
    webhook.clientConfig.caBundle !== undefined
  )
    return wanted;
  const clientConfig = { ...webhook.clientConfig, caBundle };
  return { ...wanted, conversion: { ...wanted.conversion, webhook: { ...webhook, clientConfig } } };
}

/**
 * What the API server adds to a definition that leaves it out.
 *
 * @see kubernetes/apiextensions-apiserver:pkg/apis/apiextensions/v1/defaults.go
 */
function withDefaults(spec: Spec): Spec {
  const { names, conversion = { strategy: 'None' } } = spec;
  const service = conversion.webhook?.clientConfig?.service;
  return {
    ...spec,
    names: { singular: names.kind.toLowerCase(), listKind: `${names.kind}List`, ...names },
    conversion:
      service === undefined
        ? conversion
        : {
            ...conversion,
            webhook: {
              ...conversion.webhook!,
              clientConfig: { ...conversion.webhook!.clientConfig, service: { port: 443, ...service } },
            },
          },
  };
}

/** Members whose values are data rather than schema: there `false` and absent are different things. */
const DATA = new Set(['default', 'enum', 'example']);

/**
 * Whether both say the same to the server, which leaves out empty lists, `false` and null where it stores a
 * definition.
 */
function means(left: unknown, right: unknown): boolean {
  return sameValue(left as JsonValue, right as JsonValue, false);
}

function sameValue(left: JsonValue | undefined, right: JsonValue | undefined, exact: boolean): boolean {
  const [a, b] = exact ? [left, right] : [orAbsent(left), orAbsent(right)];
  if (isJsonObject(a) && isJsonObject(b)) return sameMembers(a, b, exact);
  if (Array.isArray(a) && Array.isArray(b)) {
    const other: readonly JsonValue[] = b;
    return a.length === other.length && a.every((item: JsonValue, at) => sameValue(item, other[at], exact));
  }
  return a === b;
}

function sameMembers(a: JsonObject, b: JsonObject, exact: boolean): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => sameValue(a[name], b[name], exact || DATA.has(name)));
}

function orAbsent(value: JsonValue | undefined): JsonValue | undefined {
  if (value === null || value === false) return undefined;
  return Array.isArray(value) && value.length === 0 ? undefined : value;
}
