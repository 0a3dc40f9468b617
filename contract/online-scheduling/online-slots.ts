import { addDays, wallTimeIn } from '../base/dates.ts';
import { momentOf } from '../messages/clock.ts';
import type { BookingFacility, BookingProvider } from '../scheduling/booking-facts.ts';
import { isSkipped } from '../scheduling/clock-changes.ts';
import { addMinutes, atTime, dayOf, daysOf, overlap, type Span } from '../scheduling/wall-time.ts';
import { openSpans, workingDay, type ClosedDay, type CustomHours } from '../scheduling/working-day.ts';
import { inOrderOfChoice } from './any-provider.ts';
import type { BookingRule } from './booking-rule.ts';
import type { Busy, ProviderDay } from './busy.ts';

export type OnlineRule = Pick<
  BookingRule,
  | 'FacilityId'
  | 'VisitTypeName'
  | 'StartEvery'
  | 'NoticeHours'
  | 'HorizonDays'
  | 'BufferBefore'
  | 'BufferAfter'
  | 'MaxPerProvider'
  | 'MaxPerFacility'
  | 'NeedsRoom'
>;

export type OnlineRoom = { RoomId: string; Capacity: number; Inactive: boolean };

/** All that decides what can be booked online; what is busy is known from the day before the first day asked for on. */
export type OnlineFacts = {
  rule: OnlineRule;
  facility: Pick<BookingFacility, 'TimeZone'> & { rooms: readonly OnlineRoom[] };
  /** How long the visit takes. */
  minutes: number;
  /** Those who take it. */
  providers: readonly BookingProvider[];
  customDays: readonly CustomHours[];
  holidays: readonly ClosedDay[];
  busy: readonly Busy[];
  /** Whether the person may come that day to this provider; the reason is never told. */
  mayCome: (slot: OnlinePlace) => boolean;
  /** Who treats the person already. */
  prefers: string | null;
  /** What the person holds already, whose time stays one to book. */
  own: OnlinePlace | null;
  now: Date;
};

export type OnlinePlace = Span & { ProviderId: string };
export type OnlineSlot = OnlinePlace & { RoomId: string | null };

/** The last day that can be booked, at the facility. */
export function lastOnlineDay({ rule, facility, now }: Pick<OnlineFacts, 'rule' | 'facility' | 'now'>): string {
  return addDays(dayOf(wallTimeIn(facility.TimeZone, now)), rule.HorizonDays);
}

/** Knows what is busy by provider and by room, for who asks about many days. */
export type IndexedOnline = OnlineFacts & {
  ofProvider(ProviderId: string, day: string): readonly Busy[];
  inRoom(RoomId: string, day: string): readonly Busy[];
  countAt(day: string): number;
  earliest: { wall: string; at: number };
};

export function indexOnline(facts: OnlineFacts): IndexedOnline {
  const lists = new Map<string, Busy[]>();
  const put = (key: string, one: Busy) => {
    const list = lists.get(key);
    if (list) list.push(one);
    else lists.set(key, [one]);
  };
  for (const one of facts.busy)
    for (const day of daysOf(one)) {
      put(`provider ${one.ProviderId} ${day}`, one);
      if (one.RoomId !== null) put(`room ${one.RoomId} ${day}`, one);
      if (isOfRule(one, facts.rule)) put(`type ${day}`, one);
    }
  const at = facts.now.getTime() + facts.rule.NoticeHours * 3_600_000;
  return {
    ...facts,
    ofProvider: (id, day) => lists.get(`provider ${id} ${day}`) ?? [],
    inRoom: (id, day) => lists.get(`room ${id} ${day}`) ?? [],
    countAt: (day) => lists.get(`type ${day}`)?.length ?? 0,
    earliest: { at, wall: wallTimeIn(facts.facility.TimeZone, new Date(at)) },
  };
}

function isOfRule(one: Busy, { FacilityId, VisitTypeName }: OnlineRule): boolean {
  return (
    (one.kind === 'visit' || one.kind === 'hold') &&
    one.FacilityId === FacilityId &&
    one.VisitTypeName === VisitTypeName
  );
}

/**
 * The times of a day that can be booked, each with who would treat, earliest first; null for any provider. What is
 * shown, held and booked all come from here: a time that is shown is one that can be booked.
 */
export function slotsOn(facts: IndexedOnline, day: string, ProviderId: string | null): OnlineSlot[] {
  const { rule, facility } = facts;
  if (day < dayOf(facts.earliest.wall) || day > lastOnlineDay(facts)) return [];
  if (rule.MaxPerFacility !== null && facts.countAt(day) >= rule.MaxPerFacility) return [];
  const asked = facts.providers.filter((one) => ProviderId === null || one.ProviderId === ProviderId);
  const days = asked.map((provider) => {
    const working = workingDay({ ...facts, provider, day, FacilityId: rule.FacilityId });
    return { provider, working, busy: facts.ofProvider(provider.ProviderId, day) };
  });
  const found = new Map<string, OnlineSlot>();
  for (const one of inOrderOfChoice(days, day, facts.prefers)) {
    for (const place of placesOf(one, facts, day)) {
      if (found.has(place.Start) || !facts.mayCome(place)) continue;
      const RoomId = rule.NeedsRoom ? freeRoom(facts, place) : null;
      if (RoomId === undefined || isSkipped(place.Start, facility.TimeZone) || isSkipped(place.End, facility.TimeZone))
        continue;
      found.set(place.Start, { ...place, RoomId });
    }
  }
  return [...found.values()].toSorted((a, b) => a.Start.localeCompare(b.Start));
}

