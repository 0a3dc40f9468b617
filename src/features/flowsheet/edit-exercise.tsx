import { useState } from 'react';
import type { CaseExercise } from '#contract/flowsheet/case-exercise.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { RecordDrawer } from '#shared/forms/record-drawer.tsx';
import { caseExerciseForm } from './case-exercise-form.tsx';

type Props = { visit: Visit; row: CaseExercise | undefined; onClose: () => void };

/** One row of the flowsheet: its name, code, planned dose and precaution, or its end. */
export function EditExercise({ visit, row, onClose }: Props) {
  // As it was when the drawer was opened: what others write meanwhile is not its writer's.
  const [opened, setOpened] = useState<CaseExercise | undefined>(undefined);
  if (row?.CaseExerciseId !== opened?.CaseExerciseId) setOpened(row);
  return (
    <RecordDrawer
      form={caseExerciseForm}
      at={visit.CaseId}
      about={opened ? { of: opened, parent: visit.CaseId } : null}
      onReopen={() => undefined}
      onClose={onClose}
      title={opened?.Name}
    />
  );
}
