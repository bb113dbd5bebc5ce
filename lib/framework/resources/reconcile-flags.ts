import {
  type Context,
  deletionAllowed,
  finalizersKept,
  reconciliationCanceled,
  requeueAfter,
  updateAllowed,
  updateNecessary,
} from '../../../context/index.ts';

/** What each reconcile has its own of. `resourceCanceled` is not among them: each resource has its own. */
const FLAGS = [
  reconciliationCanceled,
  finalizersKept,
  requeueAfter,
  updateAllowed,
  updateNecessary,
  deletionAllowed,
];

/** A descendant in which all flags and gates are unset. */
export function withFreshFlags(ctx: Context): Context {
  return FLAGS.reduce((at, flag) => flag.with(at), ctx);
}

/** A descendant that has all flags and gates: those that were installed are kept. */
export function withMissingFlags(ctx: Context): Context {
  return FLAGS.reduce((at, flag) => (flag.isInstalled(at) ? at : flag.with(at)), ctx);
}
