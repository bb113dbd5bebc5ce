import { readFileSync } from 'node:fs';

/** What processes have resident together, in MiB. Linux only. */
export function rssMib(pids: readonly number[]): number {
  return sum(pids.map((pid) => statusKib(pid, 'VmRSS'))) / 1024;
}

/** The most that they ever had, in MiB. */
export function peakRssMib(pids: readonly number[]): number {
  return sum(pids.map((pid) => statusKib(pid, 'VmHWM'))) / 1024;
}

function statusKib(pid: number, field: string): number {
  const found = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'mu').exec(
    readFileSync(`/proc/${pid}/status`, 'utf8'),
  );
  if (found === null) throw new Error(`cannot read the memory of process ${pid}`);
  return Number(found[1]);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
