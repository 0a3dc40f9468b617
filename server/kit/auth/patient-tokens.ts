import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { SiteKey } from '#contract/base/ids.ts';
import { tokenLifetimeMs, type SigningKeys } from './tokens.ts';

/** Not the staff's: neither kind of token is taken for the other. */
const audience = 'mainstay-patient';

const PatientClaims = z.object({
  kind: z.enum(['patient', 'guarantor', 'unrecognized']),
  /** The patient, the guarantor, or of unrecognized people the session itself. */
  sub: z.uuid(),
  site: SiteKey,
  scope: z.enum(['all', 'kept', 'visits', 'intake', 'hep', 'pay', 'kiosk']),
  level: z.enum(['L1', 'L2']),
  sid: z.uuid(),
});
/** What a patient's token says. It is a claim of the past: the session is looked up with every call. */
export type PatientClaims = z.output<typeof PatientClaims>;

export function signPatientToken(
  { current }: SigningKeys,
  { sub, ...rest }: PatientClaims,
  now: Date,
): Promise<string> {
  return new SignJWT(rest)
    .setProtectedHeader({ alg: 'EdDSA', kid: current.id })
    .setSubject(sub)
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(new Date(now.getTime() + tokenLifetimeMs))
    .sign(current.sign);
}

/** Undefined for a token that is expired, forged, the staff's or nobody's. */
export async function verifyPatientToken(
  keys: SigningKeys,
  token: string,
  now: Date,
): Promise<PatientClaims | undefined> {
  try {
    const keyOf = ({ kid = '' }: { kid?: string | undefined }) => {
      const found = keys.find(kid);
      if (!found) throw new Error('The token was signed with a key that is not here.');
      return found.verify;
    };
    const rules = { algorithms: ['EdDSA'], audience, requiredClaims: ['exp'], currentDate: now };
    const { payload } = await jwtVerify(token, keyOf, rules);
    return PatientClaims.parse(payload);
  } catch {
    return undefined;
  }
}
