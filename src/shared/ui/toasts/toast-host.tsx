import { Notifications } from '@mantine/notifications';
import { useToastFocus } from './toast-focus.ts';
import { useToastPlace } from './toast-place.ts';
import { toastTime } from './toasts.tsx';
import { useUndoKey } from './undo-key.ts';

/** Where toasts appear; what was shown before it loaded waits in its store. */
export function ToastHost() {
  useUndoKey();
  const className = useToastPlace();
  const focus = useToastFocus();
  return (
    <Notifications
      // Drawers have their buttons at the lower right.
      position="bottom-center"
      className={className}
      limit={4}
      autoClose={toastTime}
      transitionDuration={120}
      containerWidth={380}
      {...focus}
    />
  );
}
