import { z } from 'zod';
import { Instant } from '../base/dates.ts';
import { EmergencyAccessId, ExerciseId, FacilityId, ProviderId, SiteKey, UserId } from '../base/ids.ts';
import { Provider } from '../providers/provider.ts';
import { WeekStart } from '../settings/week-start.ts';

/** Kept per user on the server; unknown keys of a newer app are kept. */
export const Preferences = z
  .object({
    colorScheme: z.enum(['light', 'dark', 'auto']).optional(),
    railPinned: z.boolean().optional(),
    facilityId: FacilityId.nullable().optional(),
    onDeckProviderIds: z.array(ProviderId).optional(),
    schedulingProviderIds: z.array(ProviderId).optional(),
    /** False switches the shortcuts of one key off (WCAG 2.1.4); those with Ctrl and keys of a focused grid stay. */
    singleKeyShortcuts: z.boolean().optional(),
    favoritedTags: z.array(z.uuid()).max(100).optional(),
    // Settings of scope user (contract/settings/settings.ts) stand here under their own names.
    week_starts_on: WeekStart.optional(),
  })
  .catchall(z.json());
export type Preferences = z.output<typeof Preferences>;

export const StaffUser = z.object({
  UserId,
  FirstName: z.string(),
  LastName: z.string(),
  EmployeeId: ProviderId.nullable(),
  SuperUser: z.boolean(),
  /** Holds the permission; missing in a setup kept by an older app. */
  cosigns: z.boolean().optional(),
});
export type StaffUser = z.output<typeof StaffUser>;

/** Emergency access that was asked for and still lasts. */
export const EmergencyGrant = z.object({
  id: EmergencyAccessId,
  reason: z.string(),
  startedAt: Instant,
  endsAt: Instant,
  /** ms it lasted when the server answered. */
  leftMs: z.int(),
  /** The same end by this device's clock, in ms since 1970; written where the setup arrives. */
  until: z.number().optional(),
});
export type EmergencyGrant = z.output<typeof EmergencyGrant>;

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
  // These two are missing in a setup kept by an older app.
  /** Providers whose visits this user may see; null is all of them. */
  providerIds: z.array(ProviderId).nullable().optional(),
  emergency: EmergencyGrant.nullable().optional(),
  /** Exercises of the library that this user keeps at hand; missing in a setup kept by an older app. */
  favoriteExerciseIds: z.array(ExerciseId).optional(),
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
