import { takesPlace } from '#contract/visits/stage.ts';
import type { NonPatientVisit } from '#contract/scheduling/non-patient-visit.ts';
import type { PatientId } from '#contract/base/ids.ts';
import type { Cents } from '#contract/base/money.ts';
import type { Facility } from '#contract/facilities/facility.ts';
import type { Patient } from '#contract/patients/patient.ts';
import type { Provider } from '#contract/providers/provider.ts';
import { workingDay, type WorkingDay } from '#contract/scheduling/working-day.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { balanceOfPatient } from './billing.ts';
import { careOfCase, type CareLine } from './care.ts';
import { readPatient } from './patients.ts';
import { readAll } from './reads.ts';
import { customDaysBetween, holidaysBetween, nonPatientVisitsBetween, type CalendarFilter } from './scheduling.ts';
import { nextVisit, visitsOfDay, visitsOfPatient, type VisitLine } from './visits.ts';

/** What takes place on a day, as it goes on paper. */
export type PrintDay = {
  day: string;
  visits: VisitLine[];
  times: NonPatientVisit[];
  providers: Provider[];
  /** By provider: hours and time off. */
  hours: ReadonlyMap<string, WorkingDay>;
};

/** From this device alone, by start; visits that will not take place are left out. */
export async function printDay(day: string, filter: CalendarFilter): Promise<PrintDay> {
  const [visits, times, providers, customDays, holidays] = await Promise.all([
    visitsOfDay(day, filter),
    nonPatientVisitsBetween(day, day, filter),
    readAll('providers'),
    customDaysBetween(day, day),
    holidaysBetween(day, day),
  ]);
  const FacilityId = filter.FacilityId ?? undefined;
  const hours = providers.map((provider) => {
    const own = workingDay({ provider, customDays, holidays, day, FacilityId });
    return [provider.ProviderId as string, own] as const;
  });
  return { day, visits: visits.filter(({ visit }) => takesPlace(visit)), times, providers, hours: new Map(hours) };
}

/** One visit with what the staff talks through before the day begins. */
export type RundownLine = VisitLine & {
  care: CareLine | undefined;
  next: Visit | undefined;
  /** Null where the reader may not see it. */
  owes: Cents | null;
};
export type Rundown = PrintDay & { lines: RundownLine[] };

/** As many charts are read at a time. */
const atOnce = 20;

export async function rundown(day: string, filter: CalendarFilter, seesBalance: boolean): Promise<Rundown> {
  const of = await printDay(day, filter);
  const lines: RundownLine[] = [];
  for (let at = 0; at < of.visits.length; at += atOnce) {
    const some = of.visits.slice(at, at + atOnce).map((line) => rundownLine(line, day, seesBalance));
    lines.push(...(await Promise.all(some)));
  }
  return { ...of, lines };
}

async function rundownLine(line: VisitLine, day: string, seesBalance: boolean): Promise<RundownLine> {
  const { CaseId, PatientId: id, End } = line.visit;
  const [care, next, balance] = await Promise.all([
    careOfCase(CaseId, day),
    nextVisit(id, End),
    seesBalance ? balanceOfPatient(id) : null,
  ]);
  return { ...line, care, next, owes: balance && balance.patient };
}

/** Which visits of one patient: those from now on, those before, all of them, or from a day on. */
export type PatientTime = 'upcoming' | 'past' | 'all' | { from: string };
export type PatientSchedule = { patient: Patient; visits: VisitLine[]; facilities: Facility[] };

/** By start, the latest first of those that are past; undefined where the patient is not on this device. */
export async function patientSchedule(
  id: PatientId,
  time: PatientTime,
  now: string,
): Promise<PatientSchedule | undefined> {
  const [patient, visits, facilities] = await Promise.all([
    readPatient(id),
    visitsOfPatient(id),
    readAll('facilities'),
  ]);
  if (!patient) return undefined;
  const isIn = ({ visit }: VisitLine) => takesPlace(visit) && isOf(visit.Start, visit.End, time, now);
  const found = visits.filter(isIn);
  return { patient, facilities, visits: time === 'past' ? found : found.toReversed() };
}

function isOf(Start: string, End: string, time: PatientTime, now: string): boolean {
  if (time === 'all') return true;
  if (time === 'past') return End <= now;
  return time === 'upcoming' ? End > now : Start.slice(0, 10) >= time.from;
}
