import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { fail } from '#contract/base/errors.ts';
import type {
  NewPasskeyQuestion,
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyQuestion,
} from '#contract/account/passkey.ts';
import { fromBase64Url } from '../store/base64.ts';
import { bytesOf } from './platform-authenticator.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** What a person showed: the answer for the server and, where this browser makes one, a secret that stays here. */
export type ShownPasskey = { assertion: PasskeyAssertion; credential: Bytes; secret: Bytes | undefined };

/** The same for every device: on a new one nothing else is known before the passkey is shown. */
export const passkeySalt: Bytes = new TextEncoder().encode('mainstay data key of a passkey');

/** Asks the person for a passkey. The secret of the PRF extension is taken out of what the server gets. */
export async function showPasskey(question: PasskeyQuestion): Promise<ShownPasskey> {
  refuseElsewhere(question.rpId);
  const prf = { eval: { first: passkeySalt } };
  const shown = await startAuthentication({ optionsJSON: { ...question, extensions: { prf } as object } }).catch(
    dismissed,
  );
  const { id, rawId, response } = shown;
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  const given = { clientDataJSON, authenticatorData, signature, ...(userHandle !== undefined && { userHandle }) };
  return {
    assertion: { id, rawId, type: 'public-key', response: given },
    credential: fromBase64Url(rawId),
    secret: bytesOf((shown.clientExtensionResults as AuthenticationExtensionsClientOutputs).prf?.results?.first),
  };
}

/** Has an authenticator make a passkey; it is told to be ready for secrets as well. */
export async function makePasskey(question: NewPasskeyQuestion): Promise<PasskeyAttestation> {
  refuseElsewhere(question.rp.id);
  const made = await startRegistration({ optionsJSON: { ...question, extensions: { prf: {} } as object } }).catch(
    dismissed,
  );
  const { clientDataJSON, attestationObject, transports = [] } = made.response;
  // A newer browser may know ways that this version does not.
  const known = transports.filter((way) => ways.has(way)) as PasskeyAttestation['response']['transports'];
  const response = { clientDataJSON, attestationObject, transports: known };
  return { id: made.id, rawId: made.rawId, type: 'public-key', response };
}

const ways = new Set<string>(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);

/** Passkeys belong to one address; opened at another, the browser would only say that it may not. */
function refuseElsewhere(rpId: string): void {
  const { hostname } = window.location;
  if (hostname === rpId || hostname.endsWith(`.${rpId}`)) return;
  fail('unavailable', `Passkeys work at ${rpId} only. Open Mainstay there, or use your password.`);
}

/** The browser tells no more than that nothing was shown. */
function dismissed(error: unknown): never {
  const isKnown = error instanceof Error && error.name === 'InvalidStateError';
  if (isKnown) return fail('conflict', 'This device already has a passkey for your account.');
  return fail('signed-out', 'No passkey was used, so nothing changed. Try again, or use your password.');
}
