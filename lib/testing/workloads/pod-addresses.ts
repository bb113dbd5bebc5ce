import type { Informer } from '../../informer/informer.ts';
import type { Pod } from '../../object/kinds.ts';

/** The index of the informer that finds Pods by their address. */
export const BY_POD_IP = 'podIP';

export const podIPIndexer: (pod: Pod) => readonly string[] = ({ status }) =>
  status?.podIP === undefined ? [] : [status.podIP];

/** How many addresses 10.128.0.0/9 has. */
const ADDRESSES = 2 ** 23;

/**
 * Hands out addresses that no Pod of the informer has.
 *
 * **Assumptions:** the informer has the indexer {@link BY_POD_IP}.
 */
export class PodAddresses {
  readonly #pods: Pick<Informer<Pod>, 'list'>;
  #last = 0;

  constructor(pods: Pick<Informer<Pod>, 'list'>) {
    this.#pods = pods;
  }

  next(): string {
    let address: string;
    do {
      this.#last = (this.#last + 1) % ADDRESSES;
      address = `10.${128 + (this.#last >>> 16)}.${(this.#last >>> 8) & 255}.${this.#last & 255}`;
    } while (this.#pods.list({ index: BY_POD_IP, value: address }).length > 0);
    return address;
  }
}
