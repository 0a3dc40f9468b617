import { lazy, Suspense } from 'react';
import { useEver } from '#shared/hooks/use-ever.ts';
import { ConfirmDialog } from '#shared/ui/confirm-dialog/confirm-dialog.tsx';
import type { useMoveVisit } from './use-move-visit.ts';

const IntakeDrawer = lazy(() => import('./intake-drawer.tsx').then((file) => ({ default: file.IntakeDrawer })));

/** What a move asks before it goes on: the intake, or the primary AR that remains (spec 4). */
export function MoveQuestions({ moves }: { moves: ReturnType<typeof useMoveVisit> }) {
  const { question, dropQuestion, send } = moves;
  const hasAskedIntake = useEver(question?.kind === 'intake');
  return (
    <>
      <Suspense>
        {hasAskedIntake && (
          <IntakeDrawer
            asked={question?.kind === 'intake' ? question : null}
            onClose={dropQuestion}
            onStart={(ignoreIncomplete) => {
              if (question?.kind !== 'intake') return;
              dropQuestion();
              void send(question.visit, question.name, 'inProgress', ignoreIncomplete);
            }}
          />
        )}
      </Suspense>
      <ConfirmDialog
        opened={question?.kind === 'closing'}
        title="Close this visit?"
        confirmLabel="Yes"
        onCancel={dropQuestion}
        onConfirm={() => {
          if (question?.kind !== 'closing') return;
          dropQuestion();
          void send(question.visit, question.name, 'closed');
        }}
      >
        {question?.kind === 'closing' ? question.question : ''}
      </ConfirmDialog>
    </>
  );
}
