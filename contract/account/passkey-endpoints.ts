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
    noChart: 'About the caller’s own account.',
    summary: 'Creates a challenge for signing in with a passkey. It works once, for five minutes.',
    input: z.strictObject({}),
    reply: PasskeyQuestion,
  },
  signInWithPasskey: {
    call: 'POST /session/passkey',
    access: 'public',
    byHand: true,
    noChart: 'About the caller’s own account.',
    summary: 'Signs in with a passkey. No other step is needed.',
    input: z.strictObject({ passkey: PasskeyAssertion }),
    reply: Session,
  },
  passkeys: {
    call: 'GET /account/passkeys',
    access: {},
    onDashboard: true,
    noChart: 'About the caller’s own account.',
    summary: 'Lists the caller’s passkeys, oldest first.',
    input: z.strictObject({}),
    reply: Passkeys,
  },
  askOwnPasskey: {
    call: 'POST /account/passkeys/prove',
    access: {},
    byHand: true,
    noChart: 'About the caller’s own account.',
    summary: 'Creates a challenge for one of the caller’s passkeys, to confirm who they are.',
    input: z.strictObject({}),
    reply: PasskeyQuestion,
  },
  startPasskey: {
    call: 'POST /account/passkeys/start',
    access: {},
    byHand: true,
    noChart: 'About the caller’s own account.',
    summary: 'Returns the options to create a passkey. Needs the password or a passkey again.',
    input: z.strictObject(proofFields),
    reply: NewPasskeyQuestion,
  },
  addPasskey: {
    call: 'POST /account/passkeys',
    access: {},
    byHand: true,
    noChart: 'About the caller’s own account.',
    summary: 'Saves the passkey made for a challenge of this session.',
    input: z.strictObject({ name: PasskeyName, passkey: PasskeyAttestation }),
    reply: Passkeys,
  },
  renamePasskey: {
    call: 'PUT /account/passkeys/:id',
    access: {},
    onDashboard: true,
    noChart: 'About the caller’s own account.',
    summary: 'Renames one of the caller’s passkeys.',
    input: z.strictObject({ id: z.uuid(), name: PasskeyName }),
    reply: Passkeys,
  },
  removePasskey: {
    call: 'POST /account/passkeys/:id/remove',
    access: {},
    byHand: true,
    noChart: 'About the caller’s own account.',
    summary: 'Removes one of the caller’s passkeys. Needs the password or a passkey again.',
    input: z.strictObject({ id: z.uuid(), ...proofFields }),
    reply: Passkeys,
  },
  confirmPassword: {
    call: 'POST /account/password/confirm',
    access: {},
    byHand: true,
    noChart: 'About the caller’s own account.',
    summary: 'Checks the caller’s password. A device uses it to encrypt its data.',
    input: z.strictObject({ current: z.string().min(1).max(200) }),
    reply: z.object({ confirmed: z.boolean() }),
  },
} as const satisfies OnlineTable;
