import { patientsOnDays } from './bundles.ts';
import { chartsOnScreen } from './charts-on-screen.ts';
import type { LocalChart, MirrorDatabase } from './db.ts';
import { device, type Device } from './device.ts';
import { patientsOfCalls } from '../outbox/patients-of-calls.ts';

/** Charts kept beyond the working set, because someone opened them: a few weeks of one person's work. */
export const mostOpenedCharts = 400;
/** Longer than one round through the working set takes, so that no chart of the round is counted as left out. */
const roundMs = 2 * 24 * 3_600_000;

/**
 * Removes the least recently opened charts beyond `keep`, with their rows; they are fetched again when opened.
 * What stays whatever `keep` says: the working set, patients with a visit from `fromDay` on, because work lists
 * show them, those of calls that wait or were refused, and those on a screen now. How many were removed.
 */
export async function dropUnopenedCharts(on: Device, keep: number, fromDay: string): Promise<number> {
  const { mirror } = on;
  const inUse = new Set([...(await patientsOfCalls(on)), ...(await chartsOnScreen(on))]);
  return mirror.transaction('rw', mirror.tables, async () => {
    const onDemand = (await chartsBeyondWorkingSet(mirror)).toSorted((a, b) => usedAt(b) - usedAt(a));
    if (onDemand.length <= keep) return 0;
    const near = new Set(await patientsOnDays(mirror, fromDay, lastDay));
    const gone = onDemand
      .slice(keep)
      .flatMap(({ PatientId }) => (near.has(PatientId) || inUse.has(PatientId) ? [] : [PatientId]));
    await mirror.charts.bulkDelete(gone);
    // Nothing is written: a full disk must let go of these. What leads to them leads to nothing.
    await mirror.patientBundles.bulkDelete(gone);
    await mirror.visitBundles.where('PatientId').anyOf(gone).delete();
    await mirror.visitsWritten.bulkDelete(gone);
    return gone.length;
  });
}

/** Everything of a patient was fetched once, and what changes comes since. */
export async function isWholeChart(PatientId: string): Promise<boolean> {
  const chart = await device().mirror.charts.get(PatientId);
  return Boolean(chart?.hydratedAt);
}

/** Which of these patients' charts were fetched whole. */
export async function wholeCharts(PatientIds: readonly string[]): Promise<Set<string>> {
  const charts = await device().mirror.charts.bulkGet([...PatientIds]);
  return new Set(charts.flatMap((chart) => (chart?.hydratedAt ? [chart.PatientId] : [])));
}

const lastDay = '9999-12-31';

/** When the last complete round of the working set ended; null before the first one. */
export async function lastRound(mirror: MirrorDatabase): Promise<number | null> {
  const hydration = (await mirror.kv.get('hydration'))?.value as { P1At?: number | null } | undefined;
  return hydration?.P1At ?? null;
}

/** Charts that were fetched or opened for themselves, and were not in the last complete round of the working set. */
async function chartsBeyondWorkingSet(mirror: MirrorDatabase): Promise<LocalChart[]> {
  const since = ((await lastRound(mirror)) ?? 0) - roundMs;
  const charts = await mirror.charts.toArray();
  return charts.filter(({ workingAt = 0, ...chart }) => usedAt(chart) > 0 && (workingAt === 0 || workingAt < since));
}

function usedAt({ openedAt, hydratedAt }: LocalChart): number {
  return Math.max(openedAt, hydratedAt ?? 0);
}
