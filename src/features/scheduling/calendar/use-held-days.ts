import { useEffect, useRef } from 'react';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import type { DraftForm } from '#shared/autosave/draft-form.ts';
import { useDraftForm } from '#shared/autosave/use-draft-form.ts';
import type { QueuedDay } from '../days/day-form.ts';

/** `drop` gives the held days up, `submit` makes calls of them. */
type Held = Pick<DraftForm<unknown>, 'drop' | 'submit'>;

/**
 * Days that are held outlive a lock or a reload: `take` gets those that were left and says whether any is still wanted.
 */
export function useHeldDays(queue: readonly QueuedDay[], take: (left: readonly QueuedDay[]) => boolean): Held {
  const kept = useDraftForm<{ days: readonly QueuedDay[] }>(unsavedKey.days(), () => void takeLeft());
  const isHeld = queue.length > 0;
  const wasHeld = useRef(false);

  async function takeLeft(): Promise<void> {
    const left = await kept.open();
    if (!left || take(left.days)) return;
    kept.drop();
    kept.close();
  }

  useEffect(() => {
    if (isHeld) kept.write({ days: queue });
    else if (wasHeld.current) {
      kept.drop();
      kept.close();
    }
    wasHeld.current = isHeld;
  }, [kept, queue, isHeld]);
  useEffect(() => () => kept.close(), [kept]);
  return kept;
}
