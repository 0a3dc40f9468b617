import { fromBase64 } from '../store/base64.ts';
import type { Authenticator } from '../keys/device-unlock.ts';

/** A machine whose secrets follow from a key of its own, the credential and the salt, as the PRF extension has it. */
export function machine(): Authenticator {
  const own = crypto.getRandomValues(new Uint8Array(32));
  const secretOf = async (credential: Uint8Array, salt: Uint8Array) => {
    const key = await crypto.subtle.importKey('raw', own, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
    return new Uint8Array(await crypto.subtle.sign('HMAC', key, new Uint8Array([...credential, ...salt])));
  };
  return {
    isHere: async () => true,
    async add(_, salt) {
      const credential = crypto.getRandomValues(new Uint8Array(16));
      const secret = await secretOf(credential, salt);
      return { credential, secret };
    },
    secretOf: ({ credential, salt }) => secretOf(fromBase64(credential), fromBase64(salt)),
  };
}
