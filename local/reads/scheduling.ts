import { addDays } from '#contract/base/dates.ts';
import type { CaseId } from '#contract/base/ids.ts';
import { facilityName, type Facility } from '#contract/facilities/facility.ts';
import type { BookingFacts } from '#contract/scheduling/booking-facts.ts';
import type { CustomDay } from '#contract/scheduling/custom-day.ts';
import type { Holiday } from '#contract/scheduling/holiday.ts';
import type { NonPatientVisit } from '#contract/scheduling/non-patient-visit.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { lastRound } from '../store/charts.ts';
import { device } from '../store/device.ts';
import { hydratedDays, keptDays } from '../store/kept-days.ts';
import { readAll, readRow, readWhere } from './reads.ts';
import { recordedWhereCounted } from './recorded-units.ts';

/** `FacilityId` null is every facility; no `ProviderIds` is everyone. Days include both ends. */
export type CalendarFilter = { FacilityId: string | null; ProviderIds: readonly string[] };

export async function visitsBetween(from: string, to: string, filter: CalendarFilter): Promise<Visit[]> {
  const visits = await readWhere('visits', { index: 'day', from, to });
  return visits
    .filter((visit) => passes(visit, filter))
    .toSorted((a, b) => a.Start.localeCompare(b.Start) || a.VisitId.localeCompare(b.VisitId));
}

export async function nonPatientVisitsBetween(
  from: string,
  to: string,
  filter: CalendarFilter,
): Promise<NonPatientVisit[]> {
  const times = await readWhere('nonPatientVisits', { index: 'day', from, to });
  return times
    .filter((time) => passes(time, filter))
    .toSorted((a, b) => a.Start.localeCompare(b.Start) || a.NonPatientVisitId.localeCompare(b.NonPatientVisitId));
}

export async function customDaysBetween(from: string, to: string): Promise<CustomDay[]> {
  return readWhere('customDays', { index: 'day', from, to });
}

/** Of which days this device has every custom one: of the others it may have none although there is one. */
export async function sureCustomDays(): Promise<{ from: string; to: string }> {
  const at = await lastRound(device().mirror);
  if (at === null) return { from: '9999-12-31', to: '0001-01-01' };
  const fetched = hydratedDays(at);
  const kept = keptDays();
  return { from: kept.from > fetched.from ? kept.from : fetched.from, to: kept.to < fetched.to ? kept.to : fetched.to };
}

export async function holidaysBetween(from: string, to: string): Promise<Holiday[]> {
  const holidays = await readAll('holidays');
  return holidays.filter(({ day }) => day >= from && day <= to).toSorted((a, b) => a.day.localeCompare(b.day));
}

/** Every facility, archived ones last. */
export async function readFacilities(): Promise<Facility[]> {
  const facilities = await readAll('facilities');
  return facilities.toSorted(
    (a, b) => Number(a.Inactive) - Number(b.Inactive) || facilityName(a).localeCompare(facilityName(b)),
  );
}

/** What the rules of booking look at, as this device holds it: of some days, and of one case where it is told. */
export async function bookingFacts(asked: { from: string; to: string; CaseId: CaseId | null }): Promise<BookingFacts> {
  const { from, to, CaseId } = asked;
  return bookingFactsOf({ from, to, CaseIds: CaseId === null ? [] : [CaseId] });
}

/** The same of several cases. */
export async function bookingFactsOf(asked: {
  from: string;
  to: string;
  CaseIds: readonly CaseId[];
}): Promise<BookingFacts> {
  const { from, to, CaseIds } = asked;
  const everyone = { FacilityId: null, ProviderIds: [] };
  // What began the day before may last into the first day.
  const before = addDays(from, -1);
  const [near, ofCases, nonPatientVisits, providers, facilities, customDays, holidays, cases] = await Promise.all([
    visitsBetween(before, to, everyone),
    ofEach((equals) => readWhere('visits', { index: 'CaseId', equals })),
    nonPatientVisitsBetween(before, to, everyone),
    readAll('providers'),
    readAll('facilities'),
    customDaysBetween(from, to),
    holidaysBetween(from, to),
    ofEach(async (CaseId) => [await readRow('cases', CaseId)].filter((one) => one !== undefined)),
  ]);
  const calendar = { nonPatientVisits, providers, facilities, customDays, holidays };
  const authorizations = await ofEach((equals) => readWhere('authorizations', { index: 'CaseId', equals }));
  const scripts = await ofEach((equals) => readWhere('scripts', { index: 'CaseId', equals }));
  const all = [...new Map([...ofCases, ...near].map((visit) => [visit.VisitId, visit])).values()];
  const visits = await recordedWhereCounted(all, authorizations);
  return { ...calendar, visits, cases, authorizations, scripts, known: keptDays() };

  async function ofEach<Row>(read: (CaseId: CaseId) => Promise<Row[]>): Promise<Row[]> {
    return (await Promise.all(CaseIds.map(read))).flat();
  }
}

function passes(one: Pick<Visit, 'FacilityId' | 'ProviderId'>, { FacilityId, ProviderIds }: CalendarFilter): boolean {
  if (FacilityId !== null && one.FacilityId !== FacilityId) return false;
  return ProviderIds.length === 0 || ProviderIds.includes(one.ProviderId);
}
