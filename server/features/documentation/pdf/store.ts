import type { Signature } from '#contract/documentation/signature.ts';
import type { VisitNote } from '#contract/documentation/visit-note.ts';
import type { Provider } from '#contract/providers/provider.ts';
import type { Tx } from '#server/kit/context.ts';
import { columnsOf } from '#server/kit/db/row-columns.ts';

/** What was added to a note, in the order it was begun. */
export function notesAddedTo(tx: Tx, NoteId: string): Promise<VisitNote[]> {
  return tx.rows<VisitNote>(
    `select ${columnsOf('visitNotes', 'n')} from visit_notes n
     where n.site = app_site() and n."ParentNoteId" = $1 order by n."NoteDate", n."NoteId"`,
    [NoteId],
  );
}

export function signaturesOf(tx: Tx, NoteIds: readonly string[]): Promise<Signature[]> {
  return tx.rows<Signature>(
    `select ${columnsOf('signatures', 's')} from signatures s
     where s.site = app_site() and s."NoteId" = any($1::uuid[]) order by s.at, s."SignatureId"`,
    [NoteIds],
  );
}

export function providersNamed(tx: Tx, ids: readonly string[]): Promise<Provider[]> {
  return tx.rows<Provider>(
    `select ${columnsOf('providers', 'p')} from providers p where p.site = app_site() and p."ProviderId" = any($1::uuid[])`,
    [ids],
  );
}
