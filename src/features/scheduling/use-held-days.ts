import { useEffect, useRef } from 'react';
import { holdTyping, leftTyped, typedKey } from '#local/typed.ts';
import { useKeptForm } from '#shared/autosave/use-kept-form.ts';
import type { QueuedDay } from './day-form.ts';

/**
 * Days that are held outlive a lock or a reload: `take` gets those that were left and says whether any is still wanted. The
 * function it gives drops them.
 */
export function useHeldDays(queue: readonly QueuedDay[], take: (left: readonly QueuedDay[]) => boolean): () => void {
  const kept = useKeptForm<{ days: readonly QueuedDay[] }>(typedKey.days(), () => void takeLeft());
  const isHeld = queue.length > 0;
  const wasHeld = useRef(false);

  async function takeLeft(): Promise<void> {
    // Another tab may have them before it.
    const isLeft = (await leftTyped()).some(({ key }) => key === kept.draftKey);
    const left = isLeft ? await kept.read() : undefined;
    if (left && !take(left.days)) kept.drop();
  }

  useEffect(() => (isHeld ? holdTyping(kept.draftKey) : undefined), [kept, isHeld]);
  useEffect(() => {
    if (isHeld) kept.write({ days: queue });
    else if (wasHeld.current) kept.drop();
    wasHeld.current = isHeld;
  }, [kept, queue, isHeld]);
  return kept.drop;
}
