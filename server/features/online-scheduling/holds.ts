import type { z } from 'zod';
import { addDays } from '#contract/base/dates.ts';
import { fail } from '#contract/base/errors.ts';
import type { Hold, onlineSchedulingEndpoints } from '#contract/online-scheduling/endpoints.ts';
import { holdUntil, isHeld } from '#contract/online-scheduling/hold-limits.ts';
import { nearestTimes, slotAt, type OnlineSlot } from '#contract/online-scheduling/online-slots.ts';
import { dayOf } from '#contract/scheduling/wall-time.ts';
import { refusals } from '#contract/words/refusals.ts';
import { holdInTurn } from '#server/features/scheduling/store.ts';
import type { Tx } from '#server/kit/context.ts';
import { onlineFacts, type Offer } from './facts.ts';
import { judgedAgain, shownHold, wantedOffer } from './options.ts';
import { noteBooker, type Booker } from './person.ts';
import { dropHold, extendHold, holdOf, putHold, type HoldRow } from './rows.ts';

type Table = typeof onlineSchedulingEndpoints;
type Held = { hold: z.input<typeof Hold>; now: string };

/** Days after the one that was asked for in which times are looked for instead. */
const daysNear = 14;

/**
 * Until the transaction ends nobody else books or holds around that time: neither with one of these providers, nor, for
 * limits of the whole day and for rooms, at the facility.
 */
async function holdDay(tx: Tx, offer: Offer, Start: string): Promise<void> {
  const day = dayOf(Start);
  const { FacilityId, NeedsRoom } = offer.rule;
  await holdInTurn(tx, [
    `online ${FacilityId} ${day}`,
    ...offer.providers.map(({ ProviderId }) => `provider ${ProviderId} ${day}`),
    ...(NeedsRoom ? offer.facility.rooms.map(({ RoomId }) => `room ${RoomId}`) : []),
    ...(offer.care ? [`patient ${offer.care.episode.PatientId}`] : []),
  ]);
}

/** What somebody may book, judged while nobody else books or holds around that time, nor for the same patient. */
export async function offerInTurn(
  tx: Tx,
  booker: Booker,
  { Start, ...wanted }: Parameters<typeof wantedOffer>[2] & { Start: string },
  now: Date,
): Promise<Offer> {
  const offer = await wantedOffer(tx, booker, wanted, now);
  await holdDay(tx, offer, Start);
  return judgedAgain(tx, offer, now);
}

type Wish = { Start: string; ProviderId: string | null; own: OnlineSlot | null; sid: string; now: Date };

/** The time as it is free just now, by the rules that showed it; refused with the nearest others where it is gone. */
export async function freeSlot(tx: Tx, offer: Offer, { Start, ProviderId, own, sid, now }: Wish): Promise<OnlineSlot> {
  const day = dayOf(Start);
  const around = { sid, own, now };
  const facts = await onlineFacts(tx, offer, { ...around, days: { from: day, until: addDays(day, 1) } });
  const slot = slotAt(facts, { Start, ProviderId });
  if (slot) return slot;
  const more = await onlineFacts(tx, offer, { ...around, days: { from: day, until: addDays(day, daysNear) } });
  fail('conflict', refusals.timeTaken.en, { current: { times: nearestTimes(more, { Start, ProviderId }) } });
}

/**
 * Keeps a time for ten minutes in place of what the session held before; where it is gone, that one stays. Asked for
 * again, the same time ends when it would have ended.
 */
export async function makeHold(
  tx: Tx,
  booker: Booker,
  { HoldId, Start, ...wanted }: z.output<Table['hold']['input']>,
  now: Date,
): Promise<Held> {
  await noteBooker(tx, booker, 'patient change');
  const offer = await offerInTurn(tx, booker, { ...wanted, Start }, now);
  const { SessionId } = booker;
  const before = await holdOf(tx, SessionId);
  // Sent again after a lost reply.
  if (before?.HoldId === HoldId && before.Start === Start && isLive(before, now))
    return { hold: await shownHold(tx, before), now: now.toISOString() };
  const { ProviderId } = wanted;
  const slot = await freeSlot(tx, offer, { Start, ProviderId, own: before ?? null, sid: SessionId, now });
  const goesOn = before && isLive(before, now) && before.Start === slot.Start && before.ProviderId === slot.ProviderId;
  const row: HoldRow = {
    HoldId,
    SessionId,
    BookingRuleId: offer.rule.BookingRuleId,
    CaseId: offer.care?.episode.CaseId ?? null,
    FacilityId: offer.rule.FacilityId,
    VisitTypeName: offer.rule.VisitTypeName,
    AskedProviderId: ProviderId,
    ...slot,
    ...(goesOn ? lastingOf(before) : lastingFrom(now)),
  };
  await putHold(tx, row, now);
  return { hold: await shownHold(tx, row), now: now.toISOString() };
}

type Lasting = Pick<HoldRow, 'createdAt' | 'expiresAt' | 'isExtended'>;

const lastingOf = ({ createdAt, expiresAt, isExtended }: HoldRow): Lasting => ({ createdAt, expiresAt, isExtended });

const lastingFrom = (createdAt: Date): Lasting => ({
  createdAt: createdAt.toISOString(),
  expiresAt: holdUntil({ createdAt, isExtended: false }).toISOString(),
  isExtended: false,
});

export const isLive = ({ expiresAt }: HoldRow, now: Date) => isHeld(new Date(expiresAt), now);

/** What a session holds, if it is the one of that id and still counts. */
export function liveHold(held: HoldRow | undefined, HoldId: string, now: Date): HoldRow {
  if (held?.HoldId !== HoldId || !isLive(held, now)) fail('not-found', refusals.holdEnded.en);
  return held;
}

/** Five minutes more, once; asked for again it stays as it is. */
export async function keepLonger(tx: Tx, booker: Booker, HoldId: string, now: Date): Promise<Held> {
  await noteBooker(tx, booker, 'patient change');
  const held = liveHold(await holdOf(tx, booker.SessionId), HoldId, now);
  if (held.isExtended) return { hold: await shownHold(tx, held), now: now.toISOString() };
  const expiresAt = holdUntil({ createdAt: new Date(held.createdAt), isExtended: true });
  await extendHold(tx, booker.SessionId, expiresAt);
  const longer = { ...held, isExtended: true, expiresAt: expiresAt.toISOString() };
  return { hold: await shownHold(tx, longer), now: now.toISOString() };
}

export async function giveUp(tx: Tx, booker: Booker, HoldId: string): Promise<{ ended: boolean }> {
  await noteBooker(tx, booker, 'patient change');
  const held = await holdOf(tx, booker.SessionId);
  if (held?.HoldId !== HoldId) return { ended: false };
  return { ended: (await dropHold(tx, booker.SessionId)) > 0 };
}
