import { holds } from '../base/permissions.ts';
import { notesPermissionFor } from '../providers/notes-permission.ts';
import { disciplineOf, isAssistant, providerName, type Discipline, type Provider } from '../providers/provider.ts';
import type { VisitNote } from './visit-note.ts';

/** Whether a user may cosign notes; superusers may do everything. */
export function mayCosign({ SuperUser, can }: { SuperUser: boolean; can: readonly string[] }): boolean {
  return SuperUser || holds(can, 'cosign notes');
}

type Candidate = Pick<Provider, 'ProviderId' | 'Type' | 'Inactive' | 'NotesPermission' | 'notes_permissions'>;

/** The note as far as it matters to who cosigns it. */
export type ToCosign = {
  discipline: Discipline;
  /** Who signs, or signed. */
  signerId: string | null;
  /** Payers of the case, primary first. */
  payerIds: readonly string[];
  onlyPrimaryPayer: boolean;
  /** Providers whose users may cosign notes; null where that is not known, as on a device with a setup of an older app. */
  allowed: ReadonlySet<string> | null;
};

/** Why a provider cannot be asked to cosign a note of this discipline, or null. */
export function namedCosignerRefusal(
  asked: Candidate | undefined,
  { discipline, signerId, payerIds, onlyPrimaryPayer, allowed }: ToCosign,
): string | null {
  if (!asked || asked.Inactive) return 'The cosigner was not found. Choose another therapist.';
  if (isAssistant(asked.Type) || disciplineOf(asked.Type) !== discipline)
    return `Only a therapist of ${discipline} can cosign this note. Choose another one.`;
  if (asked.ProviderId === signerId) return 'You can’t cosign your own note. Choose another therapist.';
  if (allowed && !allowed.has(asked.ProviderId))
    return 'This therapist has no user with permission to cosign notes. Choose another one.';
  return notesPermissionFor(asked, payerIds, onlyPrimaryPayer) === 'F'
    ? null
    : 'The notes permission of this therapist doesn’t allow cosigning. Choose another one.';
}

/** Who can be asked to cosign, by last name. */
export function cosignersFor<P extends Candidate & Pick<Provider, 'LastName' | 'FirstName'>>(
  providers: readonly P[],
  of: ToCosign,
): P[] {
  return providers
    .filter((one) => namedCosignerRefusal(one, of) === null)
    .toSorted((a, b) => a.LastName.localeCompare(b.LastName) || a.FirstName.localeCompare(b.FirstName));
}

type OnCase = Pick<VisitNote, 'NoteId' | 'NoteDate' | 'signedAt' | 'signedByProviderId' | 'cosignedByProviderId'>;

/**
 * Who is asked where nobody else was chosen: whoever the note names, the signer's supervisor, the therapist who last signed
 * or cosigned in this case, or the provider of the case; null where none of them can be asked.
 */
export function usualCosigner(
  of: ToCosign,
  from: {
    named: string | null;
    supervisor: string | null;
    notes: readonly OnCase[];
    ofCase: string | null;
    providers: readonly Candidate[];
  },
): string | null {
  const latest = from.notes
    .filter(({ signedAt }) => signedAt !== null)
    .toSorted((a, b) => b.NoteDate.localeCompare(a.NoteDate) || b.NoteId.localeCompare(a.NoteId));
  const onCase = latest.flatMap(({ signedByProviderId: by, cosignedByProviderId: also }) => [by, also]);
  const byId = new Map<string, Candidate>(from.providers.map((one) => [one.ProviderId, one]));
  const mayBe = (id: string | null) => id !== null && namedCosignerRefusal(byId.get(id), of) === null;
  return [from.named, from.supervisor, ...onCase, from.ofCase].find(mayBe) ?? null;
}

type Named = Pick<VisitNote, 'CosignerProviderId' | 'cosignedByProviderId'>;

/** That somebody else was asked than who cosigns, or null: `Asked to cosign: Rosa Alvarez, PT.` */
export function otherCosignerWords(
  { CosignerProviderId: asked }: Pick<Named, 'CosignerProviderId'>,
  ProviderId: string | null,
  providers: readonly Pick<Provider, 'ProviderId' | 'FirstName' | 'LastName' | 'Type'>[],
): string | null {
  if (asked === null || asked === ProviderId) return null;
  const found = providers.find((one) => one.ProviderId === asked);
  return `Asked to cosign: ${found ? providerName(found) : 'another therapist'}.`;
}

/** Notes that this provider was asked to cosign first, then the others in their order. */
export function ownFirst<T>(all: readonly T[], isOwn: (one: T) => boolean): T[] {
  return [...all.filter(isOwn), ...all.filter((one) => !isOwn(one))];
}
