import { lazy, Suspense } from 'react';
import { useEver } from '#shared/hooks/use-ever.ts';
import type { useMoveVisit } from './use-move-visit.ts';

const AskedOfMove = lazy(() => import('./asked-of-move.tsx').then((file) => ({ default: file.AskedOfMove })));

/** What a move asks before it goes on; most ask nothing. */
export function MoveQuestions({ moves }: { moves: ReturnType<typeof useMoveVisit> }) {
  const hasAsked = useEver(moves.question !== null);
  return <Suspense>{hasAsked && <AskedOfMove moves={moves} />}</Suspense>;
}
