import { templateRefusal, type LibraryUser } from '#contract/templates/owner.ts';
import { readSetup } from '#local/store/setup.ts';

type Owned = { OwnerUserId: string | null };

/** Who fills in the form of a template; undefined before the first sync. */
export async function libraryUser(): Promise<LibraryUser | undefined> {
  return (await readSetup())?.currentUser;
}

/** Why someone may not give a template to those it is to be for. */
export function ownerRefusal(fields: Owned, user: LibraryUser): { OwnerUserId?: string } {
  const refusal = templateRefusal(fields, user);
  return refusal === null ? {} : { OwnerUserId: refusal };
}

/** Whom it may be for: an empty choice is everyone. */
export function ownerOptions(user: LibraryUser, present: string | null) {
  const own = { value: user.UserId, label: 'Only me' };
  return present === null || present === user.UserId ? [own] : [own, { value: present, label: 'Another person' }];
}
