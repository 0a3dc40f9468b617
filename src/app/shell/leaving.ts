import { allTyped } from '#local/typed.ts';
import { toastNegative } from '#shared/ui/toasts/toasts.tsx';
import { saveTyped } from '#shared/unsaved.ts';
import { switchUser } from '../session.tsx';

/** How much no save has taken, such as a form left open; not knowing keeps nobody from signing out. */
export async function leftTyped(): Promise<number> {
  await saveTyped();
  return allTyped().then(
    (found) => found.length,
    () => 0,
  );
}

export async function makeRoom(then: () => void): Promise<void> {
  if (await switchUser()) return then();
  toastNegative('Something you typed could not be saved yet, so nobody was switched. Save it, then try again.');
}
