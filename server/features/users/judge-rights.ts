import { fail } from '#contract/base/errors.ts';
import { permissionWords } from '#contract/users/permission-catalogue.ts';
import {
  isWiderInProviders,
  isWiderThanOwn,
  notTheirsToGive,
  notTheirsToTake,
  rightsChange,
  type Granter,
} from '#contract/users/rights.ts';
import type { Tx } from '#server/kit/context.ts';
import { countManagers } from './store.ts';

type Rights = {
  can: readonly string[];
  facilityIds: readonly string[] | null;
  providerIds: readonly string[] | null;
};

/** Refuses what the caller does not hold and so cannot give. What was written is taken back with the transaction. */
export function judgeRights(caller: Granter, before: Rights, after: Rights): void {
  refuseUnheld(caller, before.can, after.can);
  if (isWiderThanOwn(caller, before.facilityIds, after.facilityIds))
    fail('no-permission', 'You can’t give access to facilities that you can’t see. Nothing was changed.');
  if (isWiderInProviders(caller, before.providerIds, after.providerIds))
    fail('no-permission', 'You can’t give access to providers whose visits you can’t see. Nothing was changed.');
}

export function refuseUnheld(caller: Granter, before: readonly string[], after: readonly string[]): void {
  const nameless = { facilities: new Map(), providers: new Map() };
  const [given] = notTheirsToGive(caller, before, after);
  if (given !== undefined) {
    const words = permissionWords(given, nameless);
    fail('no-permission', `You can’t let others ${words}, because you don’t have this right. Nothing was changed.`);
  }
  const [taken] = notTheirsToTake(caller, before, after);
  if (taken !== undefined) {
    const words = permissionWords(taken, nameless);
    fail(
      'no-permission',
      `You can’t stop others who ${words}, because you don’t have this right. Nothing was changed.`,
    );
  }
}

/** Refuses a change after which nobody but superusers could manage users; `before` is who it was about. */
export async function assertManager(
  tx: Tx,
  site: string,
  before: { can: readonly string[]; status: string; SuperUser: boolean },
): Promise<void> {
  const managed = ['access company', 'manage users'].every((permission) => before.can.includes(permission));
  if (!managed || before.SuperUser || before.status !== 'active') return;
  if ((await countManagers(tx, site)) === 0)
    fail('conflict', 'No one would be left to manage users. Give someone else this right first. Nothing was changed.');
}

/** What the audit log tells of a change of rights. */
export function rightsDetail(before: readonly string[], after: readonly string[]): Record<string, string> {
  const { gained, lost } = rightsChange(before, after);
  return {
    ...(gained.length > 0 && { gained: gained.join(', ') }),
    ...(lost.length > 0 && { lost: lost.join(', ') }),
  };
}
