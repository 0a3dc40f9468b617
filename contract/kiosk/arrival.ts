import { z } from 'zod';
import { DateString, Instant } from '../base/dates.ts';
import { FacilityId } from '../base/ids.ts';
import { AnswerKey, AnswerShape, Signature } from '../intake/endpoints.ts';
import { mostSealedLength } from './seal-text.ts';
import { clockFaults, TabletClock } from './tablet-clock.ts';

/** Who arrives, as they tell a kiosk: the birth date and the last four digits of the phone. */
export const known = { DateOfBirth: DateString, lastFour: z.string().regex(/^\d{4}$/) };

/** How somebody finds their visit: by the digits, or by the code they show (patient-pages 3). */
export const found = {
  DateOfBirth: known.DateOfBirth,
  lastFour: known.lastFour.optional(),
  /** Of the link in a check-in code. */
  token: z.string().max(80).optional(),
};
export type Found = z.output<z.ZodObject<typeof found>>;
/** One of the two, not both. */
export const byOneWay = ({ lastFour, token }: Pick<Found, 'lastFour' | 'token'>): boolean =>
  (lastFour === undefined) !== (token === undefined);

/** What somebody answered and signed on a kiosk that did not know for which visit. */
export const BlankForms = z.strictObject({
  forms: z.array(z.strictObject({ IntakeFormId: z.string().max(41), version: z.int().min(1) })).max(20),
  answers: z.record(AnswerKey, AnswerShape.nullable()),
  signatures: z.array(Signature).max(20),
});
export type BlankForms = z.output<typeof BlankForms>;

/** An arrival without a connection, as it stands within its seal. */
export const Arrival = z.strictObject({
  /** By the clock of the tablet. */
  at: Instant,
  /** Left out by a tablet that the server never told its own. */
  clock: TabletClock.optional(),
  ...known,
  /** Null: they only arrived. */
  forms: BlankForms.nullable(),
});
export type Arrival = z.output<typeof Arrival>;

/**
 * The id of the site's key, the public key of this seal alone (P-256, uncompressed), a nonce, and what AES-256-GCM made
 * of an `Arrival`; each after the first in base64url, with points between.
 */
export const SealedArrival = z.strictObject({
  ArrivalId: z.uuid(),
  sealed: z
    .string()
    .max(mostSealedLength)
    .regex(/^[0-9a-f-]{36}\.[\w-]{87}\.[\w-]{16}\.[\w-]{22,}$/),
});
export type SealedArrival = z.output<typeof SealedArrival>;

/** An arrival that fitted no visit, or more than one, as the front desk sees it. */
export const WaitingArrival = z.object({
  ArrivalId: z.uuid(),
  /** Name of the kiosk. */
  kiosk: z.string(),
  FacilityId,
  at: Instant,
  DateOfBirth: DateString,
  lastFour: z.string(),
  hasForms: z.boolean(),
  /** The name that the patient signed these with; null where nothing is signed, or by somebody else. */
  signedAs: z.string().nullable(),
  /** How `at` was found where the clock of the tablet was wrong. */
  clockFault: z.enum(clockFaults).nullable(),
});
export type WaitingArrival = z.output<typeof WaitingArrival>;

/** One that staff dismissed, with forms that are in no chart. */
export const DismissedArrival = WaitingArrival.extend({ reason: z.string() });
export type DismissedArrival = z.output<typeof DismissedArrival>;
