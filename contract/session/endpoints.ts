import { z } from 'zod';
import { DateString } from '../base/dates.ts';
import type { EndpointTable } from '../base/endpoint.ts';
import { DeviceId, PatientId, RegionId, SiteKey, UserId } from '../base/ids.ts';
import { CptCode, PricedCode } from '../charges/service.ts';
import { RangeSource } from '../measures/range-source.ts';
import { CurrentUser, Preferences, Session, StaffUser } from './current-user.ts';
import { DeviceReport, DeviceState, EraseOrder } from './device.ts';

export const Website = z.object({
  site: SiteKey,
  Name: z.string(),
  TimeZone: z.string(),
  pusher_key: z.string(),
  use_only_primary_payer_notes_permission: z.boolean(),
  enable_reports: z.boolean(),
  enable_ar_warnings: z.boolean(),
  hide_pain_point: z.boolean(),
  reports_base_url_override: z.string().nullable(),
  plus: z.boolean(),
  // Missing in a setup kept by an older app; contract/settings says what each means.
  idle_timeout_ms: z.int().optional(),
  enable_emergency_access: z.boolean().optional(),
  emergency_access_ms: z.int().optional(),
  claims_are_tests: z.boolean().optional(),
  enable_sidekick: z.boolean().optional(),
  calendar_feed_initials: z.boolean().optional(),
  late_cancel_hours: z.int().optional(),
  range_source: RangeSource.optional(),
  assistant_may_finalize: z.boolean().optional(),
  late_cancel_fee: z.int().optional(),
  tell_of_visits: z.boolean().optional(),
  first_reminder_hours: z.int().optional(),
  second_reminder_hours: z.int().optional(),
  survey_after_visits: z.int().optional(),
  messages_by_email: z.boolean().optional(),
  messages_by_text: z.boolean().optional(),
  /** Only of a site that a superuser began: what no row of it tells of its beginning. */
  getting_started: z.object({ settingsLookedAt: z.boolean() }).optional(),
  regions: z.array(z.object({ RegionId, Name: z.string() })).optional(),
  /** Somebody signs in with the password that everybody knows of the demo. */
  isDemo: z.boolean().optional(),
});
export type Website = z.output<typeof Website>;

/** GET /setup, every key of spec 7; what a site does not use yet is empty, never missing. */
export const Setup = z.object({
  users: z.array(StaffUser),
  currentUser: CurrentUser,
  permissionGroups: z.array(z.object({ id: z.uuid(), name: z.string() })),
  website: Website,
  tags: z.array(z.object({ TagId: z.uuid(), Name: z.string() })),
  favoritedTags: z.array(z.uuid()),
  beaconSignature: z.string().nullable(),
  cptDescriptions: z.array(PricedCode),
  closedBillingPeriodEnd: DateString.nullable(),
  cptCodes: z.array(CptCode),
  payerReportingTypes: z.array(z.object({ PayerReportingTypeId: z.uuid(), Description: z.string() })),
  providerIdsByFacilityIdByDay: z.record(z.string(), z.record(z.string(), z.array(z.uuid()))),
  reasonCodeDescriptions: z.record(z.string(), z.string()),
  prWriteoffReasonCodes: z.array(z.string()),
  activeCustomCaseInputs: z.array(z.object({ CustomCaseInputId: z.uuid(), Label: z.string() })),
  sidekickJwt: z.string().nullable(),
});
export type Setup = z.output<typeof Setup>;

