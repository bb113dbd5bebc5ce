import type { JsonValue } from '../object/json.ts';

const SECOND = 1000;

/** One or two units, the second left out when it is zero: `3h`, `3h2m`. */
function units(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large}${largeUnit}` : `${large}${largeUnit}${small}${smallUnit}`;
}

/**
 * A duration as kubectl shows ages: coarser the longer it is.
 *
 * @see kubernetes/apimachinery:pkg/util/duration/duration.go
 */
export function humanDuration(ms: number): string {
  const seconds = Math.trunc(ms / SECOND);
  const minutes = Math.trunc(seconds / 60);
  const hours = Math.trunc(minutes / 60);
  const days = Math.trunc(hours / 24);
  if (seconds < -1) return '<invalid>';
  if (seconds < 0) return '0s';
  if (seconds < 120) return `${seconds}s`;
  if (minutes < 10) return units(minutes, 'm', seconds % 60, 's');
  if (minutes < 180) return `${minutes}m`;
  if (hours < 8) return units(hours, 'h', minutes % 60, 'm');
  if (hours < 48) return `${hours}h`;
  if (days < 8) return units(days, 'd', hours % 24, 'h');
  if (days < 730) return `${days}d`;
  return days < 2920 ? units(Math.trunc(days / 365), 'y', days % 365, 'd') : `${Math.trunc(days / 365)}y`;
}

/** How long ago a timestamp was, or `<unknown>`. */
export function since(timestamp: JsonValue | undefined, nowMs: number): string {
  if (typeof timestamp !== 'string' || timestamp === '') return '<unknown>';
  const thenMs = Date.parse(timestamp);
  return Number.isNaN(thenMs) ? '<invalid>' : humanDuration(nowMs - thenMs);
}
