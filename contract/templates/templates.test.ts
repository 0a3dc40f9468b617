import { describe, expect, test } from 'vitest';
import { UserId } from '../base/ids.ts';
import { evalTemplateRow, textTemplateRow } from '../testing/templates.ts';
import { testId } from '../testing/rows.ts';
import { evalTemplate } from './eval-template.ts';
import { isOffered, templateRefusal } from './owner.ts';
import { sectionKeyOf } from './section-key.ts';
import { textTemplate } from './text-template.ts';

const [me, other] = [UserId.parse(testId(1)), UserId.parse(testId(2))];

test.each<[string, string | null, string[], string | null]>([
  ['of the clinic', null, ['manage library'], null],
  ['of the clinic', null, ['write notes'], 'You do not have permission to change the clinic’s templates.'],
  ['of one’s own', me, ['write notes'], null],
  ['of one’s own', me, ['manage library'], 'You do not have permission to write notes.'],
  ['of another', other, ['manage library', 'write notes'], 'This template belongs to another person.'],
])('a template %s (%s) with %j', (_name, OwnerUserId, can, refusal) => {
  expect(templateRefusal({ OwnerUserId }, { UserId: me, can })).toBe(refusal);
});

test.each([
  [null, true],
  [me, true],
  [other, false],
])('one of %s is offered to me: %s', (OwnerUserId, offered) => {
  expect(isOffered({ OwnerUserId }, { UserId: me })).toBe(offered);
});

test.each<[string, string[], string]>([
  ['Subjective', [], 'Subjective'],
  ['prior level of function', [], 'PriorLevel'],
  ['Home setup', [], 'HomeSetup'],
  ['Home setup', ['HomeSetup', 'HomeSetup2'], 'HomeSetup3'],
  ['Plan', ['Plan'], 'Plan2'],
  ['24-hour pattern', [], 'HourPattern'],
  ['Dolor y función', [], 'DolorYFuncion'],
  ['???', ['Section'], 'Section2'],
  ['', [], 'Section'],
])('the key of "%s" beside %j is %s', (title, taken, key) => {
  const found = sectionKeyOf(title, taken);
  expect(found).toBe(key);
  expect(found).toMatch(/^[A-Z][A-Za-z0-9]{0,39}$/);
});

describe('what a template may be', () => {
  const change = (of: typeof evalTemplate | typeof textTemplate, changes: object) =>
    of.Change.safeParse({ id: testId(1), changes }).success;
  const [section] = evalTemplateRow.Sections;
  test.each<[string, object, boolean]>([
    ['as it is', evalTemplateRow, true],
    ['two sections with one key', { Sections: [section, section] }, false],
    ['a key that is no section’s', { Sections: [{ ...section, key: 'home' }] }, false],
    ['one kind of note twice', { NoteTypes: ['eval', 'eval'] }, false],
    ['a title of spaces', { Sections: [{ ...section, title: '  ' }] }, false],
    ['31 sections', { Sections: Array.from({ length: 31 }, (_, at) => ({ ...section, key: `S${at}` })) }, false],
  ])('eval: %s', (_name, changes, isTaken) => {
    const { EvalTemplateId: _id, updated_at: _at, ...fields } = { ...evalTemplateRow, ...changes };
    expect(change(evalTemplate, fields)).toBe(isTaken);
  });

  test.each<[string, string, boolean]>([
    ['8,000 characters', 'x'.repeat(8_000), true],
    ['10,000 characters', 'x'.repeat(10_000), false],
  ])('a text of %s', (_name, Body, isTaken) => expect(change(textTemplate, { Body })).toBe(isTaken));

  test('an empty one and a text of spaces are refused in a sentence', () => {
    const nothing = { ...evalTemplateRow, Sections: [], Measurements: [], GoalTexts: [] };
    expect(evalTemplate.check(nothing)).toEqual({ Sections: 'Add a section, a measure or a goal.' });
    expect(evalTemplate.check(evalTemplateRow)).toEqual({});
    expect(textTemplate.check({ ...textTemplateRow, Body: ' \n' })).toEqual({ Body: 'Enter the text.' });
  });
});
