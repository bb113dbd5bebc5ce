import type { Transport, TransportRequest, TransportResponse } from '../../lib/client/transport.ts';
import type { Kind, KubernetesObject } from '../../lib/object/kubernetes-object.ts';
import { type ApiCall, apiCallOf } from '../../lib/rbac/api-call.ts';
import { Deliveries } from './deliveries.ts';

/** A request as it came to the server's door; a server-side apply has the verb `apply`. */
export interface Request extends ApiCall {
  readonly dryRun: boolean;
  /** The HTTP status of the answer. */
  readonly code: number;
}

/** Keeps a list of the requests that pass, but for watches, discovery, and what is about events. */
export class Door implements Transport {
  readonly requests: Request[] = [];
  readonly #deliveries = new Deliveries();
  readonly #watched = new Set<string>();
  readonly #inner: Transport;

  constructor(inner: Transport) {
    this.#inner = inner;
  }

  get host(): string {
    return this.#inner.host;
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    const answer = await this.#inner.send(request);
    const seen = seenRequest(request, answer.status);
    if (seen === undefined || seen.resource === 'events') return answer;
    if (seen.verb === 'watch') {
      this.#watched.add(seen.resource);
      return { ...answer, body: this.#deliveries.watched(seen.resource, answer.body) };
    }
    this.requests.push(seen);
    const isKept = !isRead(seen) && !seen.dryRun && isAccepted(seen) && this.#watched.has(seen.resource);
    return isKept ? { ...answer, body: this.#deliveries.written(seen.resource, answer.body) } : answer;
  }

  /** Whether the watches have brought all that was written. */
  get isCaughtUp(): boolean {
    return this.#deliveries.complete;
  }

  /** Whether a watch has brought this version of an object, or a newer one. */
  hasBrought({ plural }: Kind, obj: KubernetesObject): boolean {
    return this.#deliveries.has(plural, obj);
  }

  /** The inner one is its owner's. */
  async close(): Promise<void> {}
}

export function isRead({ verb }: Request): boolean {
  return verb === 'get' || verb === 'list';
}

export function isAccepted({ code }: Request): boolean {
  return code < 300;
}

/** `patch widgets/a/status`; creations as `create widgets`. */
export function describeRequest({ verb, resource, name, subresource, dryRun }: Request): string {
  const place = [resource, name, subresource].filter((part) => part !== '').join('/');
  return `${verb} ${place}${dryRun ? ' (dry run)' : ''}`;
}

function seenRequest({ method, path, headers }: TransportRequest, code: number): Request | undefined {
  const call = apiCallOf(method, path);
  if (call === undefined) return undefined;
  const isApply = headers['content-type']?.includes('apply') === true;
  return { ...call, verb: isApply ? 'apply' : call.verb, dryRun: /[?&]dryRun=/.test(path), code };
}
