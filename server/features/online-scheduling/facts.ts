import { addDays, wallTimeIn } from '#contract/base/dates.ts';
import { chartRulesOn } from '#contract/address-book/chart-rules.ts';
import { nameToday } from '#contract/facilities/name-today.ts';
import type { Facility } from '#contract/facilities/facility.ts';
import type { Busy } from '#contract/online-scheduling/busy.ts';
import type { BookingRule } from '#contract/online-scheduling/booking-rule.ts';
import { careAllows, type CareDemands, type OnlineCase } from '#contract/online-scheduling/care-allows.ts';
import {
  indexOnline,
  type IndexedOnline,
  type OnlinePlace,
  type OnlineSlot,
} from '#contract/online-scheduling/online-slots.ts';
import { disciplineOf, isAssistant, type Provider } from '#contract/providers/provider.ts';
import { indexFacts, type Booking, type IndexedFacts } from '#contract/scheduling/booking-facts.ts';
import { dayOf } from '#contract/scheduling/wall-time.ts';
import {
  customDaysIn,
  facilitiesNamed,
  holidaysIn,
  providersAt,
  providersNamed,
} from '#server/features/scheduling/store.ts';
import { payersOfCase } from '#server/features/visits/store.ts';
import type { Tx } from '#server/kit/context.ts';
import { busyIn, permitsOf, visitsOfPatient, type Days, type RuleRow } from './rows.ts';

/** What is booked: a rule at its facility, and of a follow-up the case, with what allows its visits. */
export type Offer = {
  rule: RuleRow;
  facility: Facility;
  minutes: number;
  providers: Provider[];
  care: Care | null;
};

export type Care = { episode: OnlineCase; demands: CareDemands; facts: IndexedFacts };

/** What a rule stands for just now; undefined where its facility, its visit type or all its providers are gone. */
export async function offerOf(
  tx: Tx,
  rule: RuleRow,
  { episode, now }: { episode: OnlineCase | null; now: Date },
): Promise<Offer | undefined> {
  const [facility] = await facilitiesNamed(tx, [rule.FacilityId]);
  if (!facility || facility.Inactive) return undefined;
  const type = facility.visit_types.find(
    ({ VisitTypeId, deleted_at, IsNonPatientVisit }) =>
      VisitTypeId === rule.VisitTypeId && deleted_at === null && !IsNonPatientVisit,
  );
  const providers = (await providersAt(tx, rule.FacilityId)).filter((one) => takes(one, rule, episode));
  if (!type || providers.length === 0) return undefined;
  const care = episode && (await careOf(tx, episode, { providers, facility, now }));
  return { rule, facility, minutes: type.Minutes, providers, care };
}

/** An assistant begins no episode of care; a follow-up stays within its discipline. */
function takes({ ProviderId, Type }: Provider, { ProviderIds }: BookingRule, episode: OnlineCase | null): boolean {
  if (ProviderIds !== null && !ProviderIds.includes(ProviderId)) return false;
  return episode ? disciplineOf(Type) === episode.Discipline : !isAssistant(Type);
}

/** The same with what allows the visits of its case read again. */
export async function withCareNow(tx: Tx, offer: Offer, now: Date): Promise<Offer> {
  return offer.care ? { ...offer, care: await careOf(tx, offer.care.episode, { ...offer, now }) } : offer;
}

type Around = { providers: readonly Provider[]; facility: Facility; now: Date };

async function careOf(tx: Tx, episode: OnlineCase, { providers, facility, now }: Around): Promise<Care> {
  const visits = await visitsOfPatient(tx, episode.PatientId);
  const known = new Set<string>(providers.map(({ ProviderId }) => ProviderId));
  const others = visits.map(({ ProviderId }) => ProviderId).filter((id) => !known.has(id));
  const facts = indexFacts({
    visits,
    nonPatientVisits: [],
    providers: [...providers, ...(await providersNamed(tx, [...new Set(others)]))],
    facilities: [facility],
    customDays: [],
    holidays: [],
    cases: [episode],
    ...(await permitsOf(tx, [episode.CaseId])),
    known: null,
  });
  return { episode, demands: await demandsOf(tx, episode.CaseId, dayOf(wallTimeIn(facility.TimeZone, now))), facts };
}

