import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { SiteKey } from '#contract/base/ids.ts';
import { tokenLifetimeMs, type SigningKeys } from './tokens.ts';

/** Neither the staff's nor a patient's: no kind of token is taken for another. */
const audience = 'mainstay-kiosk';

const KioskClaims = z.object({
  kind: z.literal('kiosk'),
  /** The kiosk. */
  sub: z.uuid(),
  site: SiteKey,
  /** Which of the tablets that were enrolled as this kiosk. */
  enrollment: z.int(),
});
/** What a kiosk's token says. It is a claim of the past: the kiosk is looked up with every call. */
export type KioskClaims = z.output<typeof KioskClaims>;

export function signKioskToken({ current }: SigningKeys, { sub, ...rest }: KioskClaims, now: Date): Promise<string> {
  return new SignJWT(rest)
    .setProtectedHeader({ alg: 'EdDSA', kid: current.id })
    .setSubject(sub)
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(new Date(now.getTime() + tokenLifetimeMs))
    .sign(current.sign);
}

/** Undefined for a token that is expired, forged, or of anybody but a kiosk. */
export async function verifyKioskToken(keys: SigningKeys, token: string, now: Date): Promise<KioskClaims | undefined> {
  try {
    const keyOf = ({ kid = '' }: { kid?: string | undefined }) => {
      const found = keys.find(kid);
      if (!found) throw new Error('The token was signed with a key that is not here.');
      return found.verify;
    };
    const rules = { algorithms: ['EdDSA'], audience, requiredClaims: ['exp'], currentDate: now };
    const { payload } = await jwtVerify(token, keyOf, rules);
    return KioskClaims.parse(payload);
  } catch {
    return undefined;
  }
}
