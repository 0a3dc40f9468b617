import { holds } from '#contract/base/permissions.ts';
import { knownPermissions } from '#contract/users/permission-catalogue.ts';

/**
 * What a superuser holds in any site (spec 6): every permission there is, but those of emergency access, which is asked
 * for and given for a time.
 */
export const everyPermission: readonly string[] = knownPermissions
  .filter((entry) => !entry.isEmergency)
  .map((entry) => entry.permission)
  .filter((permission, _, all) => !isCovered(permission, all));

function isCovered(permission: string, all: readonly string[]): boolean {
  return holds(
    all.filter((other) => other !== permission),
    permission,
  );
}
