import { useCurrentUser } from '#shared/session.ts';
import { decideEntry } from '../guards.ts';
import { screens, type Screen } from './screens.ts';

/** The screens the signed-in user may enter. */
export function useMyScreens(): readonly Screen[] {
  const user = useCurrentUser();
  return screens.filter(
    (screen) => decideEntry(screen.permission ? { permission: screen.permission } : {}, user, screen.path, false).enter,
  );
}
