import { expect, test } from 'vitest';
import { evalTemplateRow } from '../testing/templates.ts';
import { noteRow, testId } from '../testing/rows.ts';
import { templateChanges } from './apply-template.ts';
import { NoteChanges } from './note-fields.ts';
import { noteField, withFields } from './note-field.ts';
import { kindOf } from './note-kinds.ts';
import { missingToSign } from './ready-to-sign.ts';
import { sectionsOf } from './shown-parts.ts';
import type { SectionSpec } from './part-specs.ts';
import { insertedTexts, usedTemplates, withTemplates } from './used-templates.ts';
import { nothingBeside } from './beside.ts';
import type { TemplateSection } from '../templates/template-section.ts';

const of = (key: string, isRequired = false): SectionSpec => ({ key, title: key, prompt: 'Kind', isRequired });
const brought = (key: string, more: Partial<TemplateSection> = {}): TemplateSection => ({
  key,
  title: `${key} by template`,
  prompt: 'Template',
  required: false,
  ...more,
});
const kind = [of('Subjective'), of('Objective', true), of('Plan')];
const withSections = (...sections: TemplateSection[]) => withTemplates(kind, [{ Name: 'One', Sections: sections }]);
const keys = (sections: readonly SectionSpec[]) => sections.map(({ key }) => key).join(' ');

test.each<[string, TemplateSection[], string]>([
  [
    'behind the one it follows',
    [brought('Subjective'), brought('Home'), brought('Work')],
    'Subjective Home Work Objective Plan',
  ],
  ['before the one that follows it', [brought('Home'), brought('Plan')], 'Subjective Objective Home Plan'],
  ['last where nothing is known', [brought('Home'), brought('Work')], 'Subjective Objective Plan Home Work'],
  ['nothing new', [brought('Plan')], 'Subjective Objective Plan'],
])('a section of a template stands %s', (_name, sections, order) => {
  expect(keys(withSections(...sections))).toBe(order);
});

test('a section that the kind has keeps its title, takes the prompt, and is required where either asks for it', () => {
  const all = withSections(
    brought('Plan', { required: true }),
    brought('Objective'),
    brought('Subjective', { prompt: null }),
  );
  expect(all).toEqual([
    of('Subjective'),
    { ...of('Objective', true), prompt: 'Template' },
    { ...of('Plan', true), prompt: 'Template' },
  ]);
});

test('two templates with one section bring it once', () => {
  const used = [
    { Name: 'One', Sections: [brought('Home')] },
    { Name: 'Two', Sections: [brought('Home', { required: true, prompt: '' })] },
  ];
  expect(withTemplates([], used)).toEqual([
    { key: 'Home', title: 'Home by template', prompt: 'Template', isRequired: true },
  ]);
});

const note = noteRow({ Subjective: 'Fell on Friday.' });
const applied = withFields(note, templateChanges(evalTemplateRow));

test('a note that uses a template has its sections and what was typed, and a second time changes nothing', () => {
  expect(NoteChanges.parse(templateChanges(evalTemplateRow))).toEqual(templateChanges(evalTemplateRow));
  expect(applied.Sections).toEqual({ Subjective: 'Fell on Friday.' });
  expect(sectionsOf(applied).map(({ title, prompt }) => [title, prompt])).toContainEqual([
    'Home setup',
    'Stairs, rails, who lives there',
  ]);
  const again = templateChanges(evalTemplateRow);
  expect(Object.entries(again).map(([field, value]) => [noteField(applied, field), value])).toEqual(
    Object.values(again).map((value) => [value, value]),
  );
});

test('its required sections keep the note from being signed until something is in them', () => {
  const missing = (of: typeof note) => missingToSign(of, [], nothingBeside);
  expect(missing(note)).not.toContain('Home setup is empty.');
  expect(missing(applied)).toContain('Home setup is empty.');
  expect(missing(withFields(applied, { HomeSetup: 'Two flights.' }))).not.toContain('Home setup is empty.');
});

test('a note tells its templates in one order, and an emptied cell is none', () => {
  const [first, second] = [testId(11), testId(12)];
  const used = { Name: 'One', Sections: [] };
  const Cells = { [`template:${second}.Used`]: used, [`template:${first}.Used`]: used };
  expect(usedTemplates(Cells).map(({ EvalTemplateId }) => EvalTemplateId)).toEqual([first, second]);
  expect(usedTemplates({ [`template:${first}.Used`]: null, [`template:${second}.Inserted`]: ['Plan'] })).toEqual([]);
  const inserted = { [`template:${second}.Inserted`]: ['Plan'], [`template:${first}.Inserted`]: null };
  expect(insertedTexts({ ...Cells, ...inserted })).toEqual([second]);
  expect(kindOf({ NoteType: 'addendum', AlsoTypes: [], Cells }).sections.map(({ key }) => key)).toEqual(['Text']);
});

test.each<[string, unknown]>([
  ['a key that is no section’s', { Name: 'One', Sections: [brought('home setup')] }],
  [
    'more sections than a template has',
    { Name: 'One', Sections: Array.from({ length: 31 }, (_, at) => brought(`S${at}`)) },
  ],
  ['a text', 'One'],
])('%s is no template of a note', (_name, value) => {
  expect(NoteChanges.safeParse({ [`template:${testId(11)}.Used`]: value }).success).toBe(false);
});
