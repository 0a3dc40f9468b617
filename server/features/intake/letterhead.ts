import { showDate, wallTimeIn } from '#contract/base/dates.ts';
import { showName, showPhone } from '#contract/base/text.ts';
import type { Fact, NoteDocument } from '#contract/documentation/document/document-blocks.ts';
import { readPatient } from '#server/features/patients/store.ts';
import { facilityOf, siteOf } from '#server/features/messages/store.ts';
import { readVisits } from '#server/features/visits/store.ts';
import type { Tx } from '#server/kit/context.ts';
import type { IntakeRow } from './rows.ts';

type Whose = Pick<IntakeRow, 'PatientId' | 'VisitId'>;
type Head = {
  head: Pick<NoteDocument, 'letterhead' | 'patient'> & { about: readonly Fact[] };
  zone: string;
  clinic: string;
  /** At the clinic, `YYYY-MM-DD`. */
  day: string;
};

/** What stands at the top of each document of an intake: the clinic, whose it is, and for which visit. */
export async function headOf(tx: Tx, { PatientId, VisitId }: Whose, now: Date): Promise<Head> {
  const patient = await readPatient(tx, PatientId);
  if (!patient) throw new Error('The patient of an intake is gone');
  const [visit] = VisitId === null ? [] : await readVisits(tx, [VisitId]);
  const facility = visit && (await facilityOf(tx, visit.FacilityId));
  const site = await siteOf(tx);
  const name = facility?.Name ?? site.Name;
  const zone = facility?.TimeZone ?? 'UTC';
  const lines = facility
    ? [[facility.Address1, facility.City].filter(Boolean).join(', '), showPhone(facility.Phone)]
    : [];
  const whose = `${showName(patient)} · Born ${showDate(patient.DateOfBirth)}`;
  const about: Fact[] = [
    { label: 'Patient', words: showName(patient) },
    { label: 'Birth date', words: showDate(patient.DateOfBirth) },
    ...(visit ? [{ label: 'Visit', words: showDate(visit.Start) }] : []),
  ];
  const day = wallTimeIn(zone, now).slice(0, 10);
  return { head: { letterhead: { name, lines }, patient: whose, about }, zone, clinic: site.Name, day };
}
