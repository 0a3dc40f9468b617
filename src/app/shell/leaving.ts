import { countUnsent } from '#local/outbox/call-states.ts';
import { allTyped } from '#local/drafts/unsaved-drafts.ts';
import { toastNegative } from '#shared/ui/toasts/toasts.tsx';
import { saveUnsaved } from '#shared/unsaved.ts';
import { switchUser } from '#session/session-leave.ts';

/** What only this device has: changes the server has not taken, and what no save has taken, such as a form left open. */
export type Left = { unsent: number; typed: number };

/** Read from the disk: right after an unlock the sync worker has counted nothing yet. Not knowing keeps nobody from signing out. */
export async function whatIsLeft(): Promise<Left> {
  await saveUnsaved();
  const [unsent, typed] = await Promise.all([
    countUnsent().catch(() => 0),
    allTyped().then(
      (found) => found.length,
      () => 0,
    ),
  ]);
  return { unsent, typed };
}

export async function makeRoom(then: () => void): Promise<void> {
  if (await switchUser()) return then();
  toastNegative('You have unsaved changes, so you can’t switch users yet. Save them, then try again.');
}
