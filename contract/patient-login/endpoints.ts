import { z } from 'zod';
import { DateString, Instant } from '../base/dates.ts';
import type { OnlineTable } from '../base/endpoint.ts';
import { PatientId, SiteKey } from '../base/ids.ts';

/** The public half of a key that never leaves the device: P-256, as a JWK. */
export const DeviceKey = z.strictObject({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string().regex(/^[\w-]{43}$/),
  y: z.string().regex(/^[\w-]{43}$/),
});
export type DeviceKey = z.output<typeof DeviceKey>;

const device = { deviceKey: DeviceKey, isOwnDevice: z.boolean() };
const attempt = { attemptId: z.uuid() };

/** Who is signed in, as the page shows it. `turn` goes into the next signature of the device. */
export const PatientSession = z.object({
  token: z.string(),
  SessionId: z.uuid(),
  turn: z.int(),
  kind: z.enum(['patient', 'guarantor', 'unrecognized']),
  level: z.enum(['L1', 'L2']),
  scope: z.enum(['all', 'kept', 'visits', 'intake', 'hep', 'pay', 'kiosk']),
  /** First names of whom it is about. */
  names: z.array(z.string()),
});
export type PatientSession = z.output<typeof PatientSession>;

/** One of several people whom the same details fit, by first names alone. */
export const LoginChoice = z.object({
  id: z.uuid(),
  kind: z.enum(['patient', 'guarantor']),
  names: z.array(z.string()),
});
export type LoginChoice = z.output<typeof LoginChoice>;

/** A session, or whom to choose from. */
const Verified = z.object({ session: PatientSession.nullable(), choices: z.array(LoginChoice) });

const openly = {
  access: 'public',
  byHand: true,
  noChart: 'For the patient who signs in.',
} as const;

export const patientLoginEndpoints = {
  start: {
    ...openly,
    call: 'POST /patientLogin/start',
    summary: 'Asks for a code by text or email. The answer is the same whether or not the person is known.',
    input: z.strictObject({
      w: SiteKey,
      contact: z.string().max(120),
      DateOfBirth: DateString,
      aupl: z.boolean(),
      agl: z.boolean(),
      language: z.enum(['en', 'es']),
    }),
    reply: z.object({ ...attempt }),
  },
  verify: {
    ...openly,
    call: 'POST /patientLogin/verify',
    summary: 'Checks a code. Starts the session, or lists the people to choose from.',
    input: z.strictObject({ ...attempt, code: z.string().max(20), ...device }),
    reply: Verified,
  },
  choose: {
    ...openly,
    call: 'POST /patientLogin/choose',
    summary: 'Starts the session of one of the people that a code fits.',
    input: z.strictObject({ ...attempt, id: z.uuid(), ...device }),
    reply: Verified,
  },
  link: {
    ...openly,
    call: 'POST /patientLogin/link',
    summary: 'Starts a session with a link and the birth date. Five wrong dates end the link.',
    input: z.strictObject({ token: z.string().max(80), DateOfBirth: DateString, ...device }),
    reply: Verified,
  },
  refresh: {
    ...openly,
    call: 'POST /patientLogin/refresh',
    summary: 'Continues a session. The device signs its turn with its key.',
    input: z.strictObject({ turn: z.int().min(0), signature: z.string().max(200) }),
    reply: PatientSession,
  },
  logout: {
    ...openly,
    call: 'POST /patientLogout',
    summary: 'Ends the session of this device.',
    input: z.strictObject({}),
    reply: z.object({ ended: z.boolean() }),
  },
  access: {
    call: 'GET /patients/:id/access',
    access: {},
    chartOf: { patient: 'id' },
    summary: 'Lists the links and sessions by which a patient gets in.',
    input: z.strictObject({ id: PatientId }),
    reply: z.object({
      PatientId,
      links: z.array(
        z.object({
          LinkId: z.string(),
          purpose: z.string(),
          createdAt: Instant,
          expiresAt: Instant,
          state: z.enum(['open', 'used', 'ended']),
        }),
      ),
      sessions: z.array(
        z.object({
          SessionId: z.uuid(),
          kind: z.enum(['patient', 'guarantor']),
          /** The guarantor; null for the patient. */
          name: z.string().nullable(),
          level: z.enum(['L1', 'L2']),
          device: z.string(),
          createdAt: Instant,
          seenAt: Instant,
        }),
      ),
    }),
  },
  endLinks: {
    call: 'POST /patients/:id/access/endLinks',
    access: { any: ['edit patients', 'schedule visits'] },
    noChart: 'Returns a count only.',
    summary: 'Ends all links of a patient, and the sessions that began with them.',
    input: z.strictObject({ id: PatientId }),
    reply: z.object({ ended: z.int() }),
  },
  endSession: {
    call: 'POST /patients/:id/access/endSession',
    access: { any: ['edit patients', 'schedule visits'] },
    noChart: 'Returns whether a session ended.',
    summary: 'Ends a session of a patient or of a guarantor of theirs.',
    input: z.strictObject({ id: PatientId, SessionId: z.uuid() }),
    reply: z.object({ ended: z.boolean() }),
  },
} as const satisfies OnlineTable;
