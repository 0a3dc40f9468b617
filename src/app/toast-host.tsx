import { Notifications } from '@mantine/notifications';
import { toastTime } from '#shared/ui/toasts/toasts.tsx';

/** Where toasts appear; what was shown before it loaded waits in its store. */
export function ToastHost() {
  return (
    <Notifications
      // Drawers have their buttons at the lower right.
      position="bottom-center"
      limit={4}
      autoClose={toastTime}
      transitionDuration={120}
      containerWidth={380}
    />
  );
}
