import { lazy, Suspense, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useWebsite } from '#shared/session.ts';
import { setIdleTimeout } from '../idle-timeout.ts';
import { OutageWatch } from '../outage/outage-watch.tsx';
import { useSession } from '../session-state.ts';
import { routeChanged, watchMemory } from './memory-keeper.ts';
import { useSessionWarning, watchSession } from './session-watch.ts';
import { UnsavedWatch } from './typed-watch.tsx';

const SessionDialog = lazy(() => import('./session-dialog.tsx').then((file) => ({ default: file.SessionDialog })));

/** Memory, idle lock and session dialog of a signed-in person (spec 9), what was typed and not saved, and whether there is an outage (spec 7). */
export function Watchdogs() {
  const session = useSession();
  const [site, UserId] = session.phase === 'signedIn' ? [session.site, session.UserId] : [null, null];
  useEffect(() => (site === null ? undefined : watchSession({ site, UserId })), [site, UserId]);
  const { idle_timeout_ms } = useWebsite();
  useEffect(() => setIdleTimeout(idle_timeout_ms), [idle_timeout_ms]);
  useEffect(watchMemory, []);
  useRouteChanges();
  const warning = useSessionWarning();
  return (
    <>
      <OutageWatch />
      <UnsavedWatch />
      <Suspense>{warning && <SessionDialog warning={warning} />}</Suspense>
    </>
  );
}

function useRouteChanges(): void {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return undefined;
    before.current = pathname;
    return routeChanged();
  }, [pathname]);
}
