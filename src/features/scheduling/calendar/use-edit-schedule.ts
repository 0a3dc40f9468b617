import { useEffect, useRef, useState } from 'react';
import { withPlanned } from '#contract/scheduling/planned-days.ts';
import type { Settles } from '#local/drafts/drafts.ts';
import { useClinicNow } from '#shared/hooks/use-clinic-now.ts';
import { announce } from '#shared/ui/live-region/live-region.tsx';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';
import { useUnsaved } from '#shared/unsaved.ts';
import { saveDays, savedWords } from '../days/day-writes.ts';
import type { QueuedDay } from '../days/day-form.ts';
import { useHeldDays } from './use-held-days.ts';

const none: QueuedDay[] = [];
export type EditSchedule = ReturnType<typeof useEditSchedule>;

/** Edit-schedule mode: what is changed is held in a queue until it is saved; whoever leaves gives it up (spec 4). */
export function useEditSchedule() {
  const [isOn, setOn] = useState(false);
  const [queue, setQueue] = useState<QueuedDay[]>(none);
  const [isAsking, setAsking] = useState(false);
  const [isSaving, setSaving] = useState(false);
  // A second press may come before the first is drawn.
  const saving = useRef(false);
  const now = useClinicNow();
  const isDirty = queue.length > 0;
  useUnsaved(isDirty);
  const held = useHeldDays(queue, (left) => {
    const toCome = left.filter(({ day }) => day >= now.slice(0, 10));
    if (toCome.length === 0) return false;
    setOn(true);
    plan(toCome);
    return true;
  });
  useEffect(() => {
    if (!isDirty) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);

  function plan(days: readonly QueuedDay[]): void {
    const next = withPlanned(queue, days);
    // Some may have been saved since this was drawn.
    setQueue((planned) => withPlanned(planned, days));
    announce(
      next.length === 1 ? '1 day is pending until you save.' : `${next.length} days are pending until you save.`,
    );
  }

  function leave(): void {
    if (isDirty) held.drop();
    setOn(false);
    setQueue(none);
    setAsking(false);
  }

  /**
   * False where something could not be queued, then it is held still; or where another press is being saved. `draft` is
   * what the days were kept in until then.
   */
  async function write(days: readonly QueuedDay[], draft?: Settles): Promise<boolean> {
    if (saving.current) return false;
    saving.current = true;
    setSaving(true);
    try {
      toastDone(savedWords(await saveDays(days, now, draft)));
      return true;
    } catch (cause) {
      toastFailure(cause, 'This could not be saved on this device.');
      return false;
    } finally {
      saving.current = false;
      setSaving(false);
    }
  }

  return {
    isOn,
    queue,
    isDirty,
    isSaving,
    enter: () => setOn(true),
    /** Asks first when there is something to lose. */
    exit: () => (isDirty ? setAsking(true) : leave()),
    isAsking,
    stay: () => setAsking(false),
    leave,
    plan,
    drop: (day: QueuedDay) => setQueue((planned) => planned.filter((one) => one !== day)),
    /** At once, without the queue: somebody is sick. */
    write,
    async save(): Promise<void> {
      let isSaved = false;
      await held.submit(async (draft) => (isSaved = await write(queue, draft)));
      // What was held meanwhile is not written yet.
      if (isSaved) setQueue((planned) => planned.filter((one) => !queue.includes(one)));
    },
  };
}
