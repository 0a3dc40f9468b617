import { forgetKey } from '#local/keys/key-keeper.ts';
import { endHere } from './session-end.ts';
import { changeSession, idInside, session } from './session-state.ts';

/** Erases this device where the server's order is for it; returns whether it was. */
export async function obeyErasure(order: unknown): Promise<boolean> {
  const { obeyErasure: obey } = await import('./erase-here.ts');
  return obey(order, async (who) => {
    forgetKey('erased', who);
    if (idInside() === who.UserId) await endHere('erased');
    // A locked screen must stop naming its person; the sign-in page says what happened.
    else if (session().phase === 'signedOut') changeSession({ phase: 'signedOut' });
  });
}
