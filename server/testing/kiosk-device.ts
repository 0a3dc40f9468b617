import { createSign, generateKeyPairSync } from 'node:crypto';
import type { Arrival, SealedArrival } from '#contract/kiosk/arrival.ts';
import { pairForOne, sealArrival, type Sealing } from '#contract/kiosk/seal.ts';
import { DeviceKey } from '#contract/patient-login/endpoints.ts';

/** A tablet with a key of its own, as the kiosk page makes one. */
export function kioskDevice() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' });
  return {
    deviceKey: DeviceKey.parse({ kty, crv, x, y }),
    sign(KioskId: string, turn: number): string {
      return createSign('sha256')
        .update(`mainstay kiosk token.${KioskId}.${turn}`)
        .sign({ key: privateKey, dsaEncoding: 'ieee-p1363' })
        .toString('base64url');
    },
    /** What the tablet takes without a connection. */
    async seal(arrival: Arrival, of: Omit<Sealing, 'pair' | 'nonce' | 'subtle'>): Promise<SealedArrival> {
      const pair = await crypto.subtle.generateKey(pairForOne, false, ['deriveBits']);
      const nonce = crypto.getRandomValues(new Uint8Array(12));
      return {
        ArrivalId: of.ArrivalId,
        sealed: await sealArrival(arrival, { ...of, pair, nonce, subtle: crypto.subtle }),
      };
    },
  };
}
