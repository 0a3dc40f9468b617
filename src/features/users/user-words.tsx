import type { ManagedUser, UserStatus } from '#contract/users/user.ts';
import { MeaningBadge } from '#shared/ui/meaning/meaning-badge.tsx';
import type { Meaning } from '#shared/ui/meaning/meaning.ts';

const statuses: Record<UserStatus, { word: string; meaning: Meaning }> = {
  active: { word: 'Active', meaning: 'done' },
  invited: { word: 'Invited', meaning: 'progress' },
  disabled: { word: 'Disabled', meaning: 'past' },
};

export function StatusBadge({ status }: { status: UserStatus }) {
  const { word, meaning } = statuses[status];
  return (
    <MeaningBadge meaning={meaning} quiet>
      {word}
    </MeaningBadge>
  );
}

export function userName({ FirstName, LastName }: Pick<ManagedUser, 'FirstName' | 'LastName'>): string {
  return `${FirstName} ${LastName}`;
}

/** `Clinician, Biller`; somebody without a group is told by what they have. */
export function groupWords(user: ManagedUser, nameOf: ReadonlyMap<string, string>): string {
  const names = user.roles.flatMap((id) => nameOf.get(id) ?? []).toSorted((a, b) => a.localeCompare(b));
  if (user.SuperUser) names.unshift('Superuser');
  const own = user.individualPermissions.length;
  if (own > 0) names.push(own === 1 ? '1 extra right' : `${own} extra rights`);
  return [...new Set(names)].join(', ') || 'No rights yet';
}

export function facilityWords(facilityIds: readonly string[] | null, nameOf: ReadonlyMap<string, string>): string {
  if (facilityIds === null) return 'All facilities';
  const names = facilityIds.map((id) => nameOf.get(id) ?? 'A former facility').toSorted((a, b) => a.localeCompare(b));
  return names.length > 2 ? `${names.length} facilities` : names.join(', ');
}
