import { equipApi } from '#shared/api.ts';
import { readyToWrite } from '#local/outbox/ready-to-write.ts';
import { firstTouch } from '#shared/first-touch.ts';
import { equipChangeViews } from '#shared/conflict-views.ts';
import { toastMustDismiss, toastNegative } from '#shared/ui/toasts/toasts.tsx';
import { showAlert } from '#session/alerts.tsx';
import { allowedBases } from './config.ts';
import { report } from '#session/failures.ts';
import { goTo } from './go-to.ts';
import type { FailureSurroundings } from './refusals.ts';
import { obeyErasure } from '#session/obey-erasure.ts';
import { sessionSite } from '#session/session-state.ts';
import { currentToken, refreshToken } from '#session/token.ts';

const surroundings: FailureSurroundings = {
  toastNegative,
  toastMustDismiss,
  alert: showAlert,
  erased: (order) => void obeyErasure(order),
  go: goTo,
  leaveFor: (url) => window.location.assign(url),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  allowedBases: () => allowedBases,
  here: () => new URL(window.location.href),
};

/** Ties calls to the session, refusals to what the user sees and changes to their features; hears of faults nobody caught. */
export function equipApp(): void {
  equipChangeViews(() => import('./conflict-views.ts'));
  equipApi({
    token: currentToken,
    site: sessionSite,
    socketId: () => null,
    refresh: async () => (await refreshToken()) === 'fresh',
    meetRefusal: (refusal) =>
      import('./refusals.ts').then(
        (file) => file.meetRefusal(refusal, surroundings),
        // Without it the refusal is still an error of who called.
        () => 'throw' as const,
      ),
  });
  prepareToSave();
  void firstTouch
    .then(() => import('#shared/focus/keyboard-care.ts'))
    .then((file) => file.careForKeyboards())
    .catch(() => undefined);
  window.addEventListener('unhandledrejection', (event) => {
    event.preventDefault();
    report(event.reason);
  });
}

/** What a save takes comes with the first key or press: it is there before the press ends, and a page alone fetches none. */
function prepareToSave(): void {
  const load = () => void readyToWrite().catch(() => undefined);
  for (const touch of ['pointerdown', 'keydown']) window.addEventListener(touch, load, { once: true, capture: true });
}
