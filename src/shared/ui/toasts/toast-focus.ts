import { notifications, notificationsStore, useNotifications } from '@mantine/notifications';
import { useLayoutEffect, useRef, type FocusEvent } from 'react';
import { focusScreen } from '../../focus-screen.ts';

const toastAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[id^="toast:"]') : null;

/**
 * A toast stays while the focus is in it (WCAG 2.2.1), and one that goes with the focus gives it back to where it came
 * from (2.4.3).
 */
export function useToastFocus() {
  const from = useRef<HTMLElement | null>(null);
  const waiting = useRef<{ id: string; time: number } | null>(null);
  const { notifications: shown } = useNotifications();
  useLayoutEffect(() => {
    const toast = toastAt(document.activeElement);
    if (!toast || shown.some(({ id }) => id === toast.id)) return;
    if (from.current?.isConnected) from.current.focus({ preventScroll: true });
    else focusScreen();
  }, [shown]);
  return {
    onFocus({ target, relatedTarget }: FocusEvent): void {
      if (relatedTarget instanceof HTMLElement && !toastAt(relatedTarget)) from.current = relatedTarget;
      const id = toastAt(target)?.id;
      if (id === undefined || waiting.current?.id === id) return;
      const time = notificationsStore.getState().notifications.find((one) => one.id === id)?.autoClose;
      if (typeof time !== 'number') return;
      waiting.current = { id, time };
      notifications.update({ id, autoClose: false } as Parameters<typeof notifications.update>[0]);
    },
    onBlur({ relatedTarget }: FocusEvent): void {
      const left = waiting.current;
      if (!left || toastAt(relatedTarget)?.id === left.id) return;
      waiting.current = null;
      notifications.update({ id: left.id, autoClose: left.time } as Parameters<typeof notifications.update>[0]);
    },
  };
}
