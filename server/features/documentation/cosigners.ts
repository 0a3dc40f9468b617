import { fail } from '#contract/base/errors.ts';
import type { Case } from '#contract/cases/case.ts';
import {
  mayCosign,
  namedCosignerRefusal,
  otherCosignerWords,
  usualCosigner,
  type ToCosign,
} from '#contract/documentation/cosigner.ts';
import { cosignReason, finalizeSwitches } from '#contract/documentation/finalize.ts';
import type { VisitNote } from '#contract/documentation/visit-note.ts';
import type { NotesPermission, Provider } from '#contract/providers/provider.ts';
import { payersOfCase, readProvider, siteSettings } from '#server/features/visits/store.ts';
import type { Tx } from '#server/kit/context.ts';
import { allRows } from '#server/kit/db/rows.ts';
import { notesOfCase, readNoteLine } from './store.ts';

type Signed = {
  note: VisitNote;
  of: Case;
  /** The day the note is signed as of. */
  NoteDate: string;
  signer: { provider: Provider; NotesPermission: NotesPermission };
  /** Whom the signer chose; null leaves it to the rule. */
  asked: string | null;
};

/** Whether the signature needs another, and whose: nobody is asked for one that is final. */
export async function cosigning(
  tx: Tx,
  { note, of, NoteDate, signer: { provider, NotesPermission }, asked }: Signed,
): Promise<Pick<VisitNote, 'cosignRequired'> & { CosignerProviderId: string | null }> {
  const payers = await payersOfCase(tx, of.CaseId);
  const { settings } = await siteSettings(tx);
  const parent = note.ParentNoteId === null ? null : ((await readNoteLine(tx, note.ParentNoteId)) ?? null);
  const switches = finalizeSwitches(settings, payers, NoteDate);
  if (!cosignReason(note, { Type: provider.Type, NotesPermission }, switches, parent))
    return { cosignRequired: false, CosignerProviderId: null };
  const to = await toCosign(tx, of, provider.ProviderId);
  if (asked !== null) {
    const refusal = namedCosignerRefusal(await readProvider(tx, asked), to);
    if (refusal) fail('changed-elsewhere', `${refusal} The note is not signed.`, { current: { visitNote: note } });
    return { cosignRequired: true, CosignerProviderId: asked };
  }
  const CosignerProviderId = usualCosigner(to, {
    named: note.CosignerProviderId,
    supervisor: provider.SupervisorProviderId,
    notes: await notesOfCase(tx, of.CaseId),
    ofCase: of.ProviderId,
    providers: await allRows(tx, 'providers'),
  });
  return { cosignRequired: true, CosignerProviderId };
}

/** Fails where a note is to name a cosigner who cannot be one. */
export async function assertCosigner(tx: Tx, of: Case, asked: unknown): Promise<void> {
  if (typeof asked !== 'string') return;
  const refusal = namedCosignerRefusal(await readProvider(tx, asked), await toCosign(tx, of, null));
  if (refusal) fail('user-visible', refusal);
}

async function toCosign(tx: Tx, of: Case, signerId: string | null): Promise<ToCosign> {
  const { settings } = await siteSettings(tx);
  return {
    discipline: of.Discipline,
    signerId,
    payerIds: (await payersOfCase(tx, of.CaseId)).map(({ PayerId }) => PayerId),
    onlyPrimaryPayer: settings['use_only_primary_payer_notes_permission'] === true,
    allowed: await whoMayCosign(tx),
  };
}

/** The providers whose users can sign in and may cosign. */
async function whoMayCosign(tx: Tx): Promise<Set<string>> {
  const users = await tx.rows<{ EmployeeId: string; SuperUser: boolean; can: string[] }>(
    `select "EmployeeId", "SuperUser", can from users
     where site = app_site() and "EmployeeId" is not null and not "Disabled"`,
  );
  return new Set(users.filter(mayCosign).map(({ EmployeeId }) => EmployeeId));
}

/** That somebody else was asked than who cosigned, for the history of the visit; null where it was them. */
export async function inPlaceOf(tx: Tx, note: VisitNote, ProviderId: string): Promise<string | null> {
  return otherCosignerWords(note, ProviderId, await allRows(tx, 'providers'));
}
