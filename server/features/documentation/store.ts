import type { Signature } from '#contract/documentation/signature.ts';
import { printedSigner } from '#contract/documentation/signed-content.ts';
import type { VisitNote } from '#contract/documentation/visit-note.ts';
import type { Provider } from '#contract/providers/provider.ts';
import type { Tx } from '#server/kit/context.ts';
import { columnsOf } from '#server/kit/db/row-columns.ts';

/** What other features need of who writes. */
export { assertMayWriteCare, writerOf } from './writer.ts';
export { assertNotesOfCase } from './cell-rows.ts';
/** Documents as PDF, of whichever feature. */
export { documentPdf } from './pdf/document-pdf.ts';

const columns = columnsOf('visitNotes', 'n');

/** Notes of a case that the caller may see, newest day first. */
export function notesOfCase(tx: Tx, caseId: string): Promise<VisitNote[]> {
  return tx.rows<VisitNote>(
    `select ${columns} from visit_notes n left join visits v on v.site = n.site and v."VisitId" = n."VisitId"
     where n.site = app_site() and n."CaseId" = $1
     order by n."NoteDate" desc, v."Start" desc nulls last, n."NoteId"`,
    [caseId],
  );
}

/** Notes that nobody signed yet: of this provider's visits, and those they began; everybody's for null. */
export function unsignedNotesOf(tx: Tx, ProviderId: string | null): Promise<VisitNote[]> {
  return tx.rows<VisitNote>(
    `select ${columns} from visit_notes n left join visits v on v.site = n.site and v."VisitId" = n."VisitId"
     where n.site = app_site() and n."signedAt" is null
       and ($1::uuid is null or (case when n."NoteId" = n."VisitId" then v."ProviderId" else n."ProviderId" end) = $1)
     order by n."NoteDate", n."NoteId" limit 500`,
    [ProviderId],
  );
}

/** Signed notes that wait for somebody else's cosignature; those this provider was asked for come first. */
export function notesToCosign(tx: Tx, ProviderId: string | null): Promise<VisitNote[]> {
  return tx.rows<VisitNote>(
    `select ${columns} from visit_notes n
     where n.site = app_site() and n."cosignRequired" and n."cosignedAt" is null and n."signedByProviderId" is distinct from $1::uuid
     order by n."CosignerProviderId" = $1 desc nulls last, n."NoteDate", n."NoteId" limit 500`,
    [ProviderId],
  );
}

/** The note and whatever of its visit is needed to hold both: a visit is locked before its note. */
export function readNoteLine(
  tx: Tx,
  NoteId: string,
): Promise<Pick<VisitNote, 'NoteId' | 'VisitId' | 'CaseId' | 'NoteDate' | 'cosignRequired'> | undefined> {
  return tx.maybe(
    `select "NoteId", "VisitId", "CaseId", "NoteDate", "cosignRequired" from visit_notes where site = app_site() and "NoteId" = $1`,
    [NoteId],
  );
}

const written = [
  'NoteId',
  'VisitId',
  'CaseId',
  'PatientId',
  'FacilityId',
  'NoteType',
  'AlsoTypes',
  'NoteDate',
  'ProviderId',
  'CosignerProviderId',
  'ParentNoteId',
  'Sections',
  'Elements',
  'Cells',
  'TreatmentMinutes',
];
const names = written.map((name) => `"${name}"`).join(', ');
/** What its writer may not see of a note stays in it. */
const cellsKept = `case when sees_adjustments() then excluded."Cells"
  else cells_seen(excluded."Cells", false) || cells_of_spine(n."Cells") end`;
const kept = new Set(['NoteId', 'VisitId', 'CaseId', 'PatientId', 'FacilityId', 'ParentNoteId', 'ProviderId']);
const changes = written
  .filter((name) => !kept.has(name))
  .map((name) => `"${name}" = ${name === 'Cells' ? cellsKept : `excluded."${name}"`}`)
  .join(', ');

/** Writes a note whole; the caller holds the lock of its visit or of the note. */
export async function storeNote(tx: Tx, note: Omit<VisitNote, 'updated_at'>): Promise<VisitNote> {
  const found = await tx.maybe<VisitNote>(
    `insert into visit_notes as n (site, ${names})
     select app_site(), ${names} from jsonb_populate_record(null::visit_notes, $1::jsonb)
     on conflict (site, "NoteId") do update set ${changes}
     returning ${columns}`,
    [JSON.stringify(note)],
  );
  if (!found) throw new Error('A note was not written');
  return found;
}

/** Signs the note as of the day it is about, which its visit tells where it has one. */
export async function signNote(
  tx: Tx,
  NoteId: string,
  given: { ProviderId: string; cosignRequired: boolean; CosignerProviderId: string | null; NoteDate: string },
): Promise<VisitNote> {
  const found = await tx.maybe<VisitNote>(
    `update visit_notes n set "signedAt" = clock_timestamp(), "signedByProviderId" = $2, "cosignRequired" = $3, "NoteDate" = $4,
            "CosignerProviderId" = $5
     where site = app_site() and "NoteId" = $1 and "signedAt" is null returning ${columns}`,
    [NoteId, given.ProviderId, given.cosignRequired, given.NoteDate, given.CosignerProviderId],
  );
  if (!found) throw new Error('A note to sign is gone');
  return found;
}

export async function cosignNote(tx: Tx, NoteId: string, ProviderId: string): Promise<VisitNote> {
  const found = await tx.maybe<VisitNote>(
    `update visit_notes n set "cosignedAt" = clock_timestamp(), "cosignedByProviderId" = $2
     where site = app_site() and "NoteId" = $1 and "cosignedAt" is null returning ${columns}`,
    [NoteId, ProviderId],
  );
  if (!found) throw new Error('A note to cosign is gone');
  return found;
}

/** Puts a signature on record; `state` is that of the facility, whose licence is printed. */
export async function insertSignature(
  tx: Tx,
  given: Omit<Signature, 'at' | 'madeAt' | 'updated_at' | 'Name' | 'License'>,
  provider: Provider,
): Promise<void> {
  const place = await tx.maybe<{ state: string }>(
    `select "StateOrProvince" as state from facilities where site = app_site() and "FacilityId" = $1`,
    [given.FacilityId],
  );
  const { Name, License } = printedSigner(provider, place?.state ?? null);
  await tx.run(
    `insert into signatures (site, "SignatureId", "NoteId", "CaseId", "PatientId", "FacilityId", "Kind", "ProviderId", "Name", "License", "Warnings", "ContentHash")
     select app_site(), "SignatureId", "NoteId", "CaseId", "PatientId", "FacilityId", "Kind", "ProviderId", "Name", "License", "Warnings", "ContentHash"
     from jsonb_populate_record(null::signatures, $1::jsonb)`,
    [JSON.stringify({ ...given, Name, License })],
  );
}

export async function removeNote(tx: Tx, NoteId: string): Promise<void> {
  await tx.rows(`delete from visit_notes where site = app_site() and "NoteId" = $1 and "signedAt" is null`, [NoteId]);
}
