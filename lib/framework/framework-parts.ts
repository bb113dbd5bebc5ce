import type { Clock } from '../../context/index.ts';
import { Registry, pauseMetrics, statusMetrics } from '../metrics.ts';
import type { KubernetesObject } from '../object/kubernetes-object.ts';
import { Journal } from './explain/journal.ts';
import type { FrameworkConfig } from './framework-config.ts';
import type { HeldObjects } from './intake/held-objects.ts';
import type { KnownObjects } from './known-objects.ts';
import { ManagedStatus } from './status/managed-status.ts';
import type { OwnWrites } from './intake/own-writes.ts';
import { pauseAnnotations } from './pause/pause.ts';
import { Pauses } from './pause/pauses.ts';
import type { SecondaryWatch } from './intake/secondary-watch.ts';
import { statusOptions } from './status/status-options.ts';

// The parts of a framework that its options switch on or off.

/** Those of the options, and those that the resources declare; each once. */
export function allWatches<T extends KubernetesObject>(
  config: FrameworkConfig<T>,
): readonly SecondaryWatch[] {
  const declared = config.resourceRouter.declared.flatMap(({ watches = [] }) => watches);
  return [...new Set([...(config.watches ?? []), ...declared])];
}

/** Undefined: nothing pauses an object. */
export function newPauses<T extends KubernetesObject>(config: FrameworkConfig<T>): Pauses | undefined {
  const annotations = pauseAnnotations(config.pause);
  if (Object.keys(annotations).length === 0) return undefined;
  const { name, recorder, dryRun, registry = new Registry() } = config;
  const told = dryRun === undefined ? { recorder } : {};
  return new Pauses({ name, annotations, metrics: pauseMetrics(registry), ...told });
}

/** Undefined: the status is the resources' affair. */
export function newManagedStatus<T extends KubernetesObject>(
  config: FrameworkConfig<T>,
  { ownWrites, held }: { readonly ownWrites: OwnWrites<T>; readonly held: HeldObjects<T> },
): ManagedStatus<T> | undefined {
  const { name, client, kind, crd, registry = new Registry() } = config;
  const options = statusOptions(config.status, client);
  if (options === undefined || client === undefined) return undefined;
  const metrics = statusMetrics(registry);
  const onWritten = (before: T, after: T): void => held.replace(before, after);
  return new ManagedStatus<T>({ name, client, kind, crd, options, metrics, ownWrites, onWritten });
}

/** Undefined: nobody keeps notes. */
export function newJournal<T extends KubernetesObject>(
  { explain = false }: FrameworkConfig<T>,
  clock: Clock,
  known: KnownObjects,
): Journal | undefined {
  if (explain === false) return undefined;
  return new Journal({ ...(explain === true ? {} : explain), clock, before: known });
}
