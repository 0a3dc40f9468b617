import { z } from 'zod';
import { TextTemplateId } from '../base/ids.ts';
import { asked, line, text, type Field } from '../record/fields.ts';
import { record } from '../record/record.ts';
import { owner } from './owner.ts';
import { TemplateSectionKey } from './template-section.ts';

const sectionKeys = {
  label: 'Sections',
  schema: z.array(TemplateSectionKey).max(20),
  kind: { is: 'tags', most: 20 },
  asks: null,
} satisfies Field;

/** A text that is put into a note as it stands; `{{side}}` in it is a blank that someone fills in before signing. */
export const textTemplate = record({
  name: 'textTemplate',
  entity: 'textTemplates',
  noun: 'text',
  feature: 'templates',
  path: '/templates/text',
  id: { TextTemplateId },
  parent: null,
  may: { any: ['manage library', 'write notes'] },
  fields: {
    Title: line('Title', 80),
    Body: asked(text('Text', 8_000), 'Enter the text.'),
    /** Where it is offered, by keys of sections; none: in every section. */
    SectionKeys: sectionKeys,
    OwnerUserId: owner,
  },
  check: ({ Body }) => (Body.trim() === '' ? { Body: 'Enter the text.' } : {}),
  brief: ({ Title }) => Title,
});

export const TextTemplate = textTemplate.Row;
export type TextTemplate = z.output<typeof TextTemplate>;
