import { PatientId } from '#contract/base/ids.ts';
import type { Device } from './device.ts';
import { readDraft, saveDraft } from '../drafts/drafts.ts';

/** A chart that a person opened from what this device keeps; the time is this device's. */
export type OpenedChart = { PatientId: PatientId; openedAt: string };

const prefix = 'chart-view:';

/**
 * Keeps until the server knows it that a chart was opened: once for each patient and hour. Beside the waiting calls: it
 * is no work of anybody's, and must neither hold up a change nor be counted as one.
 */
export async function noteOpened({ outbox }: Device, opened: string, at = new Date()): Promise<void> {
  const openedAt = at.toISOString();
  const key = `${prefix}${opened}:${openedAt.slice(0, 13)}`;
  if ((await outbox.drafts.where('key').equals(key).count()) > 0) return;
  await saveDraft(key, { PatientId: PatientId.parse(opened), openedAt } satisfies OpenedChart);
}

/** At most so many of those the server has not heard of. What a former password sealed waits until it is typed. */
export async function openedCharts(
  { outbox }: Device,
  most: number,
): Promise<{ keys: string[]; charts: OpenedChart[] }> {
  const kept = await outbox.drafts.where('key').startsWith(prefix).primaryKeys();
  const keys: string[] = [];
  const charts: OpenedChart[] = [];
  for (const key of kept) {
    const chart = charts.length < most ? await readDraft<OpenedChart>(key) : undefined;
    if (!chart) continue;
    keys.push(key);
    charts.push(chart);
  }
  return { keys, charts };
}

export async function forgetOpened({ outbox }: Device, keys: readonly string[]): Promise<void> {
  await outbox.drafts.bulkDelete([...keys]);
}
