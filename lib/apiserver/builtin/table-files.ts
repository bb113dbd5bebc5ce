import admissionregistration from './tables/admissionregistration.k8s.io-v1.json' with { type: 'json' };
import apiextensions from './tables/apiextensions.k8s.io-v1.json' with { type: 'json' };
import apiregistration from './tables/apiregistration.k8s.io-v1.json' with { type: 'json' };
import apps from './tables/apps-v1.json' with { type: 'json' };
import autoscalingV1 from './tables/autoscaling-v1.json' with { type: 'json' };
import autoscalingV2 from './tables/autoscaling-v2.json' with { type: 'json' };
import batch from './tables/batch-v1.json' with { type: 'json' };
import certificates from './tables/certificates.k8s.io-v1.json' with { type: 'json' };
import coordination from './tables/coordination.k8s.io-v1.json' with { type: 'json' };
import defaults from './tables/defaults.json' with { type: 'json' };
import discovery from './tables/discovery.k8s.io-v1.json' with { type: 'json' };
import events from './tables/events.k8s.io-v1.json' with { type: 'json' };
import flowcontrol from './tables/flowcontrol.apiserver.k8s.io-v1.json' with { type: 'json' };
import meta from './tables/meta.json' with { type: 'json' };
import networking from './tables/networking.k8s.io-v1.json' with { type: 'json' };
import node from './tables/node.k8s.io-v1.json' with { type: 'json' };
import policy from './tables/policy-v1.json' with { type: 'json' };
import rbac from './tables/rbac.authorization.k8s.io-v1.json' with { type: 'json' };
import scheduling from './tables/scheduling.k8s.io-v1.json' with { type: 'json' };
import storage from './tables/storage.k8s.io-v1.json' with { type: 'json' };
import core from './tables/v1.json' with { type: 'json' };

/** The generated tables of the groups, in the order in which the API server lists them. */
export const GROUPS: readonly unknown[] = [
  core,
  admissionregistration,
  apiextensions,
  apiregistration,
  apps,
  autoscalingV1,
  autoscalingV2,
  batch,
  certificates,
  coordination,
  discovery,
  events,
  flowcontrol,
  networking,
  node,
  policy,
  rbac,
  scheduling,
  storage,
];

/** Definitions that all groups share. */
export const META: unknown = meta;

/** Recorded defaults. */
export const DEFAULTS: unknown = defaults;
