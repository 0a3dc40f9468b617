import type { Case } from '#contract/cases/case.ts';
import type { Patient } from '#contract/patients/patient.ts';
import type { VisitStage } from '#contract/visits/stage.ts';
import type { NoteLine } from './documentation.ts';
import { insurancesOfPatient, type InsuranceLine } from './patients.ts';
import { readWhere } from './reads.ts';
import { visitsOfDay, visitsOfPatient, type VisitLine } from './visits.ts';

/** One patient of the day, with all of the day's visits of theirs. */
export type PackPatient = {
  patient: Patient;
  visits: VisitLine[];
  cases: Case[];
  insurances: InsuranceLine[];
  /** The last signed note of one of these cases from before the day. */
  lastNote: NoteLine | undefined;
};

/** What a clinic needs on paper for one day. */
export type DowntimePack = { day: string; visits: VisitLine[]; patients: PackPatient[] };

const takesPlace = (stage: VisitStage) => stage !== 'cancelled' && stage !== 'noShow' && stage !== 'lateCancel';

/** From this device alone, by start; visits that will not take place are left out. Null is every facility. */
export async function downtimePack(day: string, FacilityId: string | null): Promise<DowntimePack> {
  const all = await visitsOfDay(day, { FacilityId, ProviderIds: [] });
  const visits = all.filter(({ visit }) => takesPlace(visit.stage));
  const byPatient = Map.groupBy(visits, ({ visit }) => visit.PatientId);
  const patients = await Promise.all([...byPatient.values()].map((ofPatient) => packPatient(day, ofPatient)));
  return { day, visits, patients: patients.filter((each) => each !== null) };
}

async function packPatient(day: string, visits: VisitLine[]): Promise<PackPatient | null> {
  const patient = visits.find((line) => line.patient)?.patient;
  if (!patient) return null;
  const cases = new Map(visits.flatMap((line) => (line.case ? [[line.case.CaseId, line.case] as const] : [])));
  const [insurances, lastNote] = await Promise.all([
    insurancesOfPatient(patient.PatientId),
    lastSignedNote(day, patient, new Set(cases.keys())),
  ]);
  return { patient, visits, cases: [...cases.values()], insurances, lastNote };
}

async function lastSignedNote(
  day: string,
  { PatientId }: Patient,
  CaseIds: ReadonlySet<string>,
): Promise<NoteLine | undefined> {
  const [notes, earlier] = await Promise.all([
    readWhere('visitNotes', { index: 'PatientId', equals: PatientId }),
    visitsOfPatient(PatientId),
  ]);
  const signed = new Map(notes.flatMap((note) => (note.signedAt === null ? [] : [[note.VisitId, note] as const])));
  for (const { visit } of earlier) {
    const note = signed.get(visit.VisitId);
    if (note && visit.Start < day && CaseIds.has(visit.CaseId)) return { note, visit };
  }
  return undefined;
}
