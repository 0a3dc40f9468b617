import { z } from 'zod';
import type { OnlineTable } from '../base/endpoint.ts';
import { Session } from '../session/current-user.ts';
import {
  NewPasskeyQuestion,
  OwnPasskey,
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyName,
  PasskeyQuestion,
  proofFields,
} from './passkey.ts';

const Passkeys = z.object({ passkeys: z.array(OwnPasskey) });

/** Part of the account's table (endpoints.ts). */
export const passkeyCalls = {
  askPasskey: {
    call: 'POST /session/passkey/start',
    access: 'public',
    byHand: true,
    summary: 'A challenge to sign in with a passkey: the same question for everybody, good for five minutes and once.',
    input: z.strictObject({}),
    reply: PasskeyQuestion,
  },
  signInWithPasskey: {
    call: 'POST /session/passkey',
    access: 'public',
    byHand: true,
    summary: 'Signs in who shows a passkey; it verified its owner, so that no second step is asked for.',
    input: z.strictObject({ passkey: PasskeyAssertion }),
    reply: Session,
  },
  passkeys: {
    call: 'GET /account/passkeys',
    access: {},
    onDashboard: true,
    summary: "The caller's own passkeys, oldest first.",
    input: z.strictObject({}),
    reply: Passkeys,
  },
  askOwnPasskey: {
    call: 'POST /account/passkeys/prove',
    access: {},
    byHand: true,
    summary: 'A challenge for one of the own passkeys, before something that asks who is there anew.',
    input: z.strictObject({}),
    reply: PasskeyQuestion,
  },
  startPasskey: {
    call: 'POST /account/passkeys/start',
    access: {},
    byHand: true,
    summary: 'What an authenticator is asked to make a passkey; asks for the password or a passkey anew.',
    input: z.strictObject(proofFields),
    reply: NewPasskeyQuestion,
  },
  addPasskey: {
    call: 'POST /account/passkeys',
    access: {},
    byHand: true,
    summary: 'Keeps the passkey an authenticator has made for a challenge of this very sign-in.',
    input: z.strictObject({ name: PasskeyName, passkey: PasskeyAttestation }),
    reply: Passkeys,
  },
  renamePasskey: {
    call: 'PUT /account/passkeys/:id',
    access: {},
    onDashboard: true,
    summary: "Renames one of the caller's own passkeys.",
    input: z.strictObject({ id: z.uuid(), name: PasskeyName }),
    reply: Passkeys,
  },
  removePasskey: {
    call: 'POST /account/passkeys/:id/remove',
    access: {},
    byHand: true,
    summary: 'Removes one of the own passkeys; asks for the password or a passkey anew.',
    input: z.strictObject({ id: z.uuid(), ...proofFields }),
    reply: Passkeys,
  },
  confirmPassword: {
    call: 'POST /account/password/confirm',
    access: {},
    byHand: true,
    summary: 'Whether this is the password of the caller: a device seals what it keeps under it.',
    input: z.strictObject({ current: z.string().min(1).max(200) }),
    reply: z.object({ confirmed: z.boolean() }),
  },
} as const satisfies OnlineTable;
