import { useMemo, useState } from 'react';
import type { ExerciseId } from '#contract/base/ids.ts';
import { call } from '#shared/api.ts';
import { useCurrentUser } from '#shared/session.ts';
import { useOnline } from '#shared/sync-state.ts';
import { toastFailure } from '#shared/ui/toasts/toasts.tsx';

/** The exercises that the signed-in person keeps at hand; read offline too, changed online. */
export function useFavorites() {
  const { favoriteExerciseIds = [] } = useCurrentUser();
  const [changed, setChanged] = useState<readonly ExerciseId[] | null>(null);
  const online = useOnline();
  const ids = changed ?? favoriteExerciseIds;
  const favorites: ReadonlySet<string> = useMemo(() => new Set(ids), [ids]);

  function toggle(id: ExerciseId): void {
    call('exercises.favorite', { id, isFavorited: !favorites.has(id) })
      .then(({ favoriteExerciseIds: now }) => setChanged(now))
      .catch((error: unknown) => toastFailure(error, 'The favorite could not be saved.'));
  }

  return { favorites, toggle, refusal: online ? null : 'Favorites can be changed when you’re back online.' };
}
