import { fromBase64, toBase64 } from '../store/base64.ts';
import type { Authenticator } from './device-unlock.ts';

type Bytes = Uint8Array<ArrayBuffer>;
/** Nobody checks the signature: what counts is the secret, and the server takes no part. */
const challenge = () => crypto.getRandomValues(new Uint8Array(32));

/** The machine's own authenticator through WebAuthn with the PRF extension. */
export const platformAuthenticator: Authenticator = {
  async isHere() {
    if (typeof PublicKeyCredential === 'undefined') return false;
    const has = await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false);
    if (!has) return false;
    // Where a browser tells, believe it; the others find out at the first try.
    const capabilities = await PublicKeyCredential.getClientCapabilities?.().catch(() => undefined);
    return capabilities?.['extension:prf'] !== false;
  },

  async add(person, salt) {
    const made = await navigator.credentials.create({
      publicKey: {
        rp: { name: 'Mainstay', id: window.location.hostname },
        user: { id: crypto.getRandomValues(new Uint8Array(16)), name: person.Email, displayName: person.name },
        challenge: challenge(),
        pubKeyCredParams: [
          { type: 'public-key', alg: -7 },
          { type: 'public-key', alg: -257 },
        ],
        authenticatorSelection: {
          authenticatorAttachment: 'platform',
          residentKey: 'preferred',
          userVerification: 'required',
        },
        extensions: { prf: { eval: { first: salt } } },
      },
    });
    if (!(made instanceof PublicKeyCredential)) return undefined;
    const { prf } = made.getClientExtensionResults();
    if (!prf?.enabled && !prf?.results) return undefined;
    const credential = new Uint8Array(made.rawId);
    // Some platforms tell the secret only when asked a second time.
    const secret =
      bytesOf(prf.results?.first) ??
      (await platformAuthenticator.secretOf({ credential: toBase64(credential), salt: toBase64(salt) }));
    return secret && { credential, secret };
  },

  async secretOf({ credential, salt, isPasskey = false }) {
    const urlName = credential.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
    const shown = await navigator.credentials.get({
      publicKey: {
        challenge: challenge(),
        rpId: window.location.hostname,
        allowCredentials: [
          { type: 'public-key', id: fromBase64(credential), ...(!isPasskey && { transports: ['internal' as const] }) },
        ],
        userVerification: 'required',
        extensions: { prf: { evalByCredential: { [urlName]: { first: fromBase64(salt) } } } },
      },
    });
    return shown instanceof PublicKeyCredential
      ? bytesOf(shown.getClientExtensionResults().prf?.results?.first)
      : undefined;
  },
};

/** A copy of what the browser lends. */
export function bytesOf(given: BufferSource | undefined): Bytes | undefined {
  if (given === undefined) return undefined;
  const bytes = ArrayBuffer.isView(given)
    ? new Uint8Array(given.buffer, given.byteOffset, given.byteLength)
    : new Uint8Array(given);
  return new Uint8Array(bytes);
}
