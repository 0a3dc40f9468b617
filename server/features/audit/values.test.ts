import { expect, test } from 'vitest';
import type { Caller } from '#server/kit/context.ts';
import { hiddenBecause, seenBy, valuesOf } from './values.ts';

const row = { VisitId: 'v', stage: 'review', PasswordHash: '$argon2id$', updated_at: 'now', note: null };

test.each([
  [
    'an update shows what it changed',
    'update',
    row,
    { ...row, stage: 'scheduled' },
    [['stage', 'scheduled', 'review']],
  ],
  [
    'an update without an earlier entry shows all',
    'update',
    row,
    null,
    [
      ['visit id', null, 'v'],
      ['stage', null, 'review'],
    ],
  ],
  [
    'what was added shows what it holds',
    'insert',
    row,
    null,
    [
      ['visit id', null, 'v'],
      ['stage', null, 'review'],
    ],
  ],
  [
    'what was removed shows what it held',
    'delete',
    row,
    null,
    [
      ['visit id', 'v', null],
      ['stage', 'review', null],
    ],
  ],
  [
    'also where only the former row is told',
    'delete',
    null,
    row,
    [
      ['visit id', 'v', null],
      ['stage', 'review', null],
    ],
  ],
  ['lists are shown as they stand', 'view', { charts: [1, 2] }, null, [['charts', null, '[1,2]']]],
])('%s, and never a secret', (_, action, detail, earlier, expected) => {
  expect(valuesOf(action, detail, earlier).map(({ field, before, after }) => [field, before, after])).toEqual(expected);
});

test('of a note each field that changed is told, by its name', () => {
  const knee = 'measure:00000000-0000-7000-8000-000000000001.Value';
  const was = { Sections: { Plan: 'Stairs', Objective: 'same' }, Cells: { [knee]: 90 }, NoteType: 'daily' };
  const detail = { Sections: { Plan: 'Go on', Objective: 'same' }, Cells: { [knee]: 120 } };
  expect(valuesOf('update', detail, was)).toEqual([
    { field: 'Plan', before: 'Stairs', after: 'Go on' },
    { field: 'Measure, value', before: '90', after: '120' },
  ]);
  expect(valuesOf('delete', { Sections: {}, Cells: { [knee]: 90 } }, null)).toEqual([
    { field: 'Measure, value', before: '90', after: null },
  ]);
});

test('findings of the spine are told to chiropractors and superusers alone', () => {
  const row = { Cells: { 'segment:C5.Pain': 4, 'goal:00000000-0000-7000-8000-000000000001.Status': 'met' } };
  const told = (SuperUser: boolean, ProviderType: 'PT' | 'DC' | null) =>
    valuesOf('insert', seenBy({ SuperUser, ProviderType } as Caller, row), null).map(({ field }) => field);
  expect(told(false, 'PT')).toEqual(['Goal, status']);
  expect(told(false, null)).toEqual(['Goal, status']);
  expect(told(false, 'DC')).toEqual(['Spine, pain', 'Goal, status']);
  expect(told(true, null)).toEqual(['Spine, pain', 'Goal, status']);
});

test.each(['visitNotes', 'visitExercises', 'signatures', 'services', 'claims', 'visitHistory'])(
  'of %s nothing is told to who sees visits of some providers alone',
  (entity) => {
    const caller = { can: ['access billing'], facilityIds: null, providerIds: ['mine'] } as unknown as Caller;
    const rows = [{ ProviderId: 'other', FacilityId: 'here' }, null];
    expect(hiddenBecause(caller, entity, rows)).toContain('only some providers');
    expect(hiddenBecause({ ...caller, providerIds: null }, entity, rows)).toBeNull();
  },
);
