import { forgetKey } from '#local/keys/key-keeper.ts';
import { endHere } from './session-end.ts';
import { changeSession, idInside, session } from './session-state.ts';

/** Erases this device when the server's order is meant for it; whether it was. */
export async function obeyErasure(order: unknown): Promise<boolean> {
  const { obeyErasure: obey } = await import('./erase-here.ts');
  return obey(order, async (who) => {
    forgetKey('erased', who);
    if (idInside() === who.UserId) await endHere('erased');
    // Nobody is in: a locked screen stops naming whose it was, and the page says what happened.
    else if (session().phase === 'signedOut') changeSession({ phase: 'signedOut' });
  });
}
