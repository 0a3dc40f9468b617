import { useMantineColorScheme } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useEffectEvent, useLayoutEffect, useState, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { Setup } from '#contract/session/endpoints.ts';
import { rightsNow } from '#contract/session/rights-now.ts';
import { readSetup } from '#local/store/setup.ts';
import { SignedInContext } from '#shared/session.ts';
import { leadsAway, loginFor } from '#session/guards.ts';
import { RouteSkeleton } from './route-skeleton.tsx';
import { keepTyped } from '#session/session-end.ts';
import { useSession } from '#session/session-state.ts';
import { shellParts } from './shell-parts.tsx';
import { Shell } from './shell/shell.tsx';
import { renewVisitor } from '#session/visitor.ts';

/** The frame of every staff screen: the person who is signed in, with current rights, in the shell or another frame. */
export function StaffFrame({ children = <Shell {...shellParts} /> }: { children?: ReactNode }) {
  const session = useSession();
  const { pathname, search } = useLocation();
  if (session.phase === 'switching') return <RouteSkeleton />;
  if (session.phase === 'signedOut') return <Navigate to={loginFor(`${pathname}${search}`)} replace />;
  return (
    <SignedInFrame key={`${session.site}:${session.UserId}`} first={session.setup}>
      {children}
    </SignedInFrame>
  );
}

function SignedInFrame({ first, children }: { first: Setup; children: ReactNode }) {
  const kept = useLiveQuery(() => readSetup(), []) ?? first;
  const { setup, dashboardOnly } = useRightsNow(kept);
  const elsewhere = leadsAway(useLocation().pathname, dashboardOnly);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const preferred = setup.currentUser.Preferences.colorScheme;
  const follow = useEffectEvent((scheme: 'light' | 'dark' | 'auto') => {
    if (scheme !== colorScheme) setColorScheme(scheme);
  });
  useEffect(() => {
    if (preferred) follow(preferred);
  }, [preferred]);
  // Before a child leads elsewhere: the guards there must know.
  useLayoutEffect(() => renewVisitor(setup), [setup]);
  return (
    <SignedInContext value={{ setup }}>
      {elsewhere === null ? children : <Navigate to={elsewhere} replace />}
    </SignedInContext>
  );
}

/** What this device may no longer hold goes once the server has said so. */
function askAnew(): void {
  void import('#features/emergency/refresh-setup.ts').then((file) => file.updateSetup()).catch(() => undefined);
}

/** What somebody may do at this moment: emergency access ends here by itself, also without the network. */
function useRightsNow(kept: Setup): { setup: Setup; dashboardOnly: boolean } {
  const until = kept.currentUser.emergency?.until ?? null;
  const [past, setPast] = useState(() => (until !== null && Date.now() >= until ? until : null));
  useEffect(() => {
    if (until === null) return undefined;
    // What is typed in a screen that goes away is kept first.
    const end = () => void keepTyped().finally(() => [setPast(until), askAnew()]);
    const timer = setTimeout(end, Math.max(0, until - Date.now()));
    return () => clearTimeout(timer);
  }, [until]);
  const { can, dashboardOnly, isOver } = rightsNow(kept, until !== null && past === until ? until : 0);
  if (!isOver) return { setup: kept, dashboardOnly };
  return { setup: { ...kept, currentUser: { ...kept.currentUser, can, emergency: null } }, dashboardOnly };
}
