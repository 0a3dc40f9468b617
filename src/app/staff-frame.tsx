import { useMantineColorScheme } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { Setup } from '#contract/session/endpoints.ts';
import { readSetup } from '#local/setup.ts';
import { SignedInContext } from '#shared/session.ts';
import { loginFor } from './guards.ts';
import { RouteSkeleton } from './route-skeleton.tsx';
import { useSession } from './session.tsx';
import { Shell } from './shell/shell.tsx';
import { renewVisitor } from './visitor.ts';

/** What every staff screen stands in: who is signed in, kept current from this device, and the shell or another frame. */
export function StaffFrame({ children = <Shell /> }: { children?: ReactNode }) {
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
  const setup = useLiveQuery(() => readSetup(), []) ?? first;
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const preferred = setup.currentUser.Preferences.colorScheme;
  const follow = useEffectEvent((scheme: 'light' | 'dark' | 'auto') => {
    if (scheme !== colorScheme) setColorScheme(scheme);
  });
  useEffect(() => {
    if (preferred) follow(preferred);
  }, [preferred]);
  useEffect(() => renewVisitor(setup), [setup]);
  return <SignedInContext value={{ setup }}>{children}</SignedInContext>;
}
