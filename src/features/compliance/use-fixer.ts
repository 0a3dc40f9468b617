import type { Clock } from '#contract/compliance/clock.ts';
import { isFor, listsFor, type CountedListKey, type Fixer } from '#contract/compliance/who-fixes.ts';
import { useCurrentUser } from '#shared/session.ts';

/** Which lists whoever is signed in can work off, and which clocks are theirs to mend. */
export function useFixer(): { lists: CountedListKey[]; isMine: (clock: Pick<Clock, 'fix'>) => boolean } {
  const { can, provider } = useCurrentUser();
  const fixer: Fixer = { can, providerType: provider?.Type ?? null };
  return { lists: listsFor(fixer), isMine: (clock) => isFor(clock, fixer) };
}