/** What those who pay for a case ask for before a visit; a patient who pays asks for nothing. */
async function demandsOf(tx: Tx, CaseId: string, day: string): Promise<CareDemands> {
  const payers = (await payersOfCase(tx, CaseId)).filter(({ Kind }) => Kind !== 'selfPay');
  const rules = payers.map((payer) => chartRulesOn(payer, day));
  return {
    script: rules.some(({ ScriptRequired }) => ScriptRequired === true),
    authorization: rules.some(({ AuthorizationRequired = 'none' }) => AuthorizationRequired !== 'none'),
  };
}

type Asked = { days: Days; sid: string; own: OnlineSlot | null; now: Date };

/** All that decides about the times of some days. */
export async function onlineFacts(tx: Tx, offer: Offer, { days, sid, own, now }: Asked): Promise<IndexedOnline> {
  const { rule, facility, minutes, providers, care } = offer;
  const ids = providers.map(({ ProviderId }) => ProviderId);
  // A limit of the facility counts whoever treats there.
  const counted = rule.MaxPerFacility === null ? [] : await providersAt(tx, rule.FacilityId);
  const busy = await busyIn(tx, {
    // What began the day before may last into it.
    from: addDays(days.from, -1),
    until: days.until,
    ProviderIds: [...new Set([...ids, ...counted.map(({ ProviderId }) => ProviderId)])],
    RoomIds: rule.NeedsRoom ? facility.rooms.map(({ RoomId }) => RoomId) : [],
    notOf: sid,
    now,
  });
  // A visit has the name that its type had when it was booked: it counts under the one of today.
  const called = ({ FacilityId, VisitTypeName }: Busy) =>
    VisitTypeName !== null && FacilityId === rule.FacilityId
      ? nameToday(facility.visit_types, VisitTypeName)
      : VisitTypeName;
  return indexOnline({
    rule,
    facility,
    minutes,
    providers,
    customDays: await customDaysIn(tx, ids, days),
    holidays: await holidaysIn(tx, days),
    busy: busy.map((one) => ({ ...one, VisitTypeName: called(one) })),
    mayCome: care ? (place) => mayCome(offer, care, place) : () => true,
    prefers: care?.episode.ProviderId ?? null,
    own,
    now,
  });
}

/** The booking that a time would become. */
export function bookingAt({ rule, care }: Offer, { ProviderId, Start, End }: OnlinePlace): Booking {
  const { FacilityId, VisitTypeName } = rule;
  const { PatientId = null, CaseId = null } = care?.episode ?? {};
  return {
    VisitId: null,
    PatientId,
    CaseId,
    FacilityId,
    ProviderId,
    VisitTypeName,
    RoomId: null,
    Start,
    End,
  } as Booking;
}

const judged = new WeakMap<Care, Map<string, boolean>>();

/** Asked for each time of a month: of a day without a visit of the person's own, the answer is the same at all times. */
function mayCome(offer: Offer, care: Care, place: OnlinePlace): boolean {
  const booking = bookingAt(offer, place);
  if (care.facts.sameDay(booking).length > 0) return careAllows(booking, care);
  const known = judged.get(care) ?? new Map<string, boolean>();
  judged.set(care, known);
  const key = `${place.ProviderId} ${dayOf(place.Start)}`;
  const answer = known.get(key) ?? careAllows(booking, care);
  known.set(key, answer);
  return answer;
}

/** Whether the care of a case reaches some day that can be booked. */
export function isEverAllowed(offer: Offer, { from, to }: { from: string; to: string }): boolean {
  const [provider] = offer.providers;
  if (!offer.care || !provider) return offer.care === null;
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const { ProviderId } = provider;
    const place = { ProviderId, Start: `${day}T00:00`, End: `${day}T00:01` };
    if (careAllows(bookingAt(offer, place), offer.care)) return true;
  }
  return false;
}
