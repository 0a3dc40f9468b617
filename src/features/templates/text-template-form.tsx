import { MultiSelect, SimpleGrid, Stack } from '@mantine/core';
import '@mantine/core/styles/SimpleGrid.css';
import { fieldTitle } from '#contract/documentation/field-titles.ts';
import { knownSections } from '#contract/templates/section-key.ts';
import { textTemplate } from '#contract/templates/text-template.ts';
import { evalTemplates } from '#local/reads/templates.ts';
import { recordForm } from '#shared/forms/record-form.tsx';
import { useFormAround } from '#shared/forms/record-form-context.ts';
import { libraryUser, ownerOptions, ownerRefusal } from './owner-known.ts';
import { firstOwner } from './use-library.ts';

export const textTemplateForm = recordForm(textTemplate, {
  async known() {
    const user = await libraryUser();
    const templates = await evalTemplates();
    return user && { user, titles: sectionTitles(templates.flatMap(({ Sections }) => Sections)) };
  },
  start: ({ user }) => firstOwner(user),
  refuses: (fields, _here, { user }) => ownerRefusal(fields, user),
  words: { add: 'Add text', added: 'Template created.' },
  Layout: ({ Field, values, known: { user, titles } }) => (
    <Stack gap="sm">
      <Field of="Title" hasFocus />
      <Field
        of="Body"
        description="Leave blanks as {{side}}. A note with blanks cannot be signed until they are filled in."
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
        <SectionKeys titles={titles} />
        <Field of="OwnerUserId" placeholder="Everyone in the clinic" options={ownerOptions(user, values.OwnerUserId)} />
      </SimpleGrid>
    </Stack>
  ),
});

/** Sections that notes have by themselves, then those that templates bring. */
function sectionTitles(sections: readonly { key: string; title: string }[]): Map<string, string> {
  return new Map([...sections.map(({ key, title }) => [key, title] as const), ...knownSections]);
}

function SectionKeys({ titles }: { titles: ReadonlyMap<string, string> }) {
  const { form } = useFormAround();
  const chosen = form.values['SectionKeys'] as string[];
  const all = new Map([...chosen.map((key) => [key, fieldTitle(key)] as const), ...titles]);
  return (
    <MultiSelect
      label="Sections"
      {...(chosen.length === 0 && { placeholder: 'Every section' })}
      data={[...all].map(([value, label]) => ({ value, label }))}
      searchable
      clearable
      {...(form.getInputProps('SectionKeys') as object)}
    />
  );
}
