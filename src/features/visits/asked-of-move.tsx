import { lazy, Suspense } from 'react';
import { useEver } from '#shared/hooks/use-ever.ts';
import { ConfirmDialog } from '#shared/ui/confirm-dialog/confirm-dialog.tsx';
import type { useMoveVisit } from './use-move-visit.ts';

const IntakeDrawer = lazy(() => import('./intake-drawer.tsx').then((file) => ({ default: file.IntakeDrawer })));

const LateFeeQuestion = lazy(() =>
  import('./late-fee-question.tsx').then((file) => ({ default: file.LateFeeQuestion })),
);

/** What a move asks before it goes on: the intake, the primary AR that remains (spec 4), or the fee of a late cancellation. */
export function AskedOfMove({ moves }: { moves: ReturnType<typeof useMoveVisit> }) {
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
              void send(
                question.visit,
                question.name,
                'inProgress',
                ignoreIncomplete ? { ignoreIncompleteIntake: true } : {},
              );
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
      <Suspense>
        {question?.kind === 'lateFee' && (
          <LateFeeQuestion
            key={question.visit.VisitId}
            name={question.name}
            fee={question.fee}
            onCancel={dropQuestion}
            onConfirm={(LateFee) => {
              dropQuestion();
              void send(question.visit, question.name, 'lateCancel', LateFee === null ? {} : { LateFee });
            }}
          />
        )}
      </Suspense>
    </>
  );
}
