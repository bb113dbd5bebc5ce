import type { Informer } from '../../informer/informer.ts';
import type { KubernetesObject } from '../../object/kubernetes-object.ts';
import type { Intake } from './intake.ts';
import type { SecondaryWatch } from './secondary-watch.ts';

/** An informer that a framework runs, and how it listens to it. */
export interface WatchedInformer {
  /** For logs and checks. */
  readonly name: string;
  readonly informer: Pick<Informer, 'run' | 'whenSynced' | 'health'>;
  readonly subscribe: () => Disposable;
}

/** The informers of the secondary watches, by their place in the options. */
export function namedInformers<T extends KubernetesObject>(
  watches: readonly SecondaryWatch[],
  intake: Intake<T>,
): readonly WatchedInformer[] {
  return watches.map((watch, index) => ({
    name: `watches[${index}]`,
    informer: watch.informer,
    subscribe: () => watch.informer.subscribe(intake.secondary(watch)),
  }));
}
