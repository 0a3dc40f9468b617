import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { cellWords } from '#contract/flowsheet/cell-words.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { keepTheirs, refusedCells, resendCells, type RefusedCells as Refused } from '#local/reads/flowsheet.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { announce } from '#shared/ui/live-region/live-region.tsx';
import { toastFailure } from '#shared/ui/toasts/toasts.tsx';
import classes from './flowsheet.module.css';

/** Cells the server could not take: kept, shown beside what the visit has now, and decided here. */
export function RefusedCells({ visit, isReadOnly }: { visit: Visit; isReadOnly: boolean }) {
  const refused = useLiveValue(() => refusedCells(visit), [visit.VisitId, visit.CaseId]);
  const [isBusy, setBusy] = useState(false);
  if (!refused) return null;

  async function decide(how: (refused: Refused) => Promise<void>, done: string): Promise<void> {
    if (!refused) return;
    setBusy(true);
    try {
      await how(refused);
      announce(done);
    } catch (error) {
      toastFailure(error, 'This could not be saved on this device. It is kept.');
    }
    setBusy(false);
  }

  return (
    <div role="alert" className={classes.refused}>
      <p className={classes.refusedTitle}>Cells of this flowsheet were not accepted</p>
      <p>{refused.reason ?? 'The server gave no reason.'} They are kept here.</p>
      <ul>
        {refused.cells.map(({ CaseExerciseId, Name, isThere, mine, now }) => (
          <li key={CaseExerciseId}>
            {Name}: yours {cellWords(mine)}
            {isThere ? `, now ${cellWords(now)}` : '. It can’t be saved.'}
          </li>
        ))}
      </ul>
      <Group gap={8}>
        <Button
          size="compact-sm"
          variant="default"
          loading={isBusy}
          disabled={isReadOnly || !refused.cells.some(({ isThere }) => isThere)}
          onClick={() =>
            void decide((mine) => resendCells(visit.VisitId, mine), 'Your cells are saved on this device.')
          }
        >
          Save all mine
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={isBusy}
          onClick={() => void decide(keepTheirs, 'The flowsheet stays as it is.')}
        >
          Keep the flowsheet as it is
        </Button>
      </Group>
    </div>
  );
}
