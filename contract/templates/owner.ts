import { UserId } from '../base/ids.ts';
import { holds } from '../base/permissions.ts';
import type { Field } from '../record/fields.ts';

/** Whose template it is: of one person, or of everyone in the clinic (null). */
export const owner = {
  label: 'Used by',
  schema: UserId.nullable(),
  kind: { is: 'listed', list: 'users' },
  asks: null,
} satisfies Field;

type Owned = { OwnerUserId: string | null };
export type LibraryUser = { UserId: string; can: readonly string[] };

/** Why a user may not add, change or remove a template, or null: those of the clinic, their own, and nobody else's. */
export function templateRefusal({ OwnerUserId }: Owned, user: LibraryUser): string | null {
  if (OwnerUserId === null)
    return holds(user.can, 'manage library') ? null : 'You do not have permission to change the clinic’s templates.';
  if (OwnerUserId !== user.UserId) return 'This template belongs to another person.';
  return holds(user.can, 'write notes') ? null : 'You do not have permission to write notes.';
}

/** Whether a user is offered a template: those of everyone, and their own. */
export function isOffered({ OwnerUserId }: Owned, { UserId: user }: Pick<LibraryUser, 'UserId'>): boolean {
  return OwnerUserId === null || OwnerUserId === user;
}
