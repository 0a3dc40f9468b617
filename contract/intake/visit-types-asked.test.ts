import { describe, expect, test } from 'vitest';
import { isOfTypes, namesAsked, typesChosen, type NamedType } from './visit-types-asked.ts';

const type = (VisitTypeId: string, Name: string, FormerNames?: string[]): NamedType => ({
  VisitTypeId,
  Name,
  ...(FormerNames && { FormerNames }),
});
const here = [type('a', 'Initial evaluation', ['Evaluation']), type('b', 'Follow-up')];
const there = [type('c', 'Evaluation'), type('d', 'Follow-up')];
const types = [...here, ...there];
const visit = (VisitTypeName: string, typesHere = here) => ({ VisitTypeName, typesHere, types });

describe('a form for visit types', () => {
  test.each([
    ['without any is for all', {}, 'Follow-up', true],
    ['by id, of a renamed type', { VisitTypeIds: ['a'] }, 'Initial evaluation', true],
    ['by id, of a visit booked before the type was renamed', { VisitTypeIds: ['a'] }, 'Evaluation', true],
    ['by id, of another type', { VisitTypeIds: ['a'] }, 'Follow-up', false],
    ['by id of the same name elsewhere', { VisitTypeIds: ['d'] }, 'Follow-up', true],
    ['by a name alone', { VisitTypeNames: ['Follow-up'] }, 'Follow-up', true],
    ['by another name alone', { VisitTypeNames: ['Class'] }, 'Follow-up', false],
    ['by either', { VisitTypeIds: ['a'], VisitTypeNames: ['Follow-up'] }, 'Follow-up', true],
    ['by an id of nothing', { VisitTypeIds: ['z'] }, 'Follow-up', false],
  ])('%s: %o, %s', (_name, asked, name, isAsked) => {
    expect(isOfTypes(asked, visit(name))).toBe(isAsked);
  });

  test('is not for a type that took the former name of another one', () => {
    const taken = [...here, type('e', 'Evaluation')];
    const of = { VisitTypeName: 'Evaluation', typesHere: taken, types: taken };
    expect([isOfTypes({ VisitTypeIds: ['a'] }, of), isOfTypes({ VisitTypeIds: ['e'] }, of)]).toEqual([false, true]);
  });

  test('is for a renamed type whose former name only a deleted type has', () => {
    const typesHere = [...here, { ...type('e', 'Evaluation'), deleted_at: '2025-01-01T00:00:00.000Z' }];
    const of = { VisitTypeName: 'Evaluation', typesHere, types: typesHere };
    expect(isOfTypes({ VisitTypeIds: ['a'] }, of)).toBe(true);
  });
});

describe('choosing by name', () => {
  const of = { offered: types, types };
  test('shows what the types are called now, and takes every type of a chosen name', () => {
    expect(namesAsked({ VisitTypeIds: ['a', 'c'], VisitTypeNames: ['Class'] }, types)).toEqual([
      'Initial evaluation',
      'Evaluation',
      'Class',
    ]);
    expect(typesChosen({ VisitTypeIds: ['a'] }, ['Initial evaluation', 'Follow-up'], of)).toEqual({
      VisitTypeIds: ['a', 'b', 'd'],
    });
  });

  test('takes away what is no longer chosen, and nothing else', () => {
    const before = { VisitTypeIds: ['a', 'c', 'z'], VisitTypeNames: ['Class'] };
    expect(typesChosen(before, ['Evaluation', 'Class'], of)).toEqual({
      VisitTypeIds: ['c', 'z'],
      VisitTypeNames: ['Class'],
    });
    expect(typesChosen({ VisitTypeIds: ['a'] }, [], of)).toEqual({});
  });
});
