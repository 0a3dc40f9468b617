import { showDate, showTime } from '#contract/base/dates.ts';
import { NonPatientVisitId, type SeriesId } from '#contract/base/ids.ts';
import type { IssueCode } from '#contract/scheduling/issue.ts';
import type { NonPatientVisit } from '#contract/scheduling/non-patient-visit.ts';
import { stoodAgainst } from '#local/reads/clashes.ts';
import { newId } from '#local/store/new-id.ts';
import { queueWrite, queueWrites, waitingCalls, type WaitingCall, type Write } from '#local/outbox/outbox.ts';
import { readRow } from '#local/reads/reads.ts';
import type { Settles } from '#local/drafts/drafts.ts';
import { toastUndo } from '#shared/ui/toasts/toasts.tsx';
import { bookingOfBlock } from './booking-of-block.ts';

/** A meeting, a break or a block as it is written. */
export type BlockFields = Omit<NonPatientVisit, 'NonPatientVisitId' | 'SeriesId' | 'updated_at'>;

export const blockName = ({ Title, VisitTypeName }: Pick<NonPatientVisit, 'Title' | 'VisitTypeName'>) =>
  Title ?? VisitTypeName;

const when = ({ Start }: BlockFields) => `${showDate(Start)} at ${showTime(Start)}`;

/** `amber` is said with it, `draft` is that of the form it was typed in. */
type With = { amber?: string; draft?: Settles | undefined };

/** Several at once are a series: each of them stands for itself afterwards. */
export async function bookBlocks(
  blocks: readonly BlockFields[],
  accepted: IssueCode[],
  { amber = '', draft }: With = {},
): Promise<void> {
  const [first] = blocks;
  if (!first) return;
  const SeriesId = blocks.length > 1 ? (newId() as SeriesId) : null;
  const made = blocks.map((block) => ({ ...block, id: NonPatientVisitId.parse(newId()), SeriesId, accepted }));
  await queueWrites(
    made.map((input) => ({ name: 'scheduling.saveNonPatientVisit', input })),
    draft,
  );
  const others = blocks.length > 1 ? ` and ${blocks.length - 1} more times` : '';
  toastUndo(`${blockName(first)} is booked, ${when(first)}${others}.${amber}`, async () => {
    const removals = made.map(async ({ id }, at): Promise<Write> => {
      const base = (await shownNow(id)) ?? blocks[at] ?? {};
      return { name: 'scheduling.removeNonPatientVisit', input: { id }, base };
    });
    await queueWrites(await Promise.all(removals));
  });
}

export async function changeBlock(
  block: NonPatientVisit,
  changes: Partial<BlockFields>,
  accepted: IssueCode[],
  { amber = '', draft }: With = {},
): Promise<void> {
  const { NonPatientVisitId: id, updated_at: _stamp, ...before } = block;
  const after = { ...before, ...changes };
  const stood = stoodAgainst(bookingOfBlock(block));
  // What was not sent yet is no change for the server: it is there as it is told last.
  const isNew = (await waitingCalls()).some((call) => isBookingOf(call, id));
  await queueWrite('scheduling.saveNonPatientVisit', { ...after, id, accepted }, isNew ? {} : before, draft);
  toastUndo(`${blockName(after)} is now ${when(after)}.${amber}`, async () => {
    const shown = (await shownNow(id)) ?? after;
    // Only what was changed here: what somebody else has changed since stays.
    const names = Object.keys(changes) as (keyof BlockFields)[];
    const back = { ...shown, ...Object.fromEntries(names.map((name) => [name, before[name]])) };
    await queueWrite('scheduling.saveNonPatientVisit', { ...back, id, accepted: await stood }, isNew ? {} : shown);
  });
}

export async function removeBlock(removed: NonPatientVisit) {
  const { NonPatientVisitId: id, updated_at: _stamp, ...block } = removed;
  const stood = stoodAgainst(bookingOfBlock(removed));
  await queueWrite('scheduling.removeNonPatientVisit', { id }, block);
  toastUndo(`${blockName(block)} is removed, ${when(block)}.`, async () =>
    queueWrite('scheduling.saveNonPatientVisit', { ...block, id, accepted: await stood, restores: true }, block),
  );
}

/** As this device shows it: whoever takes something back has seen what became of it. */
async function shownNow(id: NonPatientVisitId) {
  const row = await readRow('nonPatientVisits', id);
  if (!row) return undefined;
  const { NonPatientVisitId: _id, updated_at: _stamp, ...block } = row;
  return block;
}

function isBookingOf({ name, input, base }: WaitingCall, id: NonPatientVisitId): boolean {
  return name === 'scheduling.saveNonPatientVisit' && input['id'] === id && Object.keys(base).length === 0;
}
