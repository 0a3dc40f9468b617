import type { z } from 'zod';
import { addDays, wallTimeIn } from '#contract/base/dates.ts';
import type { OnlineSlots, onlineSchedulingEndpoints } from '#contract/online-scheduling/endpoints.ts';
import { lastOnlineDay, slotsOn, type OnlineSlot } from '#contract/online-scheduling/online-slots.ts';
import { dayOf } from '#contract/scheduling/wall-time.ts';
import type { Tx } from '#server/kit/context.ts';
import { onlineFacts, type Offer } from './facts.ts';
import { wantedOffer } from './options.ts';
import { noteBooker, type Booker } from './person.ts';
import { holdOf } from './rows.ts';

type Asked = z.output<typeof onlineSchedulingEndpoints.slots.input>;
/** How many days are looked at together for the next free time. */
const stride = 28;

/** The free times of some days; where they have none, the next free time after them. */
export async function slotsFor(
  tx: Tx,
  booker: Booker,
  { from, days, ...wanted }: Asked,
  now: Date,
): Promise<z.input<typeof OnlineSlots>> {
  await noteBooker(tx, booker, 'patient read');
  const offer = await wantedOffer(tx, booker, wanted, now);
  const { TimeZone } = offer.facility;
  const today = dayOf(wallTimeIn(TimeZone, now));
  const last = lastOnlineDay({ ...offer, now });
  const first = from < today ? today : from;
  const until = addDays(from, days);
  // What the person holds already stays one of the free times for them.
  const own = (await holdOf(tx, booker.SessionId)) ?? null;
  const look = (of: { from: string; until: string }) =>
    timesIn(tx, offer, { ...of, last, own, sid: booker.SessionId, now, ProviderId: wanted.ProviderId });
  const found = first < until ? await look({ from: first, until }) : [];
  let next: string | null = null;
  if (found.every(({ times }) => times.length === 0))
    for (let at = until > today ? until : today; at <= last && next === null; at = addDays(at, stride)) {
      const ahead = await look({ from: at, until: addDays(at, stride) });
      next = ahead.find(({ times }) => times.length > 0)?.times[0] ?? null;
    }
  return { days: found, next, today, last, TimeZone };
}

type Span = {
  from: string;
  until: string;
  last: string;
  own: OnlineSlot | null;
  sid: string;
  now: Date;
  ProviderId: string | null;
};

async function timesIn(
  tx: Tx,
  offer: Offer,
  { from, until, last, own, sid, now, ProviderId }: Span,
): Promise<{ day: string; times: string[] }[]> {
  const facts = await onlineFacts(tx, offer, { days: { from, until }, sid, own, now });
  const found: { day: string; times: string[] }[] = [];
  for (let day = from; day < until && day <= last; day = addDays(day, 1))
    found.push({ day, times: slotsOn(facts, day, ProviderId).map(({ Start }) => Start) });
  return found;
}
