import { z } from 'zod';
import { FacilityId, PermissionGroupId, ProviderId, UserId } from '../base/ids.ts';

/** An invited user has not chosen a password yet; a disabled one may not sign in. */
export const userStatuses = ['active', 'invited', 'disabled'] as const;
export const UserStatus = z.enum(userStatuses);
export type UserStatus = z.output<typeof UserStatus>;

export const ManagedUser = z.object({
  UserId,
  Email: z.string(),
  FirstName: z.string(),
  LastName: z.string(),
  TimeZone: z.string(),
  EmployeeId: ProviderId.nullable(),
  SuperUser: z.boolean(),
  status: UserStatus,
  /** A code of an authenticator app is asked for when they sign in with the password. */
  hasSecondFactor: z.boolean(),
  /** A passkey of theirs signs in without the password. */
  hasPasskeys: z.boolean(),
  /** The permission groups they belong to. */
  roles: z.array(PermissionGroupId),
  /** What they hold besides. */
  individualPermissions: z.array(z.string()),
  /** The union of both: what holds. */
  can: z.array(z.string()),
  /** Facilities whose rows they see; null is all of them. */
  facilityIds: z.array(FacilityId).nullable(),
  /** Providers whose visits they see, besides their own; null is all of them. */
  providerIds: z.array(ProviderId).nullable(),
  /** Whose visits they see in any case: the provider they are, and the assistants they supervise. */
  ownProviderIds: z.array(ProviderId),
});
export type ManagedUser = z.output<typeof ManagedUser>;

export const PermissionGroup = z.object({
  id: PermissionGroupId,
  name: z.string(),
  permissions: z.array(z.string()),
  /** How many users belong to it. */
  members: z.int(),
});
export type PermissionGroup = z.output<typeof PermissionGroup>;
