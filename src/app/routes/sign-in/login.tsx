import IconCloudOff from '@tabler/icons-react/dist/esm/icons/IconCloudOff.mjs';
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs';
import { useNavigate } from 'react-router';
import { useSearchParams } from 'react-router';
import { PlainPage } from '#app/plain-page.tsx';
import { afterLogin } from '#session/guards.ts';
import { outagePath } from '#session/outage/outage-entry.ts';
import { useSession } from '#session/session-state.ts';
import { KnownPeople, useKnownPeople } from './known-people.tsx';
import { LoginForm } from './login-form.tsx';
import { leadWords } from './login-words.ts';
import classes from './login.module.css';
import { useBrowserOnline } from './use-browser-online.ts';
import { useErasedSentence } from './use-erased-sentence.ts';
import { useLogin } from './use-login.ts';
import { useRejoin } from './use-rejoin.ts';

/**
 * Signs in online; without the network it unlocks what this device keeps for a person who was here before.
 * After the idle lock it names whose screen it was and asks for the password alone.
 */
export function LoginRoute() {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const returnTo = query.get('returnTo');
  const session = useSession();
  const locked = session.phase === 'signedOut' ? session.locked : undefined;
  const isLocked = locked !== undefined;
  const isOnline = useBrowserOnline();
  const leave = (SuperUser: boolean) =>
    void navigate(afterLogin(returnTo, window.location.origin, SuperUser, outagePath()), { replace: true });
  const login = useLogin(locked, leave);
  const people = useKnownPeople(session);
  const erased = useErasedSentence(session);
  const notice = login.question ?? (session.phase === 'signedOut' ? (session.notice ?? erased) : erased);
  useRejoin(isLocked, leave);

  return (
    <PlainPage
      title={locked ? locked.name : 'Sign in'}
      {...(locked ? { documentTitle: 'Locked' } : {})}
      lead={leadWords(locked, isOnline)}
    >
      {notice && !login.refusal && (
        <div className={`${classes.message} ${classes.offline} ${classes.notice}`} role="status">
          <IconInfoCircle size={16} stroke={1.75} aria-hidden />
          <span>{notice}</span>
        </div>
      )}
      {!locked && <KnownPeople people={people} email={login.email} onPick={login.pick} />}
      <LoginForm {...{ login, isLocked, isOnline, people, returnTo }} />
      {!isOnline && !locked && (
        <p className={classes.foot}>
          <IconCloudOff size={14} stroke={1.5} aria-hidden style={{ verticalAlign: '-2px', marginInlineEnd: 4 }} />
          You must be online to sign in the first time on a device.
        </p>
      )}
    </PlainPage>
  );
}
