import { useMemo } from 'react';
import { usePreferences } from '#shared/preferences.ts';
import { toastFailure } from '#shared/ui/toasts/toasts.tsx';

const mostStars = 400;

/** The measures that the signed-in person keeps at hand; they stand first where measures are chosen. */
export function useStars() {
  const [{ favoriteMeasureIds: kept }, save] = usePreferences();
  const ids: ReadonlySet<string> = useMemo(() => new Set(idsIn(kept)), [kept]);

  function toggle(id: string): void {
    const next = ids.has(id) ? [...ids].filter((one) => one !== id) : [...ids, id];
    save({ favoriteMeasureIds: next.slice(-mostStars) }).catch((error: unknown) =>
      toastFailure(error, 'The star could not be saved on this device.'),
    );
  }

  return { ids, toggle };
}

/** Preferences that sign-in does not need to know are kept as they were written. */
function idsIn(kept: unknown): string[] {
  return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
}
