import type { Context } from '../../context/index.ts';
import { background, reconciliationCanceled } from '../../context/index.ts';
import type { HarnessOptions } from '../lib/framework/harness.ts';

/** Operator code that does what it should not, and what the framework logs as the error of the reconcile. */
export interface BadHandler {
  readonly options: HarnessOptions;
  readonly says: string;
  /** The resource that the log line names; undefined where it happens before the first. */
  readonly resource?: string;
}

function fails(created: (ctx: Context) => unknown, says: string): BadHandler {
  return { options: { created: created as () => Promise<void> }, says, resource: 'recorder' };
}

export const BAD_HANDLERS: Readonly<Record<string, BadHandler>> = {
  'a handler that throws': fails(() => {
    throw new Error('the disk is full');
  }, 'the disk is full'),
  'a handler that rejects': fails(async () => {
    throw new Error('the disk is full', { cause: new Error('no space left') });
  }, 'the disk is full: no space left'),
  'a handler that rejects with nothing': fails(
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors
    async () => await Promise.reject(undefined),
    'undefined',
  ),
  'a handler that rejects with a text': fails(
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors
    async () => await Promise.reject('the disk is full'),
    'the disk is full',
  ),
  'a handler that calls what is not there': fails(
    (ctx) => (ctx as unknown as { readonly nope: () => void }).nope(),
    'ctx.nope is not a function',
  ),
  'a handler that hangs': {
    ...fails(
      async ({ clock, signal }) => await clock.sleep(Infinity, signal),
      'cannot reconcile object default/a: the reconcile did not end within 1000 ms',
    ),
  },
  'a handle function that throws': {
    options: {
      handles: () => {
        throw new Error('what is this?');
      },
    },
    says: 'what is this?',
  },
  'an initCtx that throws': {
    options: {
      initCtx: () => {
        throw new Error('no database');
      },
    },
    says: 'no database',
  },
  'an initCtx that returns another context': {
    options: { initCtx: () => background() },
    says: 'cannot initialise context: initCtx must return its argument or a descendant of it',
  },
  'an initCtx that returns nothing': {
    options: { initCtx: (() => {}) as unknown as (ctx: Context) => Context },
    says: 'cannot initialise context: initCtx must return its argument or a descendant of it',
  },
  'a canceled reconciliation that also fails': fails((ctx) => {
    reconciliationCanceled.set(ctx);
    throw new Error('and now?');
  }, 'and now?'),
};
