import { refOfKey } from '../../object/kubernetes-object.ts';
import type {
  ExplainedCause,
  ExplainedHold,
  ExplainedReconcile,
  ExplainedRun,
  ExplainedWrite,
  Explanation,
  Moment,
} from './explanation.ts';

const HOLDS: Readonly<Record<ExplainedHold['by'], string>> = {
  pause: 'paused by an annotation',
  invalid: 'not as its schema wants it',
  predicate: 'a change was passed over by a predicate',
  'no-resource-set': 'no resource set handles it',
  canceled: 'a resource canceled the reconciliation',
  'finalizers-kept': 'a resource keeps the finalizer',
  finalizer: 'its finalizer waits',
};

/** An explanation for people, as lines; `now` is what its moments are compared with. */
export function explainText(explanation: Explanation, now: Date): string {
  const reconciles = explanation.reconciles.flatMap((reconcile) => ['', ...reconcileLines(reconcile, now)]);
  const lines = [...headLines(explanation, now), ...reconciles];
  // What others wrote must not steer a terminal.
  return `${lines.join('\n').replaceAll(/[^\P{Cc}\n]/gu, '\uFFFD')}\n`;
}

function headLines(explanation: Explanation, now: Date): string[] {
  const { key, kind, hold, nextAt, failures, lastError, waiting } = explanation;
  const { name, namespace } = refOfKey(key);
  const lines = [`${kind ?? 'object'} ${name}${namespace === undefined ? '' : ` in ${namespace}`}`];
  if (hold !== undefined) lines.push(`${HOLDS[hold.by]}${suffix(hold.detail)}, ${ago(hold.at, now)}`);
  if (waiting.length > 0) lines.push(`waits to be reconciled: ${waiting.map(causeText).join('; ')}`);
  if (nextAt !== undefined) lines.push(`next attempt ${ahead(nextAt, now)}`);
  if (lastError !== undefined) {
    const many = failures === 0 ? 'it has succeeded since' : `${failures} in a row`;
    lines.push(`last error, ${ago(lastError.at, now)} (${many}): ${lastError.message}`);
  }
  return lines;
}

function reconcileLines(reconcile: ExplainedReconcile, now: Date): string[] {
  const { causes, resources, writes, writesLeftOut } = reconcile;
  const lines = [`#${reconcile.loop} ${ago(reconcile.startedAt, now)}: ${resultText(reconcile)}`];
  if (causes.length > 0) lines.push(`  because of: ${causes.map(causeText).join('; ')}`);
  const waited = `  waited ${duration(reconcile.waitedMs)}`;
  lines.push(waited, ...resources.map(runText), ...writes.flatMap(writeLines));
  if (writesLeftOut > 0) lines.push(`  … ${writesLeftOut} more writes`);
  if (reconcile.error !== undefined) lines.push(`  error: ${reconcile.error}`);
  return lines;
}

function resultText({ result, durationMs, nextMs }: ExplainedReconcile): string {
  if (result === undefined) return 'runs';
  const next = nextMs === undefined ? '' : `, then again after ${duration(nextMs)}`;
  return `${result}${durationMs === undefined ? '' : ` in ${duration(durationMs)}`}${next}`;
}

function runText({ resource, step, durationMs, error }: ExplainedRun): string {
  const state = durationMs === undefined ? 'runs' : duration(durationMs);
  return `  ${resource}: ${step}, ${state}${error === undefined ? '' : `, failed: ${error}`}`;
}

function writeLines(write: ExplainedWrite): string[] {
  const { resource = 'framework', verb, target, dryRun, durationMs, error, diff } = write;
  const failed = error === undefined ? '' : `, failed: ${error}`;
  const changes = ['update', 'patch', 'apply'].includes(verb);
  const unchanged = diff === '' && error === undefined && changes ? ', no change' : '';
  const head = `  ${resource}: ${dryRun ? 'dry run of ' : ''}${verb} ${target}, ${duration(durationMs)}`;
  const lines = diff === '' ? [] : diff.split('\n').map((line) => `    ${line}`);
  return [`${head}${unchanged}${failed}`, ...lines];
}

function causeText({ type, detail }: ExplainedCause): string {
  return `${type}${suffix(detail)}`;
}

function suffix(detail: string | undefined): string {
  return detail === undefined || detail === '' ? '' : ` (${detail})`;
}

function ago(at: Moment, now: Date): string {
  return `${duration(Math.max(0, now.getTime() - Date.parse(at)))} ago`;
}

function ahead(at: Moment, now: Date): string {
  const ms = Date.parse(at) - now.getTime();
  return ms <= 0 ? 'now' : `in ${duration(ms)}`;
}

/** `12 ms`, `3.4 s`, `5 min`, `7 h`, `3 d`. */
function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 120) return `${Number(seconds.toFixed(1))} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} d`;
}
