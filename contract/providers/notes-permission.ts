import type { NotesPermission, Provider } from './provider.ts';

/*
 * Spec 6 names the codes but not their meaning; this is our reading (domain 7), each including the one before:
 * N none: writes no notes.
 * C cosign needed: writes and signs notes of own visits, which stay open until another provider cosigns them.
 * S sign own: writes and signs notes of own visits on their own.
 * H history: S, and reads the notes other providers wrote.
 * O others: H, and writes and signs notes of other providers' visits.
 * F full: O, and cosigns.
 */
const strictness: readonly NotesPermission[] = ['N', 'C', 'S', 'H', 'O', 'F'];

/** Writes notes at all. */
export function mayWriteNotes(permission: NotesPermission): boolean {
  return permission !== 'N';
}

/** Writes notes of visits that are someone else's. */
export function mayWriteForOthers(permission: NotesPermission): boolean {
  return permission === 'O' || permission === 'F';
}

/**
 * What holds for a visit paid by these payers, primary first: a payer's own entry overrides the default, and
 * of two payers' entries the stricter counts; the secondary is ignored where the site says so (spec 6).
 */
export function notesPermissionFor(
  provider: Pick<Provider, 'NotesPermission' | 'notes_permissions'>,
  payerIds: readonly string[],
  onlyPrimaryPayer: boolean,
): NotesPermission {
  const counted = onlyPrimaryPayer ? payerIds.slice(0, 1) : payerIds;
  const entries = provider.notes_permissions.filter((entry) => counted.includes(entry.PayerId));
  const strictest = Math.min(...entries.map((entry) => strictness.indexOf(entry.NotesPermission)));
  return strictness[strictest] ?? provider.NotesPermission;
}