/** The free times of one provider. Limits leave times out and never move the others (cliniko-api #64). */
function placesOf({ provider, working, busy }: ProviderDay, facts: IndexedOnline, day: string): OnlinePlace[] {
  const { rule, minutes, own } = facts;
  const { ProviderId } = provider;
  const booked = busy.filter((one) => isOfRule(one, rule)).length;
  if (rule.MaxPerProvider !== null && booked >= rule.MaxPerProvider) return [];
  const minute = minuteOf(day);
  const within = ({ Start, End }: Span): Minutes => ({ from: minute(Start), to: minute(End) });
  const open = openSpans(day, working.blocks).map(within);
  const taken = [
    ...working.off.map(within),
    ...busy.map((one) => (one.kind === 'meeting' ? within(one) : withBuffers(within(one), rule))),
  ].filter(({ from, to }) => from < to);
  const starts = new Set(open.flatMap((span) => startsIn(span, { rule, minutes, busy, minute })));
  if (own?.ProviderId === ProviderId && dayOf(own.Start) === day) starts.add(minute(own.Start));
  const isFree = (from: number) => {
    const to = from + minutes;
    return (
      open.some((span) => span.from <= from && to <= span.to) && !taken.some((one) => one.from < to && from < one.to)
    );
  };
  const midnight = atTime(day, '00:00');
  return [...starts]
    .filter(isFree)
    .map((from) => ({ ProviderId, Start: addMinutes(midnight, from), End: addMinutes(midnight, from + minutes) }))
    .filter(({ Start }) => isInTime(Start, facts));
}

/** Minutes since the midnight with which the day begins: a month of twenty providers compares them half a million times. */
type Minutes = { from: number; to: number };

function minuteOf(day: string): (wall: string) => number {
  const midnight = Date.parse(`${day}T00:00Z`);
  return (wall) => (Date.parse(`${wall}Z`) - midnight) / 60_000;
}

type Within = {
  rule: OnlineRule;
  minutes: number;
  busy: readonly Busy[];
  minute: (wall: string) => number;
};

/** On the grid from when the hours begin, and right after what is booked. A time that is only held begins none: it may go. */
function startsIn({ from, to }: Minutes, { rule, minutes, busy, minute }: Within): number[] {
  const starts: number[] = [];
  for (let start = from; start + minutes <= to; start += rule.StartEvery) starts.push(start);
  for (const { kind, End } of busy) {
    if (kind !== 'visit' && kind !== 'meeting') continue;
    const after = minute(End) + (kind === 'visit' ? rule.BufferBefore : 0);
    if (from <= after && after < to) starts.push(after);
  }
  return starts;
}

/** As far as another visit must stay off it: that one has minutes free before it and after. */
function withBuffers({ from, to }: Minutes, { BufferBefore, BufferAfter }: OnlineRule): Minutes {
  return from < to ? { from: from - BufferAfter, to: to + BufferBefore } : { from, to };
}

/** Near a change of the clocks wall times tell nothing of the hours that pass until then. */
const unsureMinutes = 180;

function isInTime(Start: string, { earliest, facility }: IndexedOnline): boolean {
  if (Start > addMinutes(earliest.wall, unsureMinutes)) return true;
  if (Start < addMinutes(earliest.wall, -unsureMinutes)) return false;
  return momentOf(Start, facility.TimeZone).getTime() >= earliest.at;
}

/** The first room with a place for the whole time; undefined where none has. */
function freeRoom(facts: IndexedOnline, place: Span): string | undefined {
  const day = dayOf(place.Start);
  return facts.facility.rooms.find(
    ({ RoomId, Capacity, Inactive }) =>
      !Inactive && facts.inRoom(RoomId, day).filter((one) => overlap(one, place)).length < Capacity,
  )?.RoomId;
}

/** The same time as it stands now, with who would treat; undefined where it can no longer be booked. */
export function slotAt(
  facts: IndexedOnline,
  { Start, ProviderId }: { Start: string; ProviderId: string | null },
): OnlineSlot | undefined {
  return slotsOn(facts, dayOf(Start), ProviderId).find((slot) => slot.Start === Start);
}

/** Up to three times nearest to one that is gone: of its day first, then of the days after it. */
export function nearestTimes(
  facts: IndexedOnline,
  { Start, ProviderId }: { Start: string; ProviderId: string | null },
): string[] {
  const distance = (time: string) => Math.abs(Date.parse(`${time}Z`) - Date.parse(`${Start}Z`));
  const found: string[] = [];
  const last = lastOnlineDay(facts);
  for (let day = dayOf(Start), ahead = 0; day <= last && found.length < 3 && ahead < 14; day = addDays(day, 1)) {
    const times = slotsOn(facts, day, ProviderId).map((slot) => slot.Start);
    found.push(...times.toSorted((a, b) => distance(a) - distance(b) || a.localeCompare(b)).slice(0, 3 - found.length));
    ahead += 1;
  }
  return found;
}
