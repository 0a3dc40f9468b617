import type { ReferringProvider } from '#contract/address-book/referring-provider.ts';
import type { Case } from '#contract/cases/case.ts';
import type { Patient } from '#contract/patients/patient.ts';
import type { Provider } from '#contract/providers/provider.ts';
import { takesPlace } from '#contract/visits/stage.ts';
import type { NonPatientVisit } from '#contract/scheduling/non-patient-visit.ts';
import type { NoteLine } from './documentation.ts';
import { insurancesOfPatient, type InsuranceLine } from './patients.ts';
import { readAll, readRows, readWhere } from './reads.ts';
import { nonPatientVisitsBetween } from './scheduling.ts';
import { visitsOfDay, visitsOfPatient, type VisitLine } from './visits.ts';

/** One case with a visit that day: its therapist writes on paper of its own. */
export type PackCase = {
  CaseId: string;
  /** Undefined where it is not on this device. */
  case: Case | undefined;
  referring: ReferringProvider | undefined;
  visits: VisitLine[];
  /** The last signed note of this case from before the day. */
  lastNote: NoteLine | undefined;
};

/** One patient of the day, with all of the day's visits of theirs, by case. */
export type PackPatient = { patient: Patient; visits: VisitLine[]; cases: PackCase[]; insurances: InsuranceLine[] };

/** What a clinic needs on paper for one day. */
export type DowntimePack = {
  day: string;
  visits: VisitLine[];
  /** Meetings, lunch and blocks. */
  times: NonPatientVisit[];
  providers: Provider[];
  patients: PackPatient[];
};

/** From this device alone, by start; visits that will not take place are left out. Null is every facility. */
export async function downtimePack(day: string, FacilityId: string | null): Promise<DowntimePack> {
  const filter = { FacilityId, ProviderIds: [] };
  const [all, times, providers] = await Promise.all([
    visitsOfDay(day, filter),
    nonPatientVisitsBetween(day, day, filter),
    readAll('providers'),
  ]);
  const visits = all.filter(({ visit }) => takesPlace(visit));
  const senders = visits.flatMap((line) => line.case?.ReferringProviderContactId ?? []);
  const referring = await readRows('referringProviders', [...new Set(senders)]);
  const byPatient = Map.groupBy(visits, ({ visit }) => visit.PatientId);
  const patients = await Promise.all(
    [...byPatient.values()].map((ofPatient) => packPatient(day, ofPatient, referring)),
  );
  return { day, visits, times, providers, patients: patients.filter((each) => each !== null) };
}

async function packPatient(
  day: string,
  visits: VisitLine[],
  referring: readonly ReferringProvider[],
): Promise<PackPatient | null> {
  const patient = visits.find((line) => line.patient)?.patient;
  if (!patient) return null;
  const [insurances, lastNotes] = await Promise.all([
    insurancesOfPatient(patient.PatientId),
    lastSignedNotes(day, patient),
  ]);
  const cases = [...Map.groupBy(visits, ({ visit }) => visit.CaseId)].map(([CaseId, ofCase]): PackCase => {
    const found = ofCase.find((line) => line.case)?.case;
    return {
      CaseId,
      case: found,
      referring: referring.find((each) => each.ReferringProviderId === found?.ReferringProviderContactId),
      visits: ofCase,
      lastNote: lastNotes.get(CaseId),
    };
  });
  return { patient, visits, cases, insurances };
}

/** By case. */
async function lastSignedNotes(day: string, { PatientId }: Patient): Promise<Map<string, NoteLine>> {
  const [notes, latestFirst] = await Promise.all([
    readWhere('visitNotes', { index: 'PatientId', equals: PatientId }),
    visitsOfPatient(PatientId),
  ]);
  const signed = new Map(notes.flatMap((note) => (note.signedAt === null ? [] : [[note.VisitId, note] as const])));
  const last = new Map<string, NoteLine>();
  for (const { visit } of latestFirst) {
    const note = signed.get(visit.VisitId);
    if (note && visit.Start < day && !last.has(visit.CaseId)) last.set(visit.CaseId, { note, visit });
  }
  return last;
}
