import {
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
} from 'node:crypto';
import { randomUUID } from 'node:crypto';
import { Arrival, type SealedArrival } from '#contract/kiosk/arrival.ts';
import type { SealingKey } from '#contract/kiosk/endpoints.ts';
import { sealedFor, sealInfo } from '#contract/kiosk/seal-text.ts';
import { DeviceKey } from '#contract/patient-login/endpoints.ts';
import { secretsOf } from '#server/kit/auth/sealed-kinds.ts';
import { openText, sealText, type SealingKeys } from '#server/kit/auth/sealed-text.ts';
import type { Tx } from '#server/kit/context.ts';

type Place = { site: string; keys: SealingKeys };

/**
 * The key with which the kiosks of a site seal just now. It is made with the first use after each rotation of the
 * server's keys; former ones stay, for arrivals that were sealed before.
 */
export async function sealingKey(tx: Tx, { site, keys }: Place): Promise<SealingKey> {
  const held = () =>
    tx.maybe<SealingKey>(
      `select "KioskKeyId", "publicKey" from kiosk_keys where site = app_site() and "madeUnder" = $1`,
      [keys.current.id],
    );
  const known = await held();
  if (known) return known;
  const KioskKeyId = randomUUID();
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' });
  const text = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url');
  // Two kiosks may be the first at once.
  await tx.run(
    `insert into kiosk_keys (site, "KioskKeyId", "publicKey", "sealedPrivateKey", "madeUnder") values (app_site(), $1, $2, $3, $4)
     on conflict (site, "madeUnder") do nothing`,
    [
      KioskKeyId,
      JSON.stringify(DeviceKey.parse({ kty, crv, x, y })),
      sealText(keys, secretsOf.kiosk({ site, KioskKeyId }), text),
      keys.current.id,
    ],
  );
  const made = await held();
  if (!made) throw new Error('The key of a site’s kiosks was not kept.');
  return made;
}

/** What a kiosk sealed; undefined for what was changed, is of another kiosk or site, or was sealed with no key of ours. */
export async function openArrival(
  tx: Tx,
  { site, keys, KioskId }: Place & { KioskId: string },
  { ArrivalId, sealed }: SealedArrival,
): Promise<Arrival | undefined> {
  const [KioskKeyId = '', point = '', nonce = '', text = ''] = sealed.split('.');
  const row = await tx.maybe<{ sealedPrivateKey: string }>(
    `select "sealedPrivateKey" from kiosk_keys where site = app_site() and "KioskKeyId"::text = $1`,
    [KioskKeyId],
  );
  const own = row && openText(keys, secretsOf.kiosk({ site, KioskKeyId }), row.sealedPrivateKey);
  if (own === undefined) return undefined;
  try {
    const shared = diffieHellman({
      privateKey: createPrivateKey({ key: Buffer.from(own, 'base64url'), format: 'der', type: 'pkcs8' }),
      publicKey: publicKeyOf(Buffer.from(point, 'base64url')),
    });
    const key = Buffer.from(hkdfSync('sha256', shared, Buffer.from(point, 'base64url'), sealInfo, 32));
    const whole = Buffer.from(text, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'))
      .setAAD(Buffer.from(sealedFor(site, KioskId, ArrivalId)))
      .setAuthTag(whole.subarray(-16));
    const opened = Buffer.concat([decipher.update(whole.subarray(0, -16)), decipher.final()]);
    return Arrival.parse(JSON.parse(opened.toString('utf8')));
  } catch {
    return undefined;
  }
}

/** Of an uncompressed point: 4, then x and y. */
function publicKeyOf(point: Buffer) {
  const x = point.subarray(1, 33).toString('base64url');
  const y = point.subarray(33, 65).toString('base64url');
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
}
