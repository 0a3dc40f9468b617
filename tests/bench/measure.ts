import { readdirSync, readFileSync } from 'node:fs';

/** One figure: what was measured, over how many runs, against which target. */
export type Figure = {
  name: string;
  unit: string;
  median: number;
  p95: number;
  runs: number;
  target: number;
  met: boolean;
  note?: string;
};

export function median(values: number[]): number {
  return percentile(values, 0.5);
}

export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const round = (value: number) => Math.round(value * 100) / 100;

/** The median of the runs decides. */
export function figure(name: string, unit: string, values: number[], target: number, note?: string): Figure {
  const middle = round(median(values));
  return {
    name,
    unit,
    median: middle,
    p95: round(percentile(values, 0.95)),
    runs: values.length,
    target,
    met: middle <= target,
    ...(note ? { note } : {}),
  };
}

/** The slowest runs decide: the 95th in a hundred. */
export function tailFigure(name: string, unit: string, values: number[], target: number, note?: string): Figure {
  const one = figure(name, unit, values, target, note);
  return { ...one, met: one.p95 <= target };
}

/** Of less than it says, a figure says nothing. */
export function assertAll(what: string, found: number, least: number): void {
  if (found < least) throw new Error(`Only ${found} of ${least} ${what}: nothing was measured.`);
}

/** Processor time a process has used so far, in ms (Linux: utime + stime at 100 ticks a second). */
export function cpuMs(pid: number): number {
  const fields = statOf(pid);
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Fields of a process from its state on; none when it has ended. */
function statOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  } catch {
    return [];
  }
}

/** The process that started another. */
export function parentOf(pid: number): number {
  return Number(statOf(pid)[1]);
}

/** Processor time of a database server so far, in ms: its own, of the processes it has, and of those that ended. */
export function databaseCpuMs(postmaster: number): number {
  const fields = statOf(postmaster);
  const ended = (Number(fields[13]) + Number(fields[14])) * 10;
  const living = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === postmaster)
    .reduce((sum, pid) => sum + (cpuMs(pid) || 0), 0);
  return cpuMs(postmaster) + ended + living;
}
