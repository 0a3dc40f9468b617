import { createSign, generateKeyPairSync } from 'node:crypto';
import { DeviceKey } from '#contract/patient-login/endpoints.ts';

/** A phone with a key of its own, as the pages for patients make one. */
export function patientDevice() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' });
  return {
    deviceKey: DeviceKey.parse({ kty, crv, x, y }),
    sign(SessionId: string, turn: number): string {
      const text = `mainstay patient refresh.${SessionId}.${turn}`;
      return createSign('sha256')
        .update(text)
        .sign({ key: privateKey, dsaEncoding: 'ieee-p1363' })
        .toString('base64url');
    },
  };
}
