import type { FacilityId, ProviderId } from '#contract/base/ids.ts';
import type { PatientName } from '#contract/patients/patient-name.ts';
import type { Provider } from '#contract/providers/provider.ts';
import type { CustomDay } from '#contract/scheduling/custom-day.ts';
import type { Holiday } from '#contract/scheduling/holiday.ts';
import type { NonPatientVisit } from '#contract/scheduling/non-patient-visit.ts';
import { showWeekStart } from '#contract/scheduling/week-start.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { readAll, readRows } from '#local/reads/reads.ts';
import { customDaysBetween, holidaysBetween, nonPatientVisitsBetween, visitsBetween } from '#local/reads/scheduling.ts';
import { call } from '#shared/api.ts';
import type { Shown } from './views.ts';

/** `apart`: what tells the patient from others of the name who are shown, whole and where room is short. */
export type Named = PatientName & { alerts?: string[]; apart?: string; apartShort?: string };

/** All that some days of the calendar are drawn from, this device's or the server's. */
export type ScheduleRows = {
  from: string;
  to: string;
  visits: Visit[];
  nonPatientVisits: NonPatientVisit[];
  customDays: CustomDay[];
  holidays: Holiday[];
  providers: Provider[];
  patients: ReadonlyMap<string, Named>;
};

export type Schedule =
  | { state: 'loading' }
  | { state: 'failed'; sentence: string; retry: () => void }
  /** This device does not hold these days, and the server cannot be asked. */
  | { state: 'elsewhere'; kept: Days }
  /** `kept`: only these days of it are known. `own`: all are, and only these can be changed, because this device holds them. */
  | { state: 'ready'; rows: ScheduleRows; shown: Shown; isFromServer: boolean; kept?: Days; own?: Days };
type Days = { from: string; to: string };

/** Whose visits: empty is every provider. */
export type ScheduleFilter = { FacilityId: FacilityId | null; ProviderIds: ProviderId[] };

/** From this device, with what waits to be sent. */
export async function readSchedule(from: string, to: string, filter: ScheduleFilter): Promise<ScheduleRows> {
  const [visits, nonPatientVisits, customDays, holidays, providers] = await Promise.all([
    visitsBetween(from, to, filter),
    nonPatientVisitsBetween(from, to, filter),
    customDaysBetween(from, to),
    holidaysBetween(from, to),
    readAll('providers'),
  ]);
  const patients = await readRows('patients', [...new Set(visits.map((visit) => visit.PatientId))]);
  return { from, to, visits, nonPatientVisits, customDays, holidays, providers, patients: byId(patients) };
}

/** Of days that a device does not hold. */
export async function fetchSchedule(
  view: 'week' | 'month',
  date: string,
  filter: ScheduleFilter,
): Promise<Omit<ScheduleRows, 'providers'>> {
  const asked = { employeeIds: filter.ProviderIds, facilityId: filter.FacilityId, patientId: null };
  // spec 9: a week by its start, a month by any day of it.
  const reply =
    view === 'month'
      ? await call('scheduling.monthData', { ...asked, date: date.replaceAll('-', '/'), wholeWeeks: true })
      : await call('scheduling.weekData', { ...asked, date: showWeekStart(date) });
  const { from, to, visits, nonPatientVisits, customDays, holidays, patients } = reply;
  return { from, to, visits, nonPatientVisits, customDays, holidays, patients: byId(patients) };
}

function byId(patients: Named[]): Map<string, Named> {
  return new Map(patients.map((patient) => [patient.PatientId, patient]));
}
