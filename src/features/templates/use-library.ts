import { templateRefusal, isOffered, type LibraryUser } from '#contract/templates/owner.ts';
import { useCurrentUser, useSetup } from '#shared/session.ts';
import { useOnline } from '#shared/sync-state.ts';

type Owned = { OwnerUserId: string | null };

/** What the signed-in person may do in the library, and whether it can be done now. */
export function useLibrary() {
  const user: LibraryUser = useCurrentUser();
  const { users } = useSetup();
  const isOnline = useOnline();
  const mayShare = templateRefusal({ OwnerUserId: null }, user) === null;
  return {
    isOnline,
    isShown: (row: Owned) => isOffered(row, user),
    /** A new one (null) is at least one’s own. */
    mayChange: (row: Owned | null) => templateRefusal(row ?? firstOwner(user), user) === null,
    /** Whose a new one is unless told. */
    firstOwner: firstOwner(user),
    mayShare,
    ownerWords({ OwnerUserId }: Owned): string {
      if (OwnerUserId === null) return 'Everyone';
      const found = users.find(({ UserId }) => UserId === OwnerUserId);
      return OwnerUserId === user.UserId ? 'Only me' : found ? `${found.FirstName} ${found.LastName}` : 'One person';
    },
  };
}

export type Library = ReturnType<typeof useLibrary>;

/** Who may change the templates of the clinic makes those; others make their own. */
export function firstOwner(user: LibraryUser): { OwnerUserId: string | null } {
  const isShared = templateRefusal({ OwnerUserId: null }, user) === null;
  return { OwnerUserId: isShared ? null : user.UserId };
}
