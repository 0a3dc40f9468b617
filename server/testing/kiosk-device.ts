import { createSign, generateKeyPairSync } from 'node:crypto';
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
  };
}
