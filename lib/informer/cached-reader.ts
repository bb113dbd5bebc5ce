import type { Context } from '../../context/index.ts';
import type { GetOptions, KindRef, ListOptions, Page, Reader } from '../client/client.ts';
import { errorOfStatus } from '../client/status-error.ts';
import { InvalidConfigError } from '../errors.ts';
import { type KubernetesObject, type ObjectRef, groupOf, keyOfRef } from '../object/kubernetes-object.ts';
import type { CacheSource } from './cache-source.ts';
import { secretValues } from '../secret-values.ts';
import { parseLabelSelector } from './label-selector.ts';

/**
 * Reads what informers hold, without asking the API server. What it returns is shared and may be somewhat old:
 * a write of one's own shows up when its event has come.
 *
 * Waits for an informer's first list, so the informers must be running. Reads of what no informer holds reject
 * with an invalid-config error: a kind, a namespace, or more than the metadata. An informer with selectors
 * answers with what they let through.
 *
 * Secrets that are read in a reconcile are kept out of its logs, events and errors; those taken from an informer by
 * `get` or `list` are not known to it.
 *
 * Of the options it knows the namespace, label selectors, `limit`, and field selectors for `metadata.name` and
 * `metadata.namespace`; `resourceVersion` may only be `'0'`.
 *
 * @throws InvalidConfigError when two informers hold the same kind.
 */
export function newCachedReader(informers: readonly CacheSource[]): Reader {
  return new CachedReader(informers);
}

class CachedReader implements Reader {
  readonly #sources = new Map<string, CacheSource>();

  constructor(informers: readonly CacheSource[]) {
    for (const source of informers) {
      const name = nameOf(source.kind);
      if (this.#sources.has(name))
        throw new InvalidConfigError(`newCachedReader's informers must not hold ${name} twice`);
      this.#sources.set(name, source);
    }
  }

  async get<T extends KubernetesObject>(
    ctx: Context,
    kind: KindRef<T>,
    ref: ObjectRef,
    options?: GetOptions,
  ): Promise<T> {
    const obj = await this.tryGet(ctx, kind, ref, options);
    if (obj === undefined) throw notFound(kind, ref);
    return obj;
  }

  async tryGet<T extends KubernetesObject>(
    ctx: Context,
    kind: KindRef<T>,
    ref: ObjectRef,
    options: GetOptions = {},
  ): Promise<T | undefined> {
    const source = await this.#source(ctx, kind, ref.namespace, options);
    const found = source.get(keyOfRef(ref));
    if (found !== undefined) secretValues.get(ctx)?.note(found);
    return found;
  }

  async *list<T extends KubernetesObject>(
    ctx: Context,
    kind: KindRef<T>,
    options: ListOptions = {},
  ): AsyncGenerator<Page<T>, void, undefined> {
    const source = await this.#source(ctx, kind, options.namespace, options);
    const items = select(source, options);
    secretValues.get(ctx)?.note({ items });
    const resourceVersion = source.health().resourceVersion ?? '';
    const limit = options.limit === undefined || options.limit === 0 ? Infinity : options.limit;
    for (let at = 0; at === 0 || at < items.length; at += limit) {
      ctx.signal.throwIfAborted();
      const page = items.slice(at, at + limit);
      yield { items: page, resourceVersion, remaining: items.length - at - page.length };
    }
  }

  async listAll<T extends KubernetesObject>(
    ctx: Context,
    kind: KindRef<T>,
    options: ListOptions = {},
  ): Promise<readonly T[]> {
    const items = select(await this.#source(ctx, kind, options.namespace, options), options);
    secretValues.get(ctx)?.note({ items });
    return items;
  }

  async #source<T extends KubernetesObject>(
    ctx: Context,
    kind: KindRef<T>,
    namespace: string | undefined,
    options: GetOptions,
  ): Promise<CacheSource<T>> {
    const source = this.#sources.get(nameOf(kind));
    checkHeld(kind, namespace, source);
    if (options.resourceVersion !== undefined && options.resourceVersion !== '0')
      throw new InvalidConfigError(
        `GetOptions.resourceVersion must be '0' or missing: a cache has one version; read with the client`,
      );
    await source.whenSynced(ctx);
    return source as CacheSource<T>; // Found by its kind, which carries the type.
  }
}

function nameOf(kind: { readonly apiVersion: string; readonly kind: string }): string {
  return `${kind.kind} of ${kind.apiVersion}`;
}

function checkHeld<T extends KubernetesObject>(
  kind: KindRef<T>,
  namespace: string | undefined,
  source: CacheSource | undefined,
): asserts source {
  const problem = problemOf(namespace, source);
  if (problem === undefined) return;
  throw new InvalidConfigError(
    `cannot read ${nameOf(kind)} from the cache: ${problem}; give newCachedReader one that does, or read with the client`,
  );
}

function problemOf(namespace: string | undefined, source: CacheSource | undefined): string | undefined {
  if (source === undefined) return 'no informer holds this kind';
  if (source.metadataOnly) return 'its informer holds only metadata';
  const { namespaces } = source;
  if (namespaces === undefined || (namespace !== undefined && namespaces.includes(namespace)))
    return undefined;
  return `its informer holds only the namespaces ${namespaces.join(', ')}`;
}

function notFound<T extends KubernetesObject>(kind: KindRef<T>, ref: ObjectRef): Error {
  const details = { name: ref.name, kind: kind.kind, group: groupOf(kind.apiVersion) };
  const message = `${kind.kind} "${keyOfRef(ref)}" not found in the cache`;
  const asked = { method: 'get', path: kind.kind };
  const common = { apiVersion: 'v1', kind: 'Status', metadata: {}, status: 'Failure' } as const;
  return errorOfStatus(asked, { ...common, message, reason: 'NotFound', code: 404, details });
}

function select<T extends KubernetesObject>(source: CacheSource<T>, options: ListOptions): readonly T[] {
  const { namespace, labelSelector, fieldSelector } = options;
  const found = namespace ? source.list({ index: 'namespace', value: namespace }) : source.list();
  const hasLabels = parseLabelSelector(labelSelector ?? '');
  const hasFields = parseFieldSelector(fieldSelector ?? '');
  return found.filter((obj) => hasLabels(obj.metadata?.labels ?? {}) && hasFields(obj));
}

const FIELD = /^\s*(?<field>metadata\.name(?:space)?)\s*(?<operator>==|!=|=)\s*(?<value>[^\s=!,]*)\s*$/;

function parseFieldSelector(text: string): (obj: KubernetesObject) => boolean {
  const requirements = text === '' ? [] : text.split(',').map((part) => fieldRequirement(part));
  return (obj) => requirements.every((matches) => matches(obj));
}

function fieldRequirement(part: string): (obj: KubernetesObject) => boolean {
  const { field, operator, value } = FIELD.exec(part)?.groups ?? {};
  if (field === undefined)
    throw new InvalidConfigError(
      `ListOptions.fieldSelector must select by metadata.name or metadata.namespace in a cache, got "${part}"; read with the client`,
    );
  const name = field === 'metadata.name' ? 'name' : 'namespace';
  return (obj) => (obj.metadata?.[name] === value) === (operator !== '!=');
}
