import { showDate } from '#contract/base/dates.ts';
import { placeOfRequest, type VisitRequest } from '#contract/scheduling/visit-request.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import type { FieldDiff } from '#local/reads/record-diff.ts';
import type { FreshCall } from '#shared/conflict-views.ts';
import { mineOver, rowOf } from '#sync/changes/fresh-call.ts';
import { facilityOf, providerOf } from '#sync/field-words.ts';
import { gridWords } from './grid-choice.ts';

/** What somebody waits for as I changed it, over how it is now; who was taken off the list is back on it. */
export function requestOver(call: ParkedCall): FreshCall {
  const { input, base } = mineOver(call, placeOfRequest);
  return { input: isWithdrawn(call) ? { ...input, reopens: true } : input, base };
}

/** Whether the refused call would change a place on the waitlist that somebody has taken away. */
export function isWithdrawn(call: ParkedCall): boolean {
  return rowOf(call)?.['state'] === 'withdrawn';
}

/** What somebody would wait for, against how it is now; only what differs. */
export async function requestDiff(call: ParkedCall): Promise<FieldDiff[]> {
  const { input } = requestOver(call);
  const [mine, now] = await Promise.all([
    requestWords(input),
    requestWords((call.current ?? {}) as Partial<VisitRequest>),
  ]);
  return Object.keys(mine)
    .filter((name) => mine[name] !== now[name])
    .map((name) => ({ name, mine: mine[name] ?? '-', now: now[name] ?? '-' }));
}

/** What was to be removed as it was seen, against how it reads now; only what differs. */
export async function withdrawnDiff({ kind, base, current }: ParkedCall): Promise<FieldDiff[] | null> {
  if (kind !== 'changed-elsewhere') return null;
  const [seen, there] = await Promise.all([requestWords(base), requestWords((current ?? {}) as Partial<VisitRequest>)]);
  return Object.entries(there)
    .filter(([part, words]) => words !== seen[part])
    .map(([part, words]) => ({ name: part, mine: removed(seen[part]), now: words }));
}

const removed = (words = '-') => (words === '-' ? 'Removed' : `Removed, was ${words}`);

/** What somebody waits for, by what each part of it is called. */
async function requestWords(of: Partial<VisitRequest>): Promise<Record<string, string>> {
  return {
    Facility: await facilityOf(of.FacilityId),
    Provider: of.ProviderId === null ? 'Anyone' : await providerOf(of.ProviderId),
    'Visit type': of.VisitTypeName ?? '-',
    Minutes: String(of.Minutes ?? '-'),
    Times: of.grid ? gridWords(of.grid) : '-',
    Priority: String(of.Priority ?? '-'),
    'Last day': of.Expires ? showDate(of.Expires) : '-',
    Note: of.Note ?? '-',
  };
}
