import { fail } from '#contract/base/errors.ts';
import { permissionDenied } from '#contract/base/permissions.ts';
import type { Case } from '#contract/cases/case.ts';
import { careRefusal } from '#contract/documentation/ready-to-sign.ts';
import { notesPermissionFor } from '#contract/providers/notes-permission.ts';
import type { NotesPermission, Provider } from '#contract/providers/provider.ts';
import { readCase } from '#server/features/patients/store.ts';
import { payersOfCase, readProvider, siteSettings } from '#server/features/visits/store.ts';
import type { Caller, Tx } from '#server/kit/context.ts';

/** What the provider behind a user may do with this note; null for staff who treat nobody. */
export async function writerOf(
  tx: Tx,
  caller: Caller,
  held: { of: Case },
): Promise<{ ProviderId: string | null; NotesPermission: NotesPermission | null }> {
  if (!caller.ProviderId) return { ProviderId: null, NotesPermission: null };
  const { provider, NotesPermission } = await signerOf(tx, caller, held);
  return { ProviderId: provider.ProviderId, NotesPermission };
}

/** Fails for who may not write goals, plans of care or exercises of a case, as they may not write its notes. */
export async function assertMayWriteCare(
  tx: Tx,
  caller: Caller,
  { CaseId, ProviderId = null }: { CaseId: string; ProviderId?: string | null },
): Promise<void> {
  const of = await readCase(tx, CaseId);
  if (!of) fail('not-found', 'This case was not found, or you can’t see it.');
  const refusal = careRefusal({ can: caller.can, ...(await writerOf(tx, caller, { of })) }, ProviderId);
  if (refusal) fail('no-permission', `${refusal} Nothing was changed.`);
}

export async function signerOf(
  tx: Tx,
  caller: Caller,
  { of }: { of: Case },
): Promise<{ provider: Provider; NotesPermission: NotesPermission }> {
  const provider = caller.ProviderId ? await readProvider(tx, caller.ProviderId) : undefined;
  if (!provider) fail('no-permission', permissionDenied);
  const payerIds = (await payersOfCase(tx, of.CaseId)).map((payer) => payer.PayerId);
  const { settings } = await siteSettings(tx);
  const onlyPrimary = settings['use_only_primary_payer_notes_permission'] === true;
  return { provider, NotesPermission: notesPermissionFor(provider, payerIds, onlyPrimary) };
}
