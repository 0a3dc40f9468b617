import { z } from 'zod';
import { FacilityId, ProviderId, SiteKey, UserId } from '../base/ids.ts';
import { Provider } from '../providers/provider.ts';

/** Kept per user on the server; unknown keys of a newer app are kept. */
export const Preferences = z
  .object({
    colorScheme: z.enum(['light', 'dark', 'auto']).optional(),
    railPinned: z.boolean().optional(),
    facilityId: FacilityId.nullable().optional(),
    onDeckProviderIds: z.array(ProviderId).optional(),
    favoritedTags: z.array(z.uuid()).max(100).optional(),
  })
  .catchall(z.json());
export type Preferences = z.output<typeof Preferences>;

export const StaffUser = z.object({
  UserId,
  FirstName: z.string(),
  LastName: z.string(),
  EmployeeId: ProviderId.nullable(),
  SuperUser: z.boolean(),
});
export type StaffUser = z.output<typeof StaffUser>;

export const CurrentUser = StaffUser.extend({
  Email: z.email(),
  sub: z.string(),
  can: z.array(z.string()),
  roles: z.array(z.string()),
  Preferences,
  TimeZone: z.string(),
  provider: Provider.nullable(),
  /** Facilities whose rows this user may see; null is all of them. */
  facilityIds: z.array(FacilityId).nullable(),
});
export type CurrentUser = z.output<typeof CurrentUser>;

/** What a login or refresh gives: a 15-minute bearer token and who it is for. */
export const Session = z.object({
  token: z.string(),
  /** ms until the token ends. */
  expiresIn: z.int(),
  site: SiteKey,
  siteName: z.string(),
  UserId,
  SuperUser: z.boolean(),
});
export type Session = z.output<typeof Session>;
