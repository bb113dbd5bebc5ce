import { pathSegmentName, nameRule } from './names.ts';
import type { NameRule } from './names.ts';
import type { ResourceDefinition } from '../resource-definition.ts';
import { collectionOf, resourceName } from '../resource-registry.ts';
import type { UpdateScope } from './merged-update.ts';

/** One look at an object's metadata. Each has causes of its own, also where another had the same. */
export interface MetadataCheck {
  /** Of the whole, as before a creation, or of what may change. Both look at labels, annotations and owners. */
  readonly of: 'creation' | 'update';
  /** Whether finalizers without a domain must be known ones. */
  readonly isCore: boolean;
  /** What names must be like, before a creation. */
  readonly name: NameRule;
  /** Whether what names are generated from is looked at beside the name. */
  readonly looksAtStem: boolean;
}

type Word = 'creation' | 'update' | 'core creation' | 'core update';

/** What a kind's own rules look at, beside what all kinds share. */
interface OwnChecks {
  readonly create: readonly Word[];
  readonly update: readonly Word[];
  readonly status: readonly Word[];
}

const CORE: OwnChecks = {
  create: ['core creation'],
  update: ['core update', 'core creation'],
  status: ['core update'],
};
const UPDATED_ONCE: OwnChecks = { ...CORE, update: ['core update'] };
const UPDATED_AS_CREATED: OwnChecks = { ...CORE, update: ['core creation'] };
/** As parts do that are not of Kubernetes' own core: custom resources, too. */
const PLAIN: OwnChecks = { create: ['creation'], update: ['update'], status: ['update'] };
const NONE: OwnChecks = { create: [], update: [], status: [] };

/**
 * Kinds that are not checked as most are, found by asking a real API server: test/conformance/cases/metadata-checks.ts
 * has them all.
 */
const OWN_CHECKS: ReadonlyMap<string, OwnChecks> = new Map<string, OwnChecks>([
  ...[
    'services',
    'replicationcontrollers',
    'resourcequotas',
    'podtemplates',
    'deployments.apps',
    'replicasets.apps',
    'statefulsets.apps',
    'daemonsets.apps',
    'networkpolicies.networking.k8s.io',
    'servicecidrs.networking.k8s.io',
    'horizontalpodautoscalers.autoscaling',
    'events.events.k8s.io',
    'csidrivers.storage.k8s.io',
    'priorityclasses.scheduling.k8s.io',
  ].map((collection) => [collection, UPDATED_ONCE] as const),
  ...[
    'limitranges',
    'endpointslices.discovery.k8s.io',
    'csinodes.storage.k8s.io',
    'volumeattachments.storage.k8s.io',
    'flowschemas.flowcontrol.apiserver.k8s.io',
    'prioritylevelconfigurations.flowcontrol.apiserver.k8s.io',
  ].map((collection) => [collection, UPDATED_AS_CREATED] as const),
  ...[
    'validatingwebhookconfigurations',
    'mutatingwebhookconfigurations',
    'validatingadmissionpolicies',
    'validatingadmissionpolicybindings',
    'mutatingadmissionpolicies',
    'mutatingadmissionpolicybindings',
  ].map((plural) => [`${plural}.admissionregistration.k8s.io`, { ...PLAIN, update: ['creation'] }] as const),
  ['persistentvolumes', { ...CORE, update: ['core creation', 'core creation'] }],
  ['cronjobs.batch', { ...UPDATED_ONCE, status: [] }],
  ['customresourcedefinitions.apiextensions.k8s.io', PLAIN],
  ['leases.coordination.k8s.io', PLAIN],
  ['runtimeclasses.node.k8s.io', { ...PLAIN, update: ['creation', 'update'] }],
  ['apiservices.apiregistration.k8s.io', { ...PLAIN, update: ['update', 'creation'] }],
  ['poddisruptionbudgets.policy', NONE],
  ['events', NONE],
]);

const NAME_ONLY: ReadonlySet<string> = new Set(['replicationcontrollers']);

/**
 * How often, and in which order, the layers of the real API server look at the metadata of an object of this kind.
 *
 * @see kubernetes/apiserver:pkg/registry/rest/update.go for the two looks that begin each update
 */
export function metadataChecks(
  definition: ResourceDefinition,
  scope: UpdateScope,
  creates: boolean,
): readonly MetadataCheck[] {
  const collection = collectionOf(definition);
  const own = definition.custom ? PLAIN : (OWN_CHECKS.get(resourceName(definition)) ?? CORE);
  const name = nameRule(collection);
  const looksAtStem = !NAME_ONLY.has(collection);
  const words = creates ? own.create : scope === 'status' ? own.status : own.update;
  const checks = words.map((word) => check(word, name, looksAtStem));
  return creates ? checks : [...SHARED, ...checks];
}

function check(word: Word, name: NameRule, looksAtStem: boolean = true): MetadataCheck {
  const isCore = word.startsWith('core');
  return { of: word.endsWith('creation') ? 'creation' : 'update', isCore, name, looksAtStem };
}

/** The look that comes after all others, before a creation; and the first two of each update. */
export const LAST_CHECK: MetadataCheck = check('creation', pathSegmentName);
const SHARED: readonly MetadataCheck[] = [LAST_CHECK, check('update', pathSegmentName)];
