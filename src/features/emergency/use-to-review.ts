import { useCallback, useEffect, useState } from 'react';
import { call } from '#shared/api.ts';
import { useOnline } from '#shared/sync-state.ts';

/** How many emergency accesses wait for this user's review: 0 for who reviews none, and until the server has answered. */
export function useToReview(mayReview: boolean): { toReview: number; look: () => void } {
  const isOnline = useOnline();
  const [toReview, setToReview] = useState(0);
  const look = useCallback(() => {
    if (!mayReview || !isOnline) return;
    // The count of before stays where the server does not answer.
    call('emergency.waiting', {}, { byCaller: true }).then(
      ({ count }) => setToReview(count),
      () => undefined,
    );
  }, [mayReview, isOnline]);
  useEffect(look, [look]);
  return { toReview, look };
}
