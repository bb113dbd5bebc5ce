import type { Context, Logger } from '../../context/index.ts';
import type { Client } from '../../lib/client/client.ts';
import { checkFieldManager } from '../../lib/client/write-query.ts';
import { InvalidConfigError, checkNumber, requireOption } from '../../lib/errors.ts';
import type { CacheSource } from '../../lib/informer/cache-source.ts';
import type { Informer } from '../../lib/informer/informer.ts';
import type { Registry } from '../../lib/metrics.ts';
import type { Kind, KubernetesObject } from '../../lib/object/kubernetes-object.ts';
import { parseFieldPath } from './field-path.ts';

/** A kind that a cluster may lack: its definition is installed by somebody else, sooner or later. */
export interface OptionalKind {
  readonly kind: Kind;
  readonly optional: true;
  /** How often to look for it while it is absent. Milliseconds, default 10,000. */
  readonly lookEveryMs?: number;
}

/** The least that is known of the type of a desired object; what it must have is checked when it is there. */
export interface Desirable {
  readonly apiVersion?: string | undefined;
  readonly kind?: string | undefined;
  readonly metadata?:
    { readonly name?: string | undefined; readonly namespace?: string | undefined } | undefined;
}

/** An object in its wire form, with whatever fields its kind has. */
export interface DesiredObject extends KubernetesObject {
  readonly [field: string]: unknown;
}

export type AdoptionRule<T extends KubernetesObject> =
  'never' | 'unowned' | ((live: KubernetesObject, obj: T) => boolean);

/** Paths such as `spec.replicas`, for all objects or for each of them. */
export type CreateOnce = readonly string[] | ((desired: KubernetesObject) => readonly string[]);

export interface OwnedObjectsOptions<T extends KubernetesObject, Desired extends Desirable = DesiredObject> {
  /**
   * Identifies the resource in logs and metrics, and marks what it owns: a label's value, at most 63 letters,
   * digits, `-`, `_` and `.`. Unique among the operators of a cluster, and not to be changed later.
   */
  readonly name: string;
  readonly client: Client;
  /** The kind of the reconciled objects. */
  readonly owner: Kind<T>;
  /** All kinds of which there may be owned objects. A kind that is taken out later is not cleaned up. */
  readonly kinds: readonly (Kind | OptionalKind)[];
  /**
   * What there should be, with `apiVersion`, `kind` and `metadata.name`; a missing namespace is the owner's.
   * Should be pure: it is called for each reconcile, but not for an object that is being deleted.
   */
  readonly desired: (ctx: Context, obj: T) => readonly Desired[] | Promise<readonly Desired[]>;
  /** Default: logs nothing but what it changes, which goes to the reconcile's logger. */
  readonly logger?: Logger;
  /** Owns the fields that are applied. Default `operatorkit-<name>`; at most 128 characters. */
  readonly fieldManager?: string;
  /** Take fields from other managers instead of failing where they differ. Default false. */
  readonly force?: boolean;
  /** Fields that are given when an object is created and are others' business from then on. Default none. */
  readonly createOnce?: CreateOnce;
  /**
   * What becomes of an object that is there already and that we did not make: an error (`never`, the default), or
   * ours if nobody owns it (`unowned`), or if a function says so. Never what somebody else controls.
   */
  readonly adopt?: AdoptionRule<T>;
  /** Delete what we own and is not desired any more. Default true. */
  readonly prune?: boolean;
  /**
   * `controller`: owned objects refer to their owner as their controller. `owner`: as one owner among others.
   * `none`: they do not refer to it, and carry a label and an annotation instead; the only way for objects in
   * other namespaces, and for objects without a namespace whose owner has one. Default `controller`.
   */
  readonly ownerReference?: 'controller' | 'owner' | 'none';
  /**
   * What happens to owned objects when their owner is deleted: Kubernetes' garbage collection takes them, or we
   * delete them and keep the owner's finalizer until they are gone. Default `garbage-collection`; `explicit`
   * where `ownerReference` is `none`.
   */
  readonly deletion?: 'garbage-collection' | 'explicit';
  /** Where owned objects are watched. Default: all namespaces. */
  readonly namespace?: string;
  readonly namespaces?: readonly string[];
  /** Takes the metrics of its own informers. Default: one of its own, which nobody sees. */
  readonly registry?: Registry;
  /**
   * Informers to use instead of ones of our own, at most one for each kind. They must hold all objects with the
   * label `operatorkit.giantswarm.io/owned-by: <name>`, and should keep our manager's fields
   * (`keepManagedFieldsOf`): else changes of others to an object cost an apply.
   */
  readonly informers?: readonly (Informer & CacheSource)[];
}

