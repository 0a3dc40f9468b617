import { showDate, showTime } from '#contract/base/dates.ts';
import { VisitId } from '#contract/base/ids.ts';
import { seenIn, type SeenDays } from '#contract/scheduling/days-meanwhile.ts';
import { mostDays } from '#contract/scheduling/planned-days.ts';
import { isToCome } from '#contract/visits/series-scope.ts';
import { queueWrites, type Write } from '#local/outbox/outbox.ts';
import { customDaysBetween, sureCustomDays } from '#local/reads/scheduling.ts';
import { readVisit } from '#local/reads/visits.ts';
import type { Settles } from '#local/drafts/drafts.ts';
import type { QueuedDay, Rebooking } from './day-form.ts';

/** What was done with the days: how many, and what became of the bookings outside of them. */
export type SavedDays = { days: number; moved: number; cancelled: number; asked: number; elsewhere: number };

/**
 * Queues the days first, so that the server knows the new hours when it is asked for the moves. All of it is kept, or
 * nothing. `draft` is where the days were held until then.
 */
export async function saveDays(queue: readonly QueuedDay[], now: string, draft?: Settles): Promise<SavedDays> {
  const writes: Write[] = [];
  for (let at = 0; at < queue.length; at += mostDays) {
    const days = queue.slice(at, at + mostDays);
    const customDayProviderSchedules = days.map(({ rebook: _rebook, seen: _seen, ...day }) => day);
    writes.push({ name: 'scheduling.createCustomDays', input: { customDayProviderSchedules }, base: seenOf(days) });
  }
  const saved = { days: queue.length, moved: 0, cancelled: 0, asked: 0, elsewhere: 0 };
  for (const { CustomDayId, rebook } of queue) {
    for (const decided of rebook) {
      const found = await rebooked(decided, now);
      if (!found) continue;
      saved[found.done] += 1;
      // Hours that the server refuses leave their bookings as they are.
      if (found.write) writes.push({ ...found.write, deps: [CustomDayId] });
    }
  }
  await queueWrites(writes, draft);
  return saved;
}

/**
 * With how each day is shown now, where its form does not tell how it was when that was opened; what was seen of a day
 * that is held stays.
 */
export async function withSeen(days: readonly QueuedDay[], held: readonly QueuedDay[]): Promise<QueuedDay[]> {
  const dates = days.map(({ day }) => day).toSorted();
  const shown = await customDaysBetween(dates[0] ?? '', dates.at(-1) ?? '');
  const sure = await sureCustomDays();
  return days.map((day) => {
    const before = held.find((one) => one.ProviderId === day.ProviderId && one.day === day.day);
    if (before) return { ...day, ...('seen' in before && { seen: before.seen }) };
    const { seen = seenIn([day], shown)[0]?.was ?? null, ...rest } = day;
    return day.day < sure.from || day.day > sure.to ? rest : { ...rest, seen };
  });
}

function seenOf(days: readonly QueuedDay[]): SeenDays {
  return {
    seen: days.flatMap(({ ProviderId, day, seen }) => (seen === undefined ? [] : [{ ProviderId, day, was: seen }])),
  };
}

type Rebooked = { done: 'elsewhere'; write?: never } | { done: 'moved' | 'cancelled' | 'asked'; write: Write };

/** A visit that began, was let go or was moved meanwhile is left alone: what was decided was decided of the old time. */
async function rebooked(decided: Rebooking, now: string): Promise<Rebooked | null> {
  const { choice, reason } = decided;
  const visit = await readVisit(VisitId.parse(decided.VisitId));
  if (!visit || choice.kind === 'leave' || !isToCome(visit, now)) return null;
  if (visit.Start !== decided.Start || visit.ProviderId !== decided.ProviderId) return { done: 'elsewhere' };
  const { VisitId: of, updated_at: lastUpdated, stage } = visit;
  if (choice.kind === 'cancel') {
    const input = { id: of, destination: 'cancelled', CancelReason: reason, lastUpdated } as const;
    return { done: 'cancelled', write: { name: 'visits.move', input, base: { stage } } };
  }
  const changes =
    choice.kind === 'move'
      ? // A room belongs to the time that was booked.
        { ...choice.to, ...(visit.RoomId !== null && { RoomId: null }) }
      : { SchedulingNote: askNote(visit.SchedulingNote, visit.Start) };
  const before = Object.fromEntries(Object.keys(changes).map((field) => [field, visit[field as keyof typeof visit]]));
  const input = { id: of, changes, lastUpdated, accepted: [] };
  const done = choice.kind === 'move' ? 'moved' : 'asked';
  return { done, write: { name: 'visits.reschedule', input, base: before } };
}

/** Stands with the visit until somebody has asked: the calendar's card and the visit show it. */
function askNote(note: string | null, Start: string): string {
  const ask = `Ask to rebook: ${showDate(Start)} ${showTime(Start)} is outside the new hours.`;
  return [ask, note].filter(Boolean).join(' ').slice(0, 500);
}

/** `Saved. 5 visits moved, 1 cancelled.` */
export function savedWords({ days, moved, cancelled, asked, elsewhere }: SavedDays): string {
  const parts = [
    moved > 0 && `${moved} ${moved === 1 ? 'visit' : 'visits'} moved`,
    cancelled > 0 && `${cancelled} canceled`,
    asked > 0 && `${asked} to ask`,
  ].filter(Boolean);
  const what = days === 1 ? 'The day is saved.' : `${days} days are saved.`;
  const done = parts.length > 0 ? `${what} ${parts.join(', ')}.` : what;
  if (elsewhere === 0) return done;
  const left =
    elsewhere === 1 ? '1 visit was already moved and stays' : `${elsewhere} visits were already moved and stay`;
  return `${done} ${left} where someone else put ${elsewhere === 1 ? 'it' : 'them'}.`;
}
