import { createHook } from 'node:async_hooks';
import { ourFrames } from './failure-text.ts';
import { openTokens } from './must-close.ts';
import { turns } from './real-time.ts';

/** What counts as a leak when it outlives its test, by Node's name for it. Requests that end by themselves do not. */
const NAMES: Readonly<Record<string, string>> = {
  Timeout: 'a timer',
  TCPWRAP: 'a TCP socket',
  TCPSERVERWRAP: 'a TCP server',
  PIPEWRAP: 'a pipe',
  PIPESERVERWRAP: 'a server on a unix socket',
  UDPWRAP: 'a UDP socket',
  PROCESSWRAP: 'a child process',
  FSEVENTWRAP: 'a file watcher',
  STATWATCHER: 'a file watcher',
  FILEHANDLE: 'an open file',
  SIGNALWRAP: 'a signal handler',
  WORKER: 'a worker thread',
};

/** Turns of the loop in which what was closed may finish closing. */
const GRACE_TURNS = 10;
/** Sockets and processes end by events from outside, which take a little longer than turns of our own loop. */
const GRACE_MS = 500;

interface OpenThing {
  readonly type: string;
  readonly resource: object;
  /** Holds the stack of the place that opened it. */
  readonly origin: Error;
}

/**
 * Knows what is open in this process: timers, sockets, servers, child processes, watchers. It sees them by
 * async_hooks rather than `process.getActiveResourcesInfo()`, because that leaves out what was unref'ed (such
 * as idle keep-alive sockets) and cannot say who opened a thing.
 */
export class OpenThings {
  readonly #open = new Map<number, OpenThing>();
  #ignoring = false;

  constructor() {
    createHook({
      trackPromises: false,
      init: (id, type, _trigger, resource) => {
        if (type in NAMES && !this.#ignoring) this.#open.set(id, { type, resource, origin: origin() });
      },
      destroy: (id) => void this.#open.delete(id),
    }).enable();
  }

  /** What `open` opens is the kit's own affair. */
  ignore<T>(open: () => T): T {
    this.#ignoring = true;
    try {
      return open();
    } finally {
      this.#ignoring = false;
    }
  }

  /** Asks, after a grace, what is still open, and forgets it, so that nobody else is blamed for it. */
  async takeLeaks(except: ReadonlySet<number> = new Set()): Promise<string[]> {
    for (let i = 0; i < GRACE_TURNS && this.#leaks(except).length > 0; i += 1) await turns(1);
    const end = performance.now() + GRACE_MS;
    const waits = (): boolean => {
      const left = this.#leaks(except);
      return (
        left.length > 0 && left.every(([, thing]) => thing.type !== 'Timeout') && performance.now() < end
      );
    };
    while (waits()) await turns(1);
    const leaks = this.#leaks(except);
    for (const [id] of leaks) this.#open.delete(id);
    for (const [id, thing] of this.#open) if (isClosed(thing)) this.#open.delete(id);
    return [
      ...leaks.map(([, thing]) => describe(NAMES[thing.type] ?? thing.type, thing.origin)),
      ...takeTokens(),
    ];
  }

  /** The ids of what is open now: not the fault of whatever runs next. */
  snapshot(): ReadonlySet<number> {
    return new Set(this.#open.keys());
  }

  #leaks(except: ReadonlySet<number>): [number, OpenThing][] {
    return [...this.#open].filter(([id, thing]) => !except.has(id) && isLeak(thing));
  }
}

function takeTokens(): string[] {
  const leaks = [...openTokens].map((token) => describe(token.what, token.origin));
  openTokens.clear();
  return leaks;
}

function describe(name: string, opened: Error): string {
  const frames = ourFrames(opened).slice(0, 6);
  return [`still open: ${name}, opened`, ...frames.map((frame) => `    ${frame}`)].join('\n');
}

function origin(): Error {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = 40;
  const error = new Error('opened here');
  Error.stackTraceLimit = before;
  return error;
}

/** Node tells when a thing is destroyed, which for some is long after they were closed. */
function isClosed({ type, resource }: OpenThing): boolean {
  if (type === 'Timeout') return Reflect.get(resource, '_destroyed') === true;
  return type === 'FILEHANDLE' && Number(Reflect.get(resource, 'fd')) < 0;
}

/**
 * Unref'ed timers of Node itself and of packages are housekeeping that nobody can stop (the cached date of
 * HTTP headers, undici's coarse clock); those that our own code started are leaks like all others.
 */
function isLeak(thing: OpenThing): boolean {
  if (isClosed(thing)) return false;
  if (thing.type !== 'Timeout') return true;
  return (thing.resource as NodeJS.Timeout).hasRef() || startedByUs(thing.origin.stack ?? '');
}

function startedByUs(stack: string): boolean {
  const frames = stack.split('\n');
  const start = frames.findIndex((line) => /at set(?:Timeout|Interval) \(node:timers/.test(line));
  const starter = start < 0 ? undefined : frames[start + 1];
  return starter !== undefined && !/node:|node_modules/.test(starter);
}