const LABEL_VALUE = /^[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;
const AT = 'OwnedObjectsOptions';

/** @throws InvalidConfigError for the first option that is missing or wrong. */
export function checkOwnedObjectsOptions<T extends KubernetesObject, D extends Desirable>(
  options: OwnedObjectsOptions<T, D>,
): void {
  requireOption(AT, options);
  checkName(requireOption(`${AT}.name`, options.name));
  requireOption(`${AT}.client`, options.client);
  checkKind(`${AT}.owner`, options.owner);
  checkKinds(requireOption(`${AT}.kinds`, options.kinds));
  if (typeof requireOption(`${AT}.desired`, options.desired) !== 'function')
    throw new InvalidConfigError(`${AT}.desired must be a function`);
  if (options.fieldManager !== undefined) checkFieldManager(`${AT}.fieldManager`, options.fieldManager);
  checkCreateOnce(options.createOnce ?? []);
  checkChoices(options);
  checkScope(options);
  checkInformers(options);
}

function checkName(name: string): void {
  if (!LABEL_VALUE.test(name))
    throw new InvalidConfigError(
      `${AT}.name must be a label's value: at most 63 letters, digits, '-', '_' and '.', with a letter or digit at both ends; got ${JSON.stringify(name)}`,
    );
}

function checkKind(path: string, kind: Kind): void {
  requireOption(path, kind);
  requireOption(`${path}.apiVersion`, kind.apiVersion);
  requireOption(`${path}.kind`, kind.kind);
  requireOption(`${path}.plural`, kind.plural);
  if (typeof kind.namespaced !== 'boolean')
    throw new InvalidConfigError(`${path}.namespaced must be true or false`);
}

function checkKinds(kinds: readonly (Kind | OptionalKind)[]): void {
  if (!Array.isArray(kinds) || kinds.length === 0)
    throw new InvalidConfigError(`${AT}.kinds must be a list of at least one kind`);
  const seen = new Set<string>();
  for (const [index, one] of kinds.entries() as ArrayIterator<[number, Kind | OptionalKind]>) {
    const path = `${AT}.kinds[${index}]`;
    requireOption(path, one);
    checkKind(path, kindOf(one));
    if (isOptional(one)) checkNumber(`${path}.lookEveryMs`, one.lookEveryMs, { min: 1 });
    const name = kindName(kindOf(one));
    if (seen.has(name)) throw new InvalidConfigError(`${path} must not be named twice: ${name}`);
    seen.add(name);
  }
}

function checkCreateOnce(createOnce: CreateOnce): void {
  if (typeof createOnce === 'function') return;
  if (!Array.isArray(createOnce))
    throw new InvalidConfigError(`${AT}.createOnce must be a list of paths or a function`);
  for (const [index, path] of createOnce.entries())
    parseFieldPath(`${AT}.createOnce[${index}]`, path as string);
}

function checkChoices<T extends KubernetesObject, D extends Desirable>(
  options: OwnedObjectsOptions<T, D>,
): void {
  const { adopt, ownerReference, deletion } = options;
  if (typeof adopt !== 'function') checkChoice('adopt', adopt, ['never', 'unowned']);
  checkChoice('ownerReference', ownerReference, ['controller', 'owner', 'none']);
  checkChoice('deletion', deletion, ['garbage-collection', 'explicit']);
  if (ownerReference === 'none' && deletion === 'garbage-collection')
    throw new InvalidConfigError(
      `${AT}.deletion must be explicit where ownerReference is none: garbage collection follows owner references`,
    );
}

function checkChoice(name: string, value: unknown, choices: readonly string[]): void {
  if (value !== undefined && !choices.includes(value as string))
    throw new InvalidConfigError(
      `${AT}.${name} must be one of ${choices.join(', ')}; got ${JSON.stringify(value)}`,
    );
}

function checkScope({
  namespace,
  namespaces,
}: Pick<OwnedObjectsOptions<never>, 'namespace' | 'namespaces'>): void {
  if (namespace !== undefined && namespaces !== undefined)
    throw new InvalidConfigError(`${AT}.namespaces must be missing where namespace is given`);
  if (namespace === '') throw new InvalidConfigError(`${AT}.namespace must not be empty`);
  if (namespaces?.length === 0 || namespaces?.includes(''))
    throw new InvalidConfigError(`${AT}.namespaces must not be empty, nor have an empty one`);
}

function checkInformers<T extends KubernetesObject, D extends Desirable>({
  informers = [],
  kinds,
}: OwnedObjectsOptions<T, D>): void {
  const names = new Set(kinds.map((one) => kindName(kindOf(one))));
  const seen = new Set<string>();
  for (const [index, informer] of informers.entries()) {
    const path = `${AT}.informers[${index}]`;
    const name = kindName(requireOption(`${path}.kind`, requireOption(path, informer).kind));
    if (!names.has(name) || seen.has(name))
      throw new InvalidConfigError(`${path} must be the only one for one of the kinds; it is for ${name}`);
    if (informer.metadataOnly)
      throw new InvalidConfigError(`${path} must hold whole objects; it holds metadata only`);
    seen.add(name);
  }
}

export function isOptional(one: Kind | OptionalKind): one is OptionalKind {
  return 'optional' in one && one.optional;
}

export function kindOf(one: Kind | OptionalKind): Kind {
  return typeof one.kind === 'string' ? (one as Kind) : one.kind;
}

/** `Deployment of apps/v1`. */
export function kindName({
  apiVersion,
  kind,
}: {
  readonly apiVersion: string;
  readonly kind: string;
}): string {
  return `${kind} of ${apiVersion}`;
}
