import type { CaseId, FacilityId, PatientId, ProviderId, RoomId } from '#contract/base/ids.ts';
import type { Case } from '#contract/cases/case.ts';
import { plannedVisits } from '#contract/cases/plan-of-care.ts';
import type { Facility } from '#contract/facilities/facility.ts';
import type { PlaceOfService } from '#contract/facilities/place-of-service.ts';
import { typesFor } from '#contract/facilities/types-for.ts';
import { disciplineOf, type Provider } from '#contract/providers/provider.ts';
import { occurrencesOf, type Occurrences, type WeeklyTime } from '#contract/scheduling/occurrences.ts';
import type { SeriesBooking } from '#contract/scheduling/series-preview.ts';
import { timesRefusal } from '#contract/scheduling/times.ts';
import { dayOf, weekdayOf } from '#contract/scheduling/wall-time.ts';

/** Where a series may begin from: a chart knows the patient, a free time in the calendar the rest. */
export type SeriesStart = Partial<{
  PatientId: PatientId;
  CaseId: CaseId;
  ProviderId: ProviderId;
  FacilityId: FacilityId;
  /** Wall time; its day and time are the first of the series. */
  Start: string;
  /** As it is usual for the case. */
  VisitTypeName: string;
  times: readonly WeeklyTime[];
  /** The first day that may have a visit, and how many there are to be. */
  from: string;
  count: number;
}>;

export type SeriesEnd = 'count' | 'until' | 'plan';

/** What somebody has chosen so far; what follows from the case or the type stands in for what is null. */
export type SeriesChoices = {
  PatientId: PatientId | null;
  CaseId: CaseId | null;
  FacilityId: FacilityId | null;
  ProviderId: ProviderId | null;
  VisitTypeName: string | null;
  PlaceOfService: PlaceOfService | null;
  RoomId: RoomId | null;
  Minutes: number | null;
  from: string | null;
  times: readonly WeeklyTime[];
  end: SeriesEnd;
  count: number | null;
  until: string | null;
};

export function firstChoices(start: SeriesStart): SeriesChoices {
  const { PatientId = null, CaseId = null, FacilityId = null, ProviderId = null, Start } = start;
  return {
    PatientId,
    CaseId,
    FacilityId,
    ProviderId,
    VisitTypeName: start.VisitTypeName ?? null,
    PlaceOfService: null,
    RoomId: null,
    Minutes: null,
    from: start.from ?? (Start === undefined ? null : dayOf(Start)),
    times: start.times ?? (Start === undefined ? [] : [{ weekday: weekdayOf(dayOf(Start)), time: Start.slice(11) }]),
    end: 'count',
    count: start.count ?? null,
    until: null,
  };
}

/** The rows a form of a series offers. */
export type SeriesRows = {
  cases: readonly Case[];
  facilities: readonly Facility[];
  providers: readonly Provider[];
  /** What a case was booked for last. */
  lastTypes: ReadonlyMap<string, string>;
};

/** The choices with what follows from the rows, and the rows they name. */
export function settled(choices: SeriesChoices, rows: SeriesRows, today: string) {
  const open = rows.cases.filter((one) => one.DischargedAt === null);
  const episode = open.find((one) => one.CaseId === choices.CaseId) ?? (open.length === 1 ? open[0] : undefined);
  const isInUse = (one: Facility) => !one.Inactive;
  const facilities = rows.facilities.filter(isInUse);
  const FacilityId = choices.FacilityId ?? episode?.FacilityId;
  const facility = facilities.find((one) => one.FacilityId === FacilityId);
  const providers = rows.providers.filter((one) => mayTreat(one, episode, facility));
  const ProviderId = choices.ProviderId ?? episode?.ProviderId;
  const types = typesFor((facility?.visit_types ?? []).filter(isOffered), episode?.Discipline ?? null);
  const usual = episode && rows.lastTypes.get(episode.CaseId);
  const type = types.find((one) => one.Name === (choices.VisitTypeName ?? usual));
  const places = facility?.PlacesOfService ?? [];
  return {
    open,
    episode,
    facilities,
    facility,
    providers,
    types,
    type,
    provider: providers.find((one) => one.ProviderId === ProviderId),
    place: places.find((one) => one === choices.PlaceOfService) ?? places[0],
    room: facility?.rooms.find((one) => one.RoomId === choices.RoomId && !one.Inactive),
    minutes: choices.Minutes ?? type?.Minutes ?? 45,
    from: choices.from ?? laterOf(today, episode?.PlanOfCareStart ?? today),
    hasPlan: episode !== undefined && plannedVisits(episode) !== null,
  };
}
export type Settled = ReturnType<typeof settled>;

/** The types of a facility that patients come for. */
export function isOffered(type: Facility['visit_types'][number]): boolean {
  return type.deleted_at === null && !type.IsNonPatientVisit;
}

function mayTreat(one: Provider, episode: Case | undefined, facility: Facility | undefined): boolean {
  return (
    !one.Inactive &&
    !one.pending &&
    (!episode || disciplineOf(one.Type) === episode.Discipline) &&
    (!facility || one.FacilityIds.includes(facility.FacilityId))
  );
}

function laterOf(a: string, b: string): string {
  return a > b ? a : b;
}

/** What each visit shares, or which choice is missing. */
export function sharedOf(
  choices: SeriesChoices,
  { open, episode, facility, provider, type, place, room }: Settled,
): { series: SeriesBooking; of: { ProviderId: ProviderId; PlaceOfService: PlaceOfService } } | { missing: string } {
  if (choices.PatientId === null) return { missing: 'Choose the patient.' };
  if (open.length === 0)
    return { missing: 'This patient has no open case on this device. Add one in the chart first.' };
  if (!episode) return { missing: 'Choose the case.' };
  if (!facility) return { missing: 'Choose the facility.' };
  if (!provider) return { missing: 'Choose the provider.' };
  if (!type) return { missing: 'Choose the visit type.' };
  if (!place) return { missing: 'Choose the place of service.' };
  const { CaseId, PatientId } = episode;
  const series = { CaseId, PatientId, FacilityId: facility.FacilityId, VisitTypeName: type.Name };
  return {
    series: { ...series, RoomId: room?.RoomId ?? null },
    of: { ProviderId: provider.ProviderId, PlaceOfService: place },
  };
}

/** The times of the visits, or why there are none. */
export function timesOf(choices: SeriesChoices, { episode, from, minutes }: Settled, now: string): Occurrences {
  const today = dayOf(now);
  const { times, end, count, until } = choices;
  const { VisitsPerWeek, PlanWeeks } = episode ?? {};
  const ends = { count: { count }, until: { until }, plan: { VisitsPerWeek, PlanWeeks } }[end];
  const result = occurrencesOf({ from, times, Minutes: minutes, now, ...ends });
  const last = 'refusal' in result ? undefined : result.occurrences.at(-1);
  const refusal = last ? timesRefusal(last, today) : null;
  return refusal ? { refusal: `The last visit is too late. ${refusal.sentence}` } : result;
}
