import { randomInt } from 'node:crypto';

import type { Timer } from '../../../context/index.ts';
import type { ApiObject } from '../api-object.ts';
import type { ApiResponse } from '../request.ts';
import { listOptions } from '../requests/list-options.ts';
import type { ListOptions } from '../requests/list-options.ts';
import { apiVersionOf } from '../resource-registry.ts';
import type { WatchEventType } from '../serving/object-encoder.ts';
import { WatchStream } from '../serving/watch-stream.ts';
import { expired } from '../status-error.ts';
import { CompactedError } from '../storage.ts';
import type { StorageChange } from '../storage.ts';
import { shaped } from './answers.ts';
import type { ApiParts } from './api-parts.ts';
import type { ResourceRequest } from './resource-request.ts';
import { selectionOf } from './selection.ts';
import type { Selection } from './selection.ts';

const BOOKMARK_MS = 60_000;
/** So long before its end a watch gets a bookmark if anything happened since the last one. */
const LAST_BOOKMARK_MS = 2000;
const SHORTEST_WATCH_S = 1800;
const LIMIT_BYTES = 32 * 1024 * 1024;
const STREAM_HEADERS = { 'content-type': 'application/json' };

/** GET of a collection with `watch`. */
export function watchObjects(parts: ApiParts, request: ResourceRequest): ApiResponse {
  const options = listOptions(request.query);
  const watch = new Watch(parts, request, options);
  return { status: 200, headers: STREAM_HEADERS, body: watch.stream };
}

/**
 * One watch: turns changes of a collection into lines, and keeps the time of bookmarks and of its end.
 *
 * @see kubernetes/apiserver:pkg/storage/cacher/cache_watcher.go
 */
class Watch {
  readonly stream: WatchStream;
  readonly #parts: ApiParts;
  readonly #request: ResourceRequest;
  readonly #selection: Selection;
  readonly #timers: Timer[] = [];
  #subscription: Disposable | undefined;
  /** The revision that the reader knows. */
  #told = 0;
  /** Whether the reader of tables knows their columns. */
  #headed = false;

  constructor(parts: ApiParts, request: ResourceRequest, options: ListOptions) {
    this.#parts = parts;
    this.#request = request;
    this.#selection = selectionOf(request, options);
    const start = this.#startOf(options);
    this.#told = start.since;
    this.stream = new WatchStream({
      initial: start.initial,
      shared: parts.watches.lines,
      limitBytes: LIMIT_BYTES,
      onEnd: () => this.#stop(),
    });
    this.#begin(start.since, options);
  }

