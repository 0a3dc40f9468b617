import { cosignersFor, usualCosigner, type ToCosign } from '#contract/documentation/cosigner.ts';
import { cosignReason, finalizeSwitches } from '#contract/documentation/finalize.ts';
import type { VisitNote } from '#contract/documentation/visit-note.ts';
import { notesPermissionFor } from '#contract/providers/notes-permission.ts';
import { providerName, type Provider } from '#contract/providers/provider.ts';
import type { StaffUser } from '#contract/session/current-user.ts';
import type { Website } from '#contract/session/endpoints.ts';
import type { SigningFacts } from '#local/reads/signing.ts';

type Signing = Pick<VisitNote, 'NoteType' | 'AlsoTypes' | 'NoteDate' | 'CosignerProviderId' | 'ParentNoteId'>;
export type Cosigning = {
  /** Why the signature needs another. */
  reason: string;
  choices: { value: string; label: string }[];
  /** Who is asked where the signer chooses nobody. */
  usual: string | null;
};

/** Whether a note needs a cosignature once this provider signs it, and who can be asked; null where it does not. */
export function cosigningOf(
  { of, payers, notes, providers }: SigningFacts,
  note: Signing,
  signer: Provider,
  { website, users }: { website: Website; users: readonly StaffUser[] },
): Cosigning | null {
  const to = { ...toCosign({ of, payers }, signer.ProviderId, website), allowed: allowedOf(users) };
  const NotesPermission = notesPermissionFor(signer, to.payerIds, to.onlyPrimaryPayer);
  const parent = notes.find(({ NoteId }) => NoteId === note.ParentNoteId) ?? null;
  const switches = finalizeSwitches(website, payers, note.NoteDate);
  const reason = cosignReason(note, { Type: signer.Type, NotesPermission }, switches, parent);
  if (reason === null) return null;
  const usual = usualCosigner(to, {
    named: note.CosignerProviderId,
    supervisor: signer.SupervisorProviderId,
    notes,
    ofCase: of.ProviderId,
    providers,
  });
  const choices = cosignersFor(providers, to).map((one) => ({ value: one.ProviderId, label: providerName(one) }));
  return { reason, choices, usual };
}

/** The providers whose users may cosign; null where the setup of this device is of an app that did not tell. */
function allowedOf(users: readonly StaffUser[]): ReadonlySet<string> | null {
  if (users.some(({ cosigns }) => cosigns === undefined)) return null;
  return new Set(users.flatMap(({ EmployeeId, cosigns }) => (EmployeeId !== null && cosigns ? [EmployeeId] : [])));
}

export function toCosign(
  { of, payers }: Pick<SigningFacts, 'of' | 'payers'>,
  signerId: string | null,
  website: Website,
): ToCosign {
  return {
    discipline: of.Discipline,
    signerId,
    payerIds: payers.map(({ PayerId }) => PayerId),
    onlyPrimaryPayer: website.use_only_primary_payer_notes_permission,
    allowed: null,
  };
}
