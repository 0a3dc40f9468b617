import type { VisitNote } from '#contract/documentation/visit-note.ts';
import type { Tx } from '#server/kit/context.ts';
import { columnsOf } from '#server/kit/db/row-columns.ts';

const noteColumns = columnsOf('visitNotes', 'n');

/** Notes of a case that the caller may see, newest visit first. */
export async function notesOfCase(tx: Tx, caseId: string): Promise<VisitNote[]> {
  return tx.rows<VisitNote>(
    `select ${noteColumns} from visit_notes n join visits v on v.site = n.site and v."VisitId" = n."VisitId"
     where n.site = app_site() and n."CaseId" = $1 order by v."Start" desc, n."VisitId"`,
    [caseId],
  );
}

/** Writes a note whole; the caller holds the lock of its visit. */
export async function storeNote(tx: Tx, note: Omit<VisitNote, 'updated_at'>): Promise<VisitNote> {
  const found = await tx.maybe<VisitNote>(
    `insert into visit_notes as n (site, "VisitId", "CaseId", "PatientId", "FacilityId", "NoteType", "Subjective", "Objective", "Assessment", "Plan")
     select app_site(), "VisitId", "CaseId", "PatientId", "FacilityId", "NoteType", "Subjective", "Objective", "Assessment", "Plan"
     from jsonb_populate_record(null::visit_notes, $1::jsonb)
     on conflict (site, "VisitId") do update set "Subjective" = excluded."Subjective", "Objective" = excluded."Objective",
       "Assessment" = excluded."Assessment", "Plan" = excluded."Plan"
     returning ${noteColumns}`,
    [JSON.stringify(note)],
  );
  if (!found) throw new Error('A note was not written');
  return found;
}

export async function signNote(
  tx: Tx,
  visitId: string,
  ProviderId: string,
  cosignRequired: boolean,
): Promise<VisitNote> {
  const found = await tx.maybe<VisitNote>(
    `update visit_notes n set "signedAt" = clock_timestamp(), "signedByProviderId" = $2, "cosignRequired" = $3
     where site = app_site() and "VisitId" = $1 and "signedAt" is null returning ${noteColumns}`,
    [visitId, ProviderId, cosignRequired],
  );
  if (!found) throw new Error('A note to sign is gone');
  return found;
}

export async function cosignNote(tx: Tx, visitId: string, ProviderId: string): Promise<VisitNote> {
  const found = await tx.maybe<VisitNote>(
    `update visit_notes n set "cosignedAt" = clock_timestamp(), "cosignedByProviderId" = $2
     where site = app_site() and "VisitId" = $1 and "cosignedAt" is null returning ${noteColumns}`,
    [visitId, ProviderId],
  );
  if (!found) throw new Error('A note to cosign is gone');
  return found;
}
