import { expect, test } from 'vitest';
import { joinedDraft, unqueuedFields } from './field-drafts.ts';

const queued = { Plan: { value: 'Twice', base: 'Twice', since: 7 } };

test.each([
  [
    'a copy from before the save goes on from what was saved',
    { Plan: { value: 'Twice a week', base: '' } },
    queued,
    { Plan: { value: 'Twice a week', base: 'Twice', since: 7 } },
  ],
  [
    'of two saves the later is the base',
    { Plan: { value: 'Twice a week', base: 'T', since: 3 } },
    queued,
    { Plan: { value: 'Twice a week', base: 'Twice', since: 7 } },
  ],
  [
    'a copy that knows of a later save keeps its own base',
    { Plan: { value: 'Once', base: 'Twice a week', since: 9 } },
    queued,
    { Plan: { value: 'Once', base: 'Twice a week', since: 9 } },
  ],
  [
    'a field that was typed back is not brought back',
    { Objective: { value: 'a', base: '' } },
    { Plan: { value: 'b', base: '' } },
    { Objective: { value: 'a', base: '' } },
  ],
  ['a draft of another shape stays as it is', { typed: {} }, queued, { typed: {} }],
])('%s', (_name, later, earlier, joined) => {
  expect(joinedDraft(later, earlier)).toEqual(joined);
});

test('what was queued as it is counts as no loss', () => {
  expect(unqueuedFields({ ...queued, Objective: { value: 'Flexion 95', base: '' } })).toEqual(['Objective']);
});
