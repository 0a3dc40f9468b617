import { unionOf } from '#contract/users/rights.ts';
import type { ManagedUser, PermissionGroup } from '#contract/users/user.ts';

export type Access = Pick<ManagedUser, 'roles' | 'individualPermissions' | 'facilityIds' | 'providerIds'>;

/** What somebody may do by these groups and rights of their own. */
export function canOf({ roles, individualPermissions }: Access, groups: readonly PermissionGroup[]): string[] {
  return unionOf(
    individualPermissions,
    ...groups.filter((group) => roles.includes(group.id)).map((group) => group.permissions),
  );
}
