import { Stack } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { CaseId } from '#contract/base/ids.ts';
import { homeProgram } from '#contract/hep/home-program.ts';
import { rowsOfCase } from '#local/reads/flowsheet.ts';
import { recordForm } from '#shared/forms/record-form.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';

/** With the library of exercises, which is no small part of the app. */
const ItemFields = lazy(() => import('./item-fields.tsx').then((file) => ({ default: file.ItemFields })));

export const homeProgramForm = recordForm(homeProgram, {
  async known(parent) {
    const { itemRefusals } = await import('#contract/hep/item-refusals.ts');
    const { exerciseById } = await import('#contract/exercises/library.ts');
    const rows = await rowsOfCase(parent as CaseId);
    return { rows, judge: (items: Parameters<typeof itemRefusals>[0]) => itemRefusals(items, exerciseById) };
  },
  start: () => ({}),
  refuses: ({ Items }, _here, { judge }) => judge(Items),
  words: { add: 'Save program', added: 'Home program saved.' },
  Layout: ({ Field, known }) => (
    <Stack gap="md">
      <Suspense fallback={<LoadingSkeleton label="Loading the exercises" rows={4} />}>
        <ItemFields rows={known.rows} />
      </Suspense>
      <Field of="Note" placeholder="Shown above the exercises" />
    </Stack>
  ),
});
