import { z } from 'zod';
import { Instant } from '../base/dates.ts';
import type { OnlineTable } from '../base/endpoint.ts';
import { passkeyCalls } from './passkey-endpoints.ts';
import { longestPassword } from './password-rule.ts';

/** How long a link to one's account works, in hours. */
export const linkHours = { invite: 168, reset: 1, verify: 24 } as const;
export const LinkKind = z.enum(['invite', 'reset', 'verify']);
export type LinkKind = z.output<typeof LinkKind>;

/** Travels in the fragment of an address and in bodies, never in a path or query that is written to a log. */
const LinkToken = z.string().max(140);
/** What a person chose; its length and the rest are judged by `passwordProblem`. */
const CurrentPassword = z.string().min(1).max(longestPassword);
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
const NewPassword = z.string().min(1).max(longestPassword);

/** What the page behind a link shows. */
export const AccountLink = z.object({
  kind: LinkKind,
  Email: z.string(),
  name: z.string(),
  siteName: z.string(),
  hasSecondFactor: z.boolean(),
  /** How many open the account without the password, also after a new one is chosen. */
  passkeys: z.int(),
});
export type AccountLink = z.output<typeof AccountLink>;

/** A person's own account as My account shows it. */
export const Account = z.object({
  Email: z.string(),
  name: z.string(),
  siteName: z.string(),
  /** Null until the person used a link that was mailed there. */
  EmailVerifiedAt: Instant.nullable(),
  /** Null for a password that was there before this was noted. */
  PasswordSetAt: Instant.nullable(),
  hasSecondFactor: z.boolean(),
  /** Recovery codes not used yet. */
  recoveryCodesLeft: z.int(),
});
export type Account = z.output<typeof Account>;

/** One sign-in that still stands. */
export const OwnSession = z.object({
  SessionId: z.uuid(),
  /** Superusers sign in at other sites too. */
  siteName: z.string(),
  /** `Chrome on Windows`, as it said when it signed in. */
  name: z.string(),
  createdAt: Instant,
  lastUsedAt: Instant,
  isHere: z.boolean(),
});
export type OwnSession = z.output<typeof OwnSession>;

export const accountEndpoints = {
  readLink: {
    call: 'POST /account/link',
    access: 'public',
    byHand: true,
    noChart: 'About the caller’s own account.',
    summary: 'Returns the account and purpose of an emailed link.',
    input: z.strictObject({ token: LinkToken }),
    reply: AccountLink,
  },
  useLink: {
    call: 'POST /account/link/use',
    access: 'public',
    byHand: true,
    noChart: 'About the caller’s own account.',
    summary: 'Uses an emailed link: sets a password or confirms an email.',
    input: z.strictObject({
      token: LinkToken,
      password: NewPassword.optional(),
      /** Together with the password, for who has lost the device they are on. */
      removePasskeys: z.boolean().optional(),
    }),
    reply: z.object({ kind: LinkKind, Email: z.string() }),
  },
  forgot: {
    call: 'POST /account/forgot',
    access: 'public',
    byHand: true,
    noChart: 'About the caller’s own account.',
    summary: 'Emails a password reset link. The answer is the same whether or not the account exists.',
    input: z.strictObject({ email: z.email().max(120) }),
    reply: z.object({ heard: z.boolean() }),
  },
  get: {
    call: 'GET /account',
    access: {},
    onDashboard: true,
    noChart: 'About the caller’s own account.',
    summary: 'Returns the caller’s account: email, password, two-step sign-in.',
    input: z.strictObject({}),
    reply: Account,
  },
  verifyEmail: {
    call: 'POST /account/verifyEmail',
    access: {},
    onDashboard: true,
    noChart: 'About the caller’s own account.',
    summary: 'Emails the caller a link that confirms their email.',
    input: z.strictObject({}),
    reply: z.object({ sent: z.boolean() }),
  },
  changePassword: {
    call: 'POST /account/password',
    access: {},
    byHand: true,
    noChart: 'About the caller’s own account.',
    summary: 'Changes the caller’s password. Needs the current one and ends their other sessions.',
    input: z.strictObject({ current: CurrentPassword, next: NewPassword }),
    reply: z.object({ changed: z.boolean() }),
  },
  sessions: {
    call: 'GET /account/sessions',
    access: {},
    onDashboard: true,
    noChart: 'About the caller’s own account.',
    summary: 'Lists the caller’s active sessions at every site, most recent first.',
    input: z.strictObject({}),
    reply: z.object({ sessions: z.array(OwnSession) }),
  },
  endSession: {
    call: 'POST /account/sessions/:id/end',
    access: {},
    onDashboard: true,
    noChart: 'About the caller’s own account.',
    summary: 'Ends one of the caller’s sessions.',
    input: z.strictObject({ id: z.uuid() }),
    reply: z.object({ ended: z.boolean() }),
  },
  endOtherSessions: {
    call: 'POST /account/sessions/endOthers',
    access: {},
    onDashboard: true,
    noChart: 'About the caller’s own account.',
    summary: 'Ends all other sessions of the caller, at every site.',
    input: z.strictObject({}),
    reply: z.object({ ended: z.boolean() }),
  },
  startSecondFactor: {
    call: 'POST /account/secondFactor/start',
    access: {},
    byHand: true,
    noChart: 'About the caller’s own account.',
    summary: 'Creates a key for an authenticator app (RFC 6238), as text and as an otpauth address.',
    input: z.strictObject({ current: CurrentPassword }),
    reply: z.object({ key: z.string(), address: z.string() }),
  },
  confirmSecondFactor: {
    call: 'POST /account/secondFactor/confirm',
    access: {},
    byHand: true,
    noChart: 'About the caller’s own account.',
    summary: 'Turns on two-step sign-in with a first code. Returns ten recovery codes, once.',
    input: z.strictObject({ code: z.string().min(1).max(20) }),
    reply: RecoveryCodes,
  },
  removeSecondFactor: {
    call: 'POST /account/secondFactor/remove',
    access: {},
    byHand: true,
    noChart: 'About the caller’s own account.',
    summary: 'Turns off two-step sign-in, if the password is long enough without it.',
    input: z.strictObject({ current: CurrentPassword }),
    reply: z.object({ removed: z.boolean() }),
  },
  renewRecoveryCodes: {
    call: 'POST /account/recoveryCodes',
    access: {},
    byHand: true,
    noChart: 'About the caller’s own account.',
    summary: 'Creates ten new recovery codes. Earlier codes stop working.',
    input: z.strictObject({ current: CurrentPassword }),
    reply: RecoveryCodes,
  },
  ...passkeyCalls,
} as const satisfies OnlineTable;