  /** The state that the watch starts with, and the revision that its changes follow. */
  #startOf(options: ListOptions): { since: number; initial: Iterable<Buffer> } {
    const { resourceVersion, sendInitialEvents } = options;
    const anyState = resourceVersion === undefined || resourceVersion === 0;
    const fromState = sendInitialEvents ?? anyState;
    const since = fromState || anyState ? this.#parts.storage.revision : resourceVersion;
    if (!fromState) return { since, initial: [] };
    const { collection, prefix, filter } = this.#selection;
    const items = this.#parts.storage.snapshot(collection, {
      prefix,
      ...(filter === undefined ? {} : { filter }),
    });
    return { since, initial: this.#initialLines(items, options.bookmarks ? since : undefined) };
  }

  *#initialLines(
    items: Iterable<ApiObject>,
    bookmark: number | undefined,
  ): Generator<Buffer, void, undefined> {
    for (const item of items) yield this.#line('ADDED', item);
    if (bookmark !== undefined) yield this.#bookmark(bookmark, { 'k8s.io/initial-events-end': 'true' });
  }

  #begin(since: number, options: ListOptions): void {
    const { storage, watches, clock } = this.#parts;
    watches.add(this.stream, this.#selection.collection);
    try {
      this.#subscription = storage.watch(this.#selection.collection, since, (change) =>
        this.#changed(change),
      );
    } catch (error) {
      if (!(error instanceof CompactedError)) throw error;
      this.#refuse(error);
      return;
    }
    this.stream.bound();
    const { signal } = this.#request.request;
    signal.addEventListener('abort', this.#abort, { once: true });
    if (signal.aborted) this.stream.end();
    const seconds = options.timeoutSeconds ?? SHORTEST_WATCH_S + randomInt(SHORTEST_WATCH_S);
    const ms = Math.max(0, seconds) * 1000;
    if (seconds > 0) this.#timers.push(clock.timer(ms, () => this.stream.end(), { unref: true }));
    if (!options.bookmarks) return;
    this.#keepBookmarks();
    if (ms > LAST_BOOKMARK_MS)
      this.#timers.push(clock.timer(ms - LAST_BOOKMARK_MS, () => this.#lastBookmark(), { unref: true }));
  }

  readonly #abort = (): void => this.stream.end();

  /** The history is gone: one line says so, in a stream that began well. */
  #refuse({ requested, compacted }: CompactedError): void {
    const { status } = expired(`too old resource version: ${requested} (${compacted})`);
    this.stream.push(Buffer.from(`${JSON.stringify({ type: 'ERROR', object: status })}\n`));
    this.stream.end();
  }

  #stop(): void {
    this.#subscription?.[Symbol.dispose]();
    this.#parts.watches.remove(this.stream);
    for (const timer of this.#timers) timer.cancel();
    this.#request.request.signal.removeEventListener('abort', this.#abort);
  }

  #keepBookmarks(): void {
    const timer = this.#parts.clock.timer(
      BOOKMARK_MS,
      () => {
        this.#timers.splice(this.#timers.indexOf(timer), 1);
        this.#pushBookmark();
        if (!this.stream.ended) this.#keepBookmarks();
      },
      { unref: true },
    );
    this.#timers.push(timer);
  }

  #lastBookmark(): void {
    if (this.#parts.storage.revision > this.#told) this.#pushBookmark();
  }

  #pushBookmark(): void {
    this.#told = this.#parts.storage.revision;
    this.stream.push(this.#bookmark(this.#told));
  }

  #bookmark(revision: number, annotations?: Readonly<Record<string, string>>): Buffer {
    const { definition } = this.#request.route;
    const metadata = {
      resourceVersion: String(revision),
      ...(annotations === undefined ? {} : { annotations }),
    };
    const object = { kind: definition.kind, apiVersion: apiVersionOf(definition), metadata };
    if (this.#request.format.shape === 'Object') return lineOf('BOOKMARK', object);
    return lineOf('BOOKMARK', this.#shaped(object as ApiObject));
  }

  #changed(change: StorageChange): void {
    if (!change.key.startsWith(this.#selection.prefix)) return;
    const event = eventOf(change, this.#selection.filter);
    if (event === undefined) return;
    this.#told = change.revision;
    this.stream.push(this.#line(event.type, event.object));
  }

  #line(type: WatchEventType, stored: ApiObject): Buffer {
    const { format, route } = this.#request;
    const obj = this.#parts.objects.asRead(route.definition, stored);
    if (format.shape === 'Object') return this.#parts.encoder.event(type, route.definition, obj);
    return lineOf(type, this.#shaped(obj));
  }

  /** Of several tables only the first one tells the columns. */
  #shaped(obj: ApiObject): object {
    const headed = !this.#headed;
    this.#headed = true;
    return shaped(this.#parts, this.#request, obj, { headed });
  }
}

function lineOf(type: string, object: object): Buffer {
  return Buffer.from(`${JSON.stringify({ type, object })}\n`);
}

interface Event {
  readonly type: WatchEventType;
  readonly object: ApiObject;
}

/** What a change means to someone who sees only what the filter lets through. */
function eventOf(
  { type, object, previous, revision }: StorageChange,
  filter: Selection['filter'],
): Event | undefined {
  const before = previous !== undefined && (filter?.(previous) ?? true);
  const after = type === 'put' && (filter?.(object) ?? true);
  if (after) return { type: before ? 'MODIFIED' : 'ADDED', object };
  if (!before) return undefined;
  if (type === 'remove') return { type: 'DELETED', object };
  const metadata = { ...previous.metadata, resourceVersion: String(revision) };
  return { type: 'DELETED', object: { ...previous, metadata } };
}
