import { equipApi } from '#shared/api.ts';
import { toastMustDismiss, toastNegative } from '#shared/ui/toasts/toasts.tsx';
import { showAlert } from './alerts.tsx';
import { allowedBases } from './config.ts';
import { meetRefusal, report, type FailureSurroundings } from './failures.ts';
import { goTo } from './go-to.ts';
import { obeyErasure, sessionSite } from './session.tsx';
import { currentToken, refreshToken } from './token.ts';

const surroundings: FailureSurroundings = {
  toastNegative,
  toastMustDismiss,
  alert: showAlert,
  erased: (order) => void obeyErasure(order),
  go: (path) => void goTo(path),
  leaveFor: (url) => window.location.assign(url),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  allowedBases: () => allowedBases,
  here: () => new URL(window.location.href),
};

/** Ties calls to the session and refusals to what the user sees; hears of faults nobody caught. */
export function equipApp(): void {
  equipApi({
    token: currentToken,
    site: sessionSite,
    socketId: () => null,
    refresh: async () => (await refreshToken()) === 'fresh',
    meetRefusal: (refusal) => meetRefusal(refusal, surroundings),
  });
  window.addEventListener('unhandledrejection', (event) => {
    event.preventDefault();
    report(event.reason);
  });
}
