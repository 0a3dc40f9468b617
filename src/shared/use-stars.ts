import { useMemo } from 'react';
import { usePreferences } from '#shared/preferences.ts';
import { toastFailure } from '#shared/ui/toasts/toasts.tsx';

const mostStars = 400;

/** The measures that the signed-in person keeps at hand; they stand first where measures are chosen. */
export function useStars() {
  const [{ favoriteMeasureIds = [] }, save] = usePreferences();
  const ids: ReadonlySet<string> = useMemo(() => new Set(favoriteMeasureIds), [favoriteMeasureIds]);

  function toggle(id: string): void {
    const next = ids.has(id) ? favoriteMeasureIds.filter((one) => one !== id) : [...favoriteMeasureIds, id];
    save({ favoriteMeasureIds: next.slice(-mostStars) }).catch((error: unknown) =>
      toastFailure(error, 'The star could not be saved on this device.'),
    );
  }

  return { ids, toggle };
}
