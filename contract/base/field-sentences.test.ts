import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { visitEndpoints } from '../visits/endpoints.ts';
import { DateString, WallTime } from './dates.ts';
import { fieldSentences } from './field-sentences.ts';

function sentences(schema: z.ZodType, input: unknown): Record<string, string> {
  const result = schema.safeParse(input);
  if (result.success) throw new Error('The example was expected to be refused.');
  return fieldSentences(result.error);
}

test.each<[z.ZodType, unknown, string]>([
  [z.int(), 1.5, 'Minutes must be a whole number.'],
  [z.int().min(0), -1, 'Minutes must be 0 or more.'],
  [z.int().max(480), 481, 'Minutes must be 480 or less.'],
  [z.int(), '5', 'Minutes must be a number.'],
  [z.string(), undefined, 'Minutes is missing.'],
  [z.string(), 5, 'Minutes must be text.'],
  [z.string(), null, 'Minutes must be text.'],
  [z.boolean(), 'yes', 'Minutes must be true or false.'],
  [z.array(z.int()), {}, 'Minutes must be a list.'],
  [z.string().min(1), '', 'Minutes must not be empty.'],
  [z.string().min(8), 'abc', 'Minutes must have at least 8 characters.'],
  [z.string().max(12_000), 'x'.repeat(12_001), 'Minutes must have at most 12,000 characters.'],
  [z.string().length(2), 'abc', 'Minutes must have exactly 2 characters.'],
  [z.string().length(2), 'a', 'Minutes must have exactly 2 characters.'],
  [z.array(z.int()).min(1), [], 'Minutes needs at least 1 entry.'],
  [z.array(z.int()).max(2), [1, 2, 3], 'Minutes must have at most 2 entries.'],
  [z.enum(['F', 'M', 'U']), 'X', 'Minutes must be one of F, M or U.'],
  [z.literal('P'), 'X', 'Minutes must be “P”.'],
  [z.uuid(), 'abc', 'Minutes must be an id.'],
  [z.email(), 'abc', 'Minutes must be an email address.'],
  [DateString, '11/18/2026', 'Minutes must be a date such as 2026-11-18.'],
  [DateString, '2026-02-30', 'Minutes is not a real date.'],
  [WallTime, '10:30', 'Minutes must be a time such as 2026-11-18T10:30.'],
  [z.string().regex(/^[A-Z]$/), 'a', 'Minutes has the wrong form.'],
  [z.union([z.int(), z.boolean()]), 'a', 'Minutes has a value that is not allowed.'],
])('%#: %j', (schema, input, sentence) => {
  expect(sentences(z.object({ Minutes: schema }), { Minutes: input })).toEqual({ Minutes: sentence });
});

describe('paths', () => {
  const schema = z.strictObject({
    services: z.array(z.strictObject({ Minutes: z.int() })),
    tags: z.array(z.string()).optional(),
  });

  test('unknown fields are named, wherever they are', () => {
    expect(sentences(schema, { services: [{ Minutes: 1, foo: 2 }], bar: 1 })).toEqual({
      'services.0.foo': 'Unknown field “foo”.',
      bar: 'Unknown field “bar”.',
    });
  });

  test('an unknown field called __proto__ is named too', () => {
    expect(Object.keys(sentences(schema, JSON.parse('{"services":[],"__proto__":1}')))).toEqual(['__proto__']);
  });

  test('a field in a list by its path, an entry by its place', () => {
    expect(sentences(schema, { services: [{ Minutes: 1 }, { Minutes: 'x' }], tags: ['a', 5] })).toEqual({
      'services.1.Minutes': 'Minutes must be a number.',
      'tags.1': 'tags 2 must be text.',
    });
  });

  test('a request that is no record at all', () => {
    expect(sentences(schema, null)).toEqual({ '': 'The request must be a record.' });
  });

  test('one sentence per field, the first', () => {
    expect(sentences(z.object({ a: z.string().min(9).regex(/^x/) }), { a: 'b' })).toEqual({
      a: 'a must have at least 9 characters.',
    });
  });
});

test('a real endpoint: every field wrong at once, and no value is repeated', () => {
  const told = sentences(visitEndpoints.move.input, {
    id: 'secret',
    destination: 'secret',
    ignoreIncompleteIntake: 'secret',
    lastUpdated: 'x',
    hint: 'secret',
  });
  expect(told).toEqual({
    id: 'id must be an id.',
    destination:
      'destination must be one of scheduled, confirmed, checkedIn, inProgress, review, billing, submitted, closed, cancelled, noShow or lateCancel.',
    ignoreIncompleteIntake: 'ignoreIncompleteIntake must be true or false.',
    lastUpdated: 'lastUpdated must be a moment such as 2026-11-18T15:30:00Z.',
    hint: 'Unknown field “hint”.',
  });
  expect(JSON.stringify(told)).not.toContain('secret');
});

test('an input of nothing but mistakes is not answered with a longer one', () => {
  const input = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, at]));
  const refused = z.strictObject({ name: z.string() }).safeParse({ ...input, name: 1 });
  const told = Object.keys(fieldSentences(refused.error as z.ZodError));
  expect(told).toContain('name');
  expect(told.length).toBeLessThanOrEqual(201);
});
