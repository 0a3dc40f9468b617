import type { Payer } from '#contract/address-book/payer.ts';
import type { NoteWriter } from '#contract/documentation/ready-to-sign.ts';
import { notesPermissionFor } from '#contract/providers/notes-permission.ts';
import { useSetup } from '#shared/session.ts';

/** What the signed-in person may do with notes of a case that these pay for, primary first. */
export function useNoteWriter(payers: readonly Pick<Payer, 'PayerId'>[]): NoteWriter {
  const { currentUser, website } = useSetup();
  const { can, provider } = currentUser;
  const payerIds = payers.map(({ PayerId }) => PayerId);
  const onlyPrimary = website.use_only_primary_payer_notes_permission;
  return {
    can,
    ProviderId: provider?.ProviderId ?? null,
    NotesPermission: provider ? notesPermissionFor(provider, payerIds, onlyPrimary) : null,
  };
}