export const sessionEndpoints = {
  login: {
    call: 'POST /session/login',
    access: 'public',
    byHand: true,
    noChart: 'About the caller’s own sign-in and devices.',
    summary: 'Signs in a staff member. The refresh token is an HttpOnly cookie.',
    input: z.strictObject({
      email: z.email().max(120),
      password: z.string().min(1).max(200),
      site: SiteKey.optional(),
      /** Of an authenticator app, or a recovery code, where the account has a second step. */
      code: z.string().max(40).optional(),
    }),
    reply: Session,
  },
  refresh: {
    call: 'POST /session/refresh',
    access: 'public',
    byHand: true,
    noChart: 'About the caller’s own sign-in and devices.',
    summary: 'Returns a new bearer token for the refresh cookie. A reused cookie ends all related sessions.',
    input: z.strictObject({
      /** Of the device; proves whose a cookie is that a killed browser had no time to replace (decision 0014). */
      deviceSecret: z.string().length(43).optional(),
    }),
    reply: Session,
  },
  logout: {
    call: 'POST /session/logout',
    access: 'public',
    byHand: true,
    noChart: 'About the caller’s own sign-in and devices.',
    summary: 'Ends this session.',
    input: z.strictObject({}),
    reply: z.object({ ended: z.boolean() }),
  },
  sites: {
    call: 'GET /session/sites',
    access: { superuser: true },
    noChart: 'About the caller’s own sign-in and devices.',
    summary: 'Lists the sites a superuser can choose.',
    input: z.strictObject({}),
    reply: z.object({ sites: z.array(z.object({ site: SiteKey, name: z.string() })) }),
  },
  chooseSite: {
    call: 'POST /session/site',
    access: { superuser: true },
    byHand: true,
    noChart: 'About the caller’s own sign-in and devices.',
    summary: 'Switches a superuser to another site. Both sites record it.',
    input: z.strictObject({ site: SiteKey }),
    reply: Session,
  },
  setup: {
    call: 'GET /setup',
    access: {},
    onDashboard: true,
    noChart: 'About the caller’s own sign-in and devices.',
    summary: 'Returns the user, site and settings for the screens.',
    /** A device that must erase itself hears it here, before anything is shown. */
    input: z.strictObject({ device: DeviceId.optional() }),
    reply: Setup,
  },
  savePreferences: {
    call: 'PUT /users/:id/preferences',
    access: {},
    onDashboard: true,
    queueable: true,
    noChart: 'About the caller’s own sign-in and devices.',
    summary: 'Saves the current user’s preferences. Keys not sent stay the same.',
    input: z.strictObject({ id: UserId, Preferences, TimeZone: z.string().max(60).optional() }),
    reply: z.object({ Preferences, TimeZone: z.string() }),
  },
  devices: {
    call: 'GET /devices',
    access: {},
    onDashboard: true,
    noChart: 'About the caller’s own sign-in and devices.',
    summary: 'Lists the caller’s devices, or everyone’s for user managers.',
    input: z.strictObject({ of: z.enum(['own', 'all']) }),
    reply: z.object({ devices: z.array(DeviceState) }),
  },
  reportDevice: {
    call: 'POST /devices/:id/report',
    access: {},
    onDashboard: true,
    noChart: 'About the caller’s own sign-in and devices.',
    summary: 'Reports a device’s name, last sync and waiting changes. Key changes are audited.',
    input: DeviceReport,
    reply: z.object({ heard: z.boolean() }),
  },
  signOutAndErase: {
    call: 'POST /devices/:id/signOutAndErase',
    access: {},
    onDashboard: true,
    noChart: 'About the caller’s own sign-in and devices.',
    summary: 'Signs a device out and erases its data. Others’ devices need `manage users`.',
    input: z.strictObject({ id: DeviceId }),
    reply: DeviceState,
  },
  askErasure: {
    call: 'POST /devices/:id/askErasure',
    access: 'public',
    byHand: true,
    noChart: 'About the caller’s own sign-in and devices.',
    summary: 'Lets a locked or signed-out device check whether it should erase itself.',
    input: z.strictObject({ id: DeviceId, site: SiteKey, secret: z.string().length(43) }),
    /** Null also for a device that nobody knows, or with another secret. */
    reply: z.object({ order: EraseOrder.nullable() }),
  },
  confirmErased: {
    call: 'POST /devices/:id/erased',
    access: 'public',
    byHand: true,
    noChart: 'About the caller’s own sign-in and devices.',
    summary: 'Lets a signed-out device report that it has erased itself.',
    input: z.strictObject({ id: DeviceId, site: SiteKey, ticket: z.uuid() }),
    reply: z.object({ erased: z.boolean() }),
  },
  recordPrint: {
    call: 'POST /prints',
    access: {},
    onDashboard: true,
    queueable: true,
    noChart: 'Records a print. Returns no data.',
    summary: 'Records in the audit log that charts or patient lists were printed.',
    input: z.strictObject({
      what: z.enum([
        'downtime pack',
        'sign-in sheet',
        'provider schedule',
        'patient schedule',
        'rundown',
        'note',
        'home program',
      ]),
      day: DateString,
      patients: z.int().min(0).max(10_000),
      /** Of whom, where it is about one. */
      PatientId: PatientId.optional(),
    }),
    reply: z.object({ recorded: z.boolean() }),
  },
  broadcastingAuth: {
    call: 'POST /broadcasting/auth',
    access: {},
    byHand: true,
    noChart: 'About the caller’s own sign-in and devices.',
    summary: 'Signs a real-time channel subscription for the caller’s site.',
    input: z.strictObject({ socket_id: z.string().regex(/^\d+\.\d+$/), channel_name: z.string().max(164) }),
    /** `channel_data` names the session, so that whichever process holds the socket knows with whom it ends. */
    reply: z.object({ auth: z.string(), channel_data: z.string() }),
  },
} as const satisfies EndpointTable;
