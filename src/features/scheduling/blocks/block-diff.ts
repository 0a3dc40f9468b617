import type { VisitChanges } from '#contract/visits/endpoints.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import type { FieldDiff } from '#local/reads/record-diff.ts';
import { readRow } from '#local/reads/reads.ts';
import { notBooked } from '#sync/field-words.ts';
import { placeDiff, spanOf, type Place } from '../booking/place-diff.ts';
import { blockOver } from '../mine-over.ts';

/** A meeting, a break or a block as it was written, against the one this device holds. */
export async function blockDiff(call: ParkedCall): Promise<FieldDiff[]> {
  const { input } = blockOver(call);
  const before = await readRow('nonPatientVisits', String(input['id']));
  const { Title } = input as { Title?: string | null };
  const titled = Title ? [{ name: 'Title', mine: Title, now: before ? (before.Title ?? '-') : notBooked }] : [];
  return [...titled, ...(await placeDiff(input as VisitChanges, before))];
}

/** One that was to be removed, against where it is now. */
export function removedBlockDiff({ base, current }: ParkedCall): FieldDiff[] {
  return [{ name: 'When', mine: `Remove ${spanOf(base)}`, now: spanOf((current ?? {}) as Place) }];
}
