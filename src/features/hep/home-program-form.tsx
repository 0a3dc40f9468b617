import { Stack } from '@mantine/core';
import type { CaseId } from '#contract/base/ids.ts';
import { homeProgram } from '#contract/hep/home-program.ts';
import { rowsOfCase } from '#local/reads/flowsheet.ts';
import { recordForm } from '#shared/forms/record-form.tsx';

export const homeProgramForm = recordForm(homeProgram, {
  async known(parent) {
    const { itemRefusals } = await import('#contract/hep/item-refusals.ts');
    const { exerciseById } = await import('#contract/exercises/library.ts');
    // With the library, which is no small part of the app; the first of its fields has the focus, so it comes first.
    const { ItemFields } = await import('./item-fields.tsx');
    const rows = await rowsOfCase(parent as CaseId);
    return {
      rows,
      ItemFields,
      judge: (items: Parameters<typeof itemRefusals>[0]) => itemRefusals(items, exerciseById),
    };
  },
  start: () => ({}),
  refuses: ({ Items }, _here, { judge }) => judge(Items),
  words: { add: 'Save program', added: 'Home program saved.' },
  Layout: ({ Field, known }) => (
    <Stack gap="md">
      <known.ItemFields rows={known.rows} />
      <Field of="Note" placeholder="Shown above the exercises" />
    </Stack>
  ),
});
