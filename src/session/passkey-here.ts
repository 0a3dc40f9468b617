import { AppError } from '#contract/base/errors.ts';
import type { Session } from '#contract/session/current-user.ts';
import { enrol, type Person, type Unlocked } from '#local/keys/keyring.ts';
import { keepUnderPasskey, openByPasskey } from '#local/keys/passkey-unlock.ts';
import { openByServer, opensByServerAlone } from '#local/keys/server-unlock.ts';
import { showPasskey, type ShownPasskey } from '#local/keys/passkey.ts';
import { call, NetworkError } from '#shared/api.ts';
import { attempt, goIn, type NotIn, type SignInOutcome } from './sign-in.ts';
import { forgetToken, forgiveLogout, logOutOnServer, payLogout, takeToken } from './token.ts';

/**
 * Signs in with a passkey, and opens what this device keeps with its secret. Where that is not possible the password is
 * asked for once: nothing is kept here that nobody could open again (docs/decisions/0009-passkeys.md).
 */
export function signInWithPasskey(): Promise<SignInOutcome> {
  return attempt(async () => {
    await payLogout();
    const shown = await showPasskey(await call('account.askPasskey', {}, { byCaller: true }));
    const session = await call('account.signInWithPasskey', { passkey: shown.assertion }, { byCaller: true });
    forgiveLogout();
    takeToken(session);
    return goIn(session, '', async (person) => {
      // Without the setup nobody knows under which name to keep what is made here.
      if (person.Email === '') throw new NetworkError();
      const opened = (await openByPasskey(person, shown)) ?? (await openThroughServer(person));
      return opened ?? askPassword(session, person, shown);
    });
  });
}

/** Where only single sign-on was ever used, the server tells its secret to this sign-in as well. */
async function openThroughServer(person: Person): Promise<Unlocked | undefined> {
  if (!(await opensByServerAlone(person))) return undefined;
  const { deviceSecret } = await call('singleSignOn.deviceSecret', {});
  return openByServer(person, deviceSecret);
}

function askPassword(session: Session, person: Person, shown: ShownPasskey): NotIn {
  const afterwards = shown.secret
    ? 'After that, the passkey opens it too.'
    : 'This browser can’t use a passkey for encryption, so it will ask each time.';
  return {
    signedIn: false,
    refusal: {
      sentence: '',
      goOn: {
        Email: person.Email,
        asked: `Your passkey is right. Enter your password too. It encrypts your data on this device. ${afterwards}`,
        withPassword: (password) =>
          attempt(() => goIn(session, person.Email, () => openByPassword(session, person, { shown, password }))),
        leave() {
          forgetToken();
          void logOutOnServer().catch(() => undefined);
        },
      },
    },
  };
}

type Given = { shown: ShownPasskey; password: string };

/** The server says whether it is the password: a wrong one must not become the key of this device. */
async function openByPassword(session: Session, person: Person, given: Given): Promise<Unlocked | NotIn> {
  try {
    await call('account.confirmPassword', { current: given.password });
  } catch (error) {
    const sentence = error instanceof AppError ? error.fields?.['current'] : undefined;
    if (sentence === undefined) throw error;
    const { refusal } = askPassword(session, person, given.shown);
    return { signedIn: false, refusal: { ...refusal, sentence } };
  }
  const opened = await enrol(person, given.password, undefined, async () =>
    (await import('./device-unlock-here.ts')).addResetPassword(person, given.password),
  );
  await keepUnderPasskey(person, given.password, given.shown);
  return opened;
}
