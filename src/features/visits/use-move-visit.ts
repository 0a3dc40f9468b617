import { useState } from 'react';
import type { VisitStage } from '#contract/visits/stage.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { useCurrentUser, useWebsite } from '#shared/session.ts';
import { useOnline } from '#shared/sync-state.ts';
import { toastFailure } from '#shared/ui/toasts/toasts.tsx';
import type { MoveAnswers, MoveQuestion } from './move-question.ts';
import type * as Moves from './move-visit.ts';

/** What moves a visit comes with the first press (docs/decisions/0017-what-a-page-loads.md). */
async function moving<T>(run: (of: typeof Moves) => Promise<T>): Promise<T | undefined> {
  try {
    return await run(await import('./move-visit.ts'));
  } catch (error) {
    toastFailure(error, 'The move could not be saved on this device.');
    return undefined;
  }
}

/** Moves a visit, and keeps the question that a move asks until it is answered. */
export function useMoveVisit() {
  const { can } = useCurrentUser();
  const website = useWebsite();
  const online = useOnline();
  const [question, setQuestion] = useState<MoveQuestion | null>(null);
  return {
    move: (visit: Visit, name: string, destination: VisitStage) =>
      moving((of) => of.moveVisit({ can, website, online, ask: setQuestion }, visit, name, destination)),
    /** The move itself, once every question is answered. */
    send: (visit: Visit, name: string, destination: VisitStage, answers?: MoveAnswers) =>
      moving((of) => of.sendMove({ can }, visit, name, destination, answers)),
    question,
    dropQuestion: () => setQuestion(null),
  };
}
