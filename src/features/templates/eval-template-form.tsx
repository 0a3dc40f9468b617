import { SimpleGrid, Stack } from '@mantine/core';
import '@mantine/core/styles/SimpleGrid.css';
import { lazy, Suspense } from 'react';
import { evalTemplate } from '#contract/templates/eval-template.ts';
import { recordForm } from '#shared/forms/record-form.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { libraryUser, ownerOptions, ownerRefusal } from './owner-known.ts';
import { SectionFields } from './section-fields.tsx';
import { firstOwner } from './use-library.ts';

/** With the catalog, which is no small part of the app. */
const MeasureFields = lazy(() => import('./measure-fields.tsx').then((file) => ({ default: file.MeasureFields })));

export const evalTemplateForm = recordForm(evalTemplate, {
  known: libraryUser,
  start: (user) => ({ NoteTypes: ['eval'], ...firstOwner(user) }),
  refuses: (fields, _here, user) => ownerRefusal(fields, user),
  words: { add: 'Add template', added: 'Template created.' },
  Layout: ({ Field, values, known }) => (
    <Stack gap="sm">
      <Field of="Name" hasFocus />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
        <Field of="Discipline" placeholder="Every discipline" />
        <Field
          of="OwnerUserId"
          placeholder="Everyone in the clinic"
          options={ownerOptions(known, values.OwnerUserId)}
        />
      </SimpleGrid>
      <Field of="NoteTypes" {...(values.NoteTypes.length === 0 && { placeholder: 'Every kind' })} />
      <SectionFields />
      <Suspense fallback={<LoadingSkeleton label="Loading the measures" rows={2} />}>
        <MeasureFields />
      </Suspense>
      <Field of="GoalTexts" description="Offered in the note, next to the goals of the case." />
    </Stack>
  ),
});
