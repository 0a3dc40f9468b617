import { knownDevice, type Person } from '#local/keys/keyring.ts';
import { hasDeviceUnlock } from '#local/keys/device-unlock.ts';
import { keepUnderServer, makeUnderServer, openByServer, opensByServerAlone } from '#local/keys/server-unlock.ts';
import { call, NetworkError } from '#shared/api.ts';
import { toastMustDismiss } from '#shared/ui/toasts/toasts.tsx';
import { attempt, goIn, type NotIn, type SignInOutcome } from './sign-in.ts';
import { forgetToken, forgiveLogout, logOutOnServer, payLogout, takeToken } from './token.ts';

/** Where the browser came back to, and whether what this device keeps has opened. */
export type Return = {
  outcome: SignInOutcome;
  returnTo: string | null;
  /** The server knows who it is, and what is kept here opens with a password of before, or is begun anew. */
  keys?: {
    Email: string;
    open(password: string): Promise<SignInOutcome>;
    begin(): Promise<SignInOutcome>;
    /** Ends the sign-in on the server: nobody else goes on with it. */
    leave(): void;
  };
};

/** Leaves for the provider; the browser comes back to /login/sso/:site. */
export async function leaveForProvider(given: { site: string; email: string; returnTo: string }): Promise<void> {
  const { address } = await call('singleSignOn.start', given as never, { byCaller: true });
  window.location.assign(address);
}

/** Signs in with what the provider sent the browser back with. */
export async function comeBack(site: string, answer: string): Promise<Return> {
  const back: Return = { outcome: { signedIn: false, refusal: { sentence: '' } }, returnTo: null };
  back.outcome = await attempt(async () => {
    await payLogout();
    const reply = await call('singleSignOn.finish', { site: site as never, answer }, { byCaller: true });
    const { session, returnTo, deviceSecret } = reply;
    forgiveLogout();
    takeToken(session);
    back.returnTo = returnTo;
    return goIn(session, '', async (person) => {
      // Without the setup nobody knows under which name to keep what is made here.
      if (person.Email === '') throw new NetworkError();
      const isFirst = (await knownDevice(site, person.UserId)) === undefined;
      const opened = await openByServer(person, deviceSecret);
      if (opened && isFirst) await offerOwnWay(person);
      if (opened) return opened;
      const { Email } = person;
      const again = (find: (person: Person) => Promise<Awaited<ReturnType<typeof makeUnderServer>> | NotIn>) =>
        attempt(() => goIn(session, Email, find));
      back.keys = {
        Email,
        open: (password) =>
          again(async (who) => {
            const found = await keepUnderServer(who, password, deviceSecret);
            return found ? { ...found, isFresh: false } : notIt;
          }),
        begin: () => again((who) => makeUnderServer(who, deviceSecret)),
        leave() {
          forgetToken();
          void logOutOnServer().catch(() => undefined);
        },
      };
      return notIt;
    });
  });
  return back;
}

/** Once on each device, when it begins: a locked screen would open with the network alone. */
async function offerOwnWay(person: Person): Promise<void> {
  if ((await opensByServerAlone(person)) && !(await hasDeviceUnlock(person)))
    toastMustDismiss(
      'You can’t unlock this device offline yet. Under My account, “Unlock with this device” adds a passphrase, fingerprint, face or PIN.',
    );
}

const notIt: NotIn = { signedIn: false, refusal: { sentence: 'This is not the password this device knows.' } };
