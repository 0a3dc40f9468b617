import { holds } from '../base/permissions.ts';
import { knownPermissions } from './permission-catalogue.ts';

/** What a user may do: the permissions of their groups and their own, each once (spec 6). */
export function unionOf(...lists: readonly (readonly string[])[]): string[] {
  return [...new Set(lists.flat())].toSorted();
}

export type RightsChange = { gained: string[]; lost: string[] };

/**
 * What a change of a `can` list grants and takes away, in the order of the catalogue. It is told by what holds, not by
 * what is written: who had `move visits.*` gains nothing by `move visits.closed`.
 */
export function rightsChange(before: readonly string[], after: readonly string[]): RightsChange {
  const asked = unionOf(
    knownPermissions.map((entry) => entry.permission),
    before,
    after,
  );
  const gained = asked.filter((each) => holds(after, each) && !holds(before, each));
  const lost = asked.filter((each) => holds(before, each) && !holds(after, each));
  // Who keeps a part of a lost whole loses the other parts, if any are known.
  const isBroken = (whole: string) =>
    lost.some((each) => covers(whole, each)) && asked.some((each) => covers(whole, each) && holds(after, each));
  return { gained: inWholes(gained), lost: inWholes(lost.filter((each) => !isBroken(each))) };
}

/** What a wildcard covers is not told beside it; in the order of the catalogue. */
function inWholes(permissions: readonly string[]): string[] {
  return permissions
    .filter((each) => !permissions.some((whole) => covers(whole, each)))
    .toSorted((a, b) => orderOf(a) - orderOf(b) || a.localeCompare(b));
}

function covers(wildcard: string, permission: string): boolean {
  return permission !== wildcard && wildcard.endsWith('.*') && holds([wildcard], permission);
}

function orderOf(permission: string): number {
  const at = knownPermissions.findIndex((entry) => entry.permission === permission);
  return at < 0 ? knownPermissions.length : at;
}

/** Who changes what others may do: their own rights, and the facilities and providers they see (null is all). */
export type Granter = {
  can: readonly string[];
  SuperUser: boolean;
  facilityIds: readonly string[] | null;
  providerIds?: readonly string[] | null | undefined;
};

/** The permissions somebody gains though whoever gives them does not hold them; none for a superuser. */
export function notTheirsToGive(granter: Granter, before: readonly string[], after: readonly string[]): string[] {
  if (granter.SuperUser) return [];
  return after.filter((permission) => !holds(before, permission) && !holds(granter.can, permission));
}

/** The permissions somebody loses though whoever takes them does not hold them; none for a superuser. */
export function notTheirsToTake(granter: Granter, before: readonly string[], after: readonly string[]): string[] {
  return notTheirsToGive(granter, after, before);
}

/** Whether somebody would see more facilities than whoever decides it sees, and did not before. */
export function isWiderThanOwn(
  granter: Granter,
  before: readonly string[] | null,
  after: readonly string[] | null,
): boolean {
  return !granter.SuperUser && isWider(granter.facilityIds, before, after);
}

/** The same of the providers whose visits they would see. */
export function isWiderInProviders(
  granter: Granter,
  before: readonly string[] | null,
  after: readonly string[] | null,
): boolean {
  return !granter.SuperUser && isWider(granter.providerIds ?? null, before, after);
}

function isWider(
  own: readonly string[] | null,
  before: readonly string[] | null,
  after: readonly string[] | null,
): boolean {
  if (own === null || before === null) return false;
  if (after === null) return true;
  return after.some((id) => !before.includes(id) && !own.includes(id));
}

/** Whose visits somebody sees: who treats or supervises sees their own whatever else is left to them. */
export function withOwn(providerIds: readonly string[] | null, own: readonly string[]): string[] | null {
  return providerIds && [...new Set([...providerIds, ...own])];
}

/** An account as others may take it in hand: what was left to it, and its own providers besides. */
export type InHand = Granter & { providerIds: readonly string[] | null; ownProviderIds: readonly string[] };

/** Whether someone's account may be taken in hand by another: with a new e-mail address comes all it may do. */
export function mayTakeInHand(granter: Granter, user: InHand): boolean {
  if (granter.SuperUser) return true;
  if (user.SuperUser || isWiderThanOwn(granter, [], user.facilityIds)) return false;
  if (isWiderInProviders(granter, [], withOwn(user.providerIds, user.ownProviderIds))) return false;
  return user.can.every((permission) => holds(granter.can, permission));
}
