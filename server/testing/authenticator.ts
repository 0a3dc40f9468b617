import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type {
  NewPasskeyQuestion,
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyQuestion,
} from '#contract/account/passkey.ts';

const present = 0x01;
const verified = 0x04;
const hasCredential = 0x40;
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const hash = (of: string | Uint8Array) => createHash('sha256').update(of).digest();

/** What a test lets go wrong. */
type Wrongs = { origin?: string; rpId?: string; userHandle?: string; isVerified?: boolean; counter?: number };

export type Authenticator = ReturnType<typeof newAuthenticator>;

/** An authenticator with one passkey on ES256, as WebAuthn 3 part 6 describes it, in software. */
export function newAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let counter = 0;
  let handle = '';

  function clientData(type: string, challenge: string, wrong: Wrongs): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: wrong.origin ?? origin, crossOrigin: false }));
  }

  function authenticatorData(rpId: string, more: number, wrong: Wrongs, credential: Uint8Array = Buffer.alloc(0)) {
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(wrong.counter ?? counter);
    const flags = present | (wrong.isVerified === false ? 0 : verified) | more;
    return Buffer.concat([hash(wrong.rpId ?? rpId), Buffer.from([flags]), counted, credential]);
  }

  return {
    make(question: NewPasskeyQuestion, wrong: Wrongs = {}): PasskeyAttestation {
      handle = question.user.id;
      // COSE_Key: kty EC2, alg ES256, crv P-256, x, y (RFC 9053).
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const data = authenticatorData(question.rp.id, hasCredential, wrong, credential);
      // { fmt: 'none', attStmt: {}, authData } in CBOR.
      const head = Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex');
      const attestation = Buffer.concat([head, Buffer.from([data.length >> 8, data.length & 0xff]), data]);
      return {
        id: text(id),
        rawId: text(id),
        type: 'public-key',
        response: {
          clientDataJSON: text(clientData('webauthn.create', question.challenge, wrong)),
          attestationObject: text(attestation),
          transports: ['internal'],
        },
      };
    },

    show({ challenge, rpId }: PasskeyQuestion, wrong: Wrongs = {}): PasskeyAssertion {
      counter += 1;
      const client = clientData('webauthn.get', challenge, wrong);
      const data = authenticatorData(rpId, 0, wrong);
      const signature = sign('sha256', Buffer.concat([data, hash(client)]), privateKey);
      return {
        id: text(id),
        rawId: text(id),
        type: 'public-key',
        response: {
          clientDataJSON: text(client),
          authenticatorData: text(data),
          signature: text(signature),
          userHandle: wrong.userHandle ?? handle,
        },
      };
    },
  };
}
