import type { Preferences } from '#contract/session/current-user.ts';
import { queueWrite } from '#local/outbox/outbox.ts';
import { useCurrentUser } from './session.ts';

/** The signed-in user's preferences and a way to change some; saved only if changed (spec 5). */
export function usePreferences(): [Preferences, (changes: Preferences) => Promise<void>] {
  const { UserId, Preferences: kept } = useCurrentUser();
  async function save(changes: Preferences): Promise<void> {
    const isChanged = Object.entries(changes).some(
      ([key, value]) => JSON.stringify(kept[key]) !== JSON.stringify(value),
    );
    if (isChanged) await queueWrite('session.savePreferences', { id: UserId, Preferences: changes });
  }
  return [kept, save];
}
