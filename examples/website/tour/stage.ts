import { type Client, type Kind, type KubernetesObject, type ObjectRef, isAlreadyExists } from 'operatorkit';
import type { Context } from 'operatorkit/context';
import { eventually } from 'operatorkit/testing';

import { Website, nameOf, namespaceOf } from '../website.ts';

export interface StageOptions {
  readonly ctx: Context;
  readonly client: Client;
  /** Hears of what the tour does and sees. */
  readonly tell: (subject: string, text: string) => void;
  /** Longest wait for one thing, in milliseconds. */
  readonly deadlineMs: number;
}

/** What the steps of the tour do: change objects as a user would, and wait for what must follow. */
export class Stage {
  readonly ctx: Context;
  readonly client: Client;
  readonly tell: StageOptions['tell'];
  readonly #deadlineMs: number;

  constructor(options: StageOptions) {
    this.ctx = options.ctx;
    this.client = options.client;
    this.tell = options.tell;
    this.#deadlineMs = options.deadlineMs;
  }

  /** Creates the object, or makes an existing one like it: the tour can be given twice on one cluster. */
  async put<T extends KubernetesObject>(kind: Kind<T>, obj: T): Promise<void> {
    const { ctx, client } = this;
    try {
      await client.create(ctx, kind, obj);
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
      await client.patch(ctx, kind, refOf(obj), { type: 'merge', value: obj });
    }
    this.tell(nameOf(obj), `${kind.kind} applied`);
  }

  async patch<T extends KubernetesObject>(
    kind: Kind<T>,
    ref: ObjectRef,
    value: object,
    text: string,
  ): Promise<void> {
    await this.client.patch(this.ctx, kind, ref, { type: 'merge', value });
    this.tell(ref.name, text);
  }

  /** Waits until the object is as it should be; `undefined` stands for one that does not exist. */
  async until<T extends KubernetesObject>(
    kind: Kind<T>,
    ref: ObjectRef,
    what: string,
    check: (obj: T | undefined) => boolean,
  ): Promise<void> {
    await eventually(async () => await this.client.tryGet(this.ctx, kind, ref), check, {
      what: `${kind.kind} ${ref.name} ${what}`,
      deadlineMs: this.#deadlineMs,
      intervalMs: 50,
      signal: this.ctx.signal,
    });
  }

  /** Waits until all replicas of the website are ready and its status speaks of its current spec. */
  async running(ref: ObjectRef): Promise<number> {
    let ready = 0;
    await this.until<Website>(Website, ref, 'runs', (site) => {
      ready = site?.status?.readyReplicas ?? 0;
      const isCurrent = site?.status?.observedGeneration === site?.metadata?.generation;
      return isCurrent && site?.status?.phase === 'Running' && ready === site.spec.replicas;
    });
    return ready;
  }
}

export function refOf(obj: KubernetesObject): ObjectRef {
  return { name: nameOf(obj), namespace: namespaceOf(obj) };
}
