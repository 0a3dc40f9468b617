import { z } from 'zod';
import { Instant } from '../base/dates.ts';
import { Line } from '../base/text.ts';
import { longestPassword } from './password-rule.ts';

/** So many keep a person's own devices, and nobody fills the table. */
export const mostPasskeys = 20;

const Base64Url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]+$/, 'must be base64url');
const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
const Named = { id: Base64Url(1_400), rawId: Base64Url(1_400), type: z.literal('public-key') };

/** What an authenticator answers to a challenge (WebAuthn 3, 5.1.4), in JSON. What a page makes of it stays there. */
export const PasskeyAssertion = z.strictObject({
  ...Named,
  response: z.strictObject({
    clientDataJSON: Base64Url(4_000),
    authenticatorData: Base64Url(4_000),
    signature: Base64Url(8_000),
    userHandle: Base64Url(100).optional(),
  }),
});
export type PasskeyAssertion = z.output<typeof PasskeyAssertion>;

/** A credential an authenticator has just made (WebAuthn 3, 5.1.3), in JSON. */
export const PasskeyAttestation = z.strictObject({
  ...Named,
  response: z.strictObject({
    clientDataJSON: Base64Url(4_000),
    attestationObject: Base64Url(20_000),
    transports: z.array(z.enum(transports)).max(transports.length),
  }),
});
export type PasskeyAttestation = z.output<typeof PasskeyAttestation>;

const Descriptor = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.enum(transports)) });

/** What `navigator.credentials.get` is asked, but for extensions, which are the page's own. */
export const PasskeyQuestion = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  /** Empty: the person chooses among the passkeys they have for this address. */
  allowCredentials: z.array(Descriptor),
});
export type PasskeyQuestion = z.output<typeof PasskeyQuestion>;

/** What `navigator.credentials.create` is asked, but for extensions. */
export const NewPasskeyQuestion = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(Descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
});
export type NewPasskeyQuestion = z.output<typeof NewPasskeyQuestion>;

/** What a person calls it: `Phone`, `Key on my ring`. */
export const PasskeyName = Line(60);

export const OwnPasskey = z.object({
  PasskeyId: z.uuid(),
  /** As the authenticator names it, base64url: a device may keep a key under it. */
  credentialId: z.string(),
  name: z.string(),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
});
export type OwnPasskey = z.output<typeof OwnPasskey>;

/** That it is still the person themselves: the password typed anew, or a passkey shown anew. */
export const proofFields = {
  current: z.string().min(1).max(longestPassword).optional(),
  passkey: PasskeyAssertion.optional(),
};
export type Proof = { current?: string | undefined; passkey?: PasskeyAssertion | undefined };
