import { describe, expect, test } from 'vitest';
import { PayerId } from '../base/ids.ts';
import { notesPermissionFor } from '../providers/notes-permission.ts';
import type { NotesPermission } from '../providers/provider.ts';
import { assistant, provider, testId } from '../testing/rows.ts';
import { nothingBeside } from './beside.ts';
import type { CellValue } from './cell-values.ts';
import { cellKey } from './field-keys.ts';
import type { AlsoType, NoteType } from './note-types.ts';
import {
  addendumRefusal,
  careRefusal,
  cosignRefusal,
  mayEditNote,
  missingToSign,
  signerRefusal,
  signStageRefusal,
  stageAfterSign,
} from './ready-to-sign.ts';

const measure = (name: string) => cellKey('measure', testId(1), name);
const full = { Subjective: 'Better.', Objective: 'Gait steady.', Assessment: 'Improving.', Plan: 'Go on.' };
const timed = { CPT_Code: '97110', Minutes: 23, Count: null };
const untimed = { CPT_Code: '97161', Minutes: null, Count: 1 };

test.each([
  { note: full, services: [timed, untimed], missing: [] },
  {
    note: undefined,
    services: [],
    missing: [
      'Enter Subjective, Objective or the flowsheet.',
      'Assessment is empty.',
      'Plan is empty.',
      'No service is recorded.',
    ],
  },
  { note: { ...full, Plan: '  \n' }, services: [untimed], missing: ['Plan is empty.'] },
  {
    note: { ...full, Subjective: 'Pain ** of 10', Assessment: 'Left {{side}} better.', Plan: 'Go on *** weeks' },
    services: [timed],
    missing: [
      'Assessment still has {{side}} in it. Fill it in or remove it.',
      'Plan still has *** in it. Fill it in or remove it.',
    ],
  },
  {
    note: full,
    services: [
      { ...timed, Minutes: null },
      { ...timed, Minutes: 0 },
    ],
    missing: ['97110 has no minutes.'],
  },
  {
    note: full,
    services: [{ ...timed, Minutes: null, wrong: 'Enter whole minutes, 0 to 480.' }],
    missing: ['97110: Enter whole minutes, 0 to 480.'],
  },
])('what is missing to sign: $missing', ({ note, services, missing }) => {
  const written = note && { NoteType: 'daily' as const, AlsoTypes: [], Sections: note, Elements: {}, Cells: {} };
  expect(missingToSign(written, services, nothingBeside)).toEqual(missing);
});

describe('what was left to fill in keeps a note from being signed', () => {
  const note = { NoteType: 'daily' as const, AlsoTypes: [], Sections: full, Elements: {}, Cells: {} };
  const comment = measure('Comment');
  test.each([
    [
      'in a section of another kind',
      { Sections: { ...full, Justification: 'Needs ***' } },
      'Justification still has ***',
    ],
    [
      'in a section of a template',
      { Sections: { ...full, HomeSetup: '{{floors}} floors' } },
      'Home setup still has {{floors}}',
    ],
    ['in a short answer', { Elements: { selfHarmResponse: '***' } }, 'Response to PHQ-9 item 9 still has ***'],
    ['in a comment on a measure', { Cells: { [comment]: 'at *** degrees' } }, 'Measure, comment still has ***'],
  ])('%s', (_name, more, sentence) => {
    expect(missingToSign({ ...note, ...more }, [timed], nothingBeside)).toEqual([
      `${sentence} in it. Fill it in or remove it.`,
    ]);
  });
});

test('an element is answered by one of its choices, or a day of the calendar', () => {
  const report = (Elements: Record<string, string>) =>
    missingToSign(written('progress', full, Elements), [], nothingBeside);
  expect(report({ periodFrom: '2026-02-30', periodTo: 'soon' })).toEqual([
    'Period from is missing.',
    'Period to is missing.',
  ]);
  expect(report({ periodFrom: '2026-02-01', periodTo: '2026-02-28' })).toEqual([]);
  const call = written('communication', { Summary: 'Called.' }, { withWhom: 'Dr. Lee', channel: 'toString' });
  expect(missingToSign(call, [], nothingBeside)).toEqual(['Channel is missing.']);
});

describe('who may edit a note', () => {
  const own = { signedAt: null, ProviderId: 'me' };
  const writer = (NotesPermission: NotesPermission | null) => ({
    can: ['write notes'],
    ProviderId: 'me',
    NotesPermission,
  });
  test.each([
    [own, writer('N'), false],
    [own, writer('C'), true],
    [own, writer('S'), true],
    [own, writer(null), true],
    [own, { ...writer('F'), can: [] }, false],
    [{ ...own, ProviderId: 'someone' }, writer('C'), false],
    [{ ...own, ProviderId: 'someone' }, writer('H'), false],
    [{ ...own, ProviderId: 'someone' }, writer('O'), true],
    [{ ...own, ProviderId: 'someone' }, writer('F'), true],
    [{ ...own, signedAt: '2026-11-18T10:00:00.000Z' }, writer('F'), false],
  ])('case %#', (note, user, may) => {
    expect(mayEditNote(note, user)).toBe(may);
  });
});

test.each([
  ['N', null, 'Your notes permission doesn’t let you write in this case.'],
  ['N', 'someone', 'Your notes permission doesn’t let you write in this case.'],
  ['C', null, null],
  ['C', 'me', null],
  ['S', 'someone', 'This visit belongs to another provider. Your notes permission covers only your own visits.'],
  ['O', 'someone', null],
  [null, 'someone', null],
] as const)('goals, plans and exercises by a permission of %s, in a visit of %s', (NotesPermission, owner, refusal) => {
  const writer = { can: ['write notes'], ProviderId: 'me', NotesPermission };
  expect(careRefusal(writer, owner)).toBe(refusal);
  expect(careRefusal({ ...writer, can: [] }, owner)).not.toBeNull();
});

test.each([
  [undefined, {}, 'This note is not signed yet, so it cannot be cosigned.'],
  [{}, {}, null],
  [{ cosignRequired: false }, {}, 'This note needs no cosignature.'],
  [{ cosignedAt: 'x' }, {}, 'This note is already cosigned.'],
  [{ signedByProviderId: provider.ProviderId }, {}, 'You can’t cosign a note you signed. Ask another provider.'],
  [{}, { Type: 'PTA' as const }, 'Only a therapist of PT can cosign this note.'],
  [{}, { Type: 'OT' as const }, 'Only a therapist of PT can cosign this note.'],
  [{}, { Type: 'DC' as const }, 'Only a therapist of PT can cosign this note.'],
  [{}, { NotesPermission: 'S' as const }, 'Your notes permission doesn’t let you cosign.'],
])('cosigning, case %#', (note, cosigner, refusal) => {
  const signed = { signedAt: 'x', cosignRequired: true, cosignedAt: null, signedByProviderId: assistant.ProviderId };
  expect(cosignRefusal(note && { ...signed, ...note }, 'PT', { ...provider, ...cosigner })).toBe(refusal);
});

test.each([
  [false, [{ Units: 2 }], 'billing'],
  [false, [{ Units: 0 }], 'review'],
  [false, [], 'review'],
  [true, [{ Units: 2 }], 'review'],
] as const)('after signing, cosign missing %s with %j: %s', (cosignMissing, services, stage) => {
  expect(stageAfterSign(cosignMissing, services)).toBe(stage);
});

test.each([
  ['scheduled', true],
  ['inProgress', false],
  ['review', false],
  ['closed', true],
] as const)('signing in %s refused: %s', (stage, refused) => {
  expect(signStageRefusal(stage) !== null).toBe(refused);
});

describe('the notes permission of a visit (spec 6)', () => {
  const payer = (n: number) => PayerId.parse(testId(n));
  const permissions = {
    NotesPermission: 'F' as const,
    notes_permissions: [
      { PayerId: payer(1), NotesPermission: 'S' as const },
      { PayerId: payer(2), NotesPermission: 'C' as const },
    ],
  };
  test.each([
    [[], false, 'F'],
    [[payer(3)], false, 'F'],
    [[payer(1)], false, 'S'],
    [[payer(1), payer(2)], false, 'C'],
    [[payer(1), payer(2)], true, 'S'],
    [[payer(3), payer(2)], true, 'F'],
  ])('payers %j, only the primary %s: %s', (payers, onlyPrimary, permission) => {
    expect(notesPermissionFor(permissions, payers, onlyPrimary)).toBe(permission);
  });
});

const written = (NoteType: NoteType, Sections: Record<string, string> = {}, Elements: Record<string, string> = {}) => ({
  NoteType,
  AlsoTypes: [] as AlsoType[],
  Sections,
  Elements,
  Cells: {},
});

test.each([
  [
    written('eval', full),
    [timed],
    ['History is empty.', 'Prior level of function is empty.', 'No measure is recorded.'],
  ],
  [written('progress', full, { periodFrom: '2026-01-05' }), [], ['Period to is missing.']],
  [
    written('missedVisit', {}, { missedReason: 'illness' }),
    [],
    ['Contact is missing.', 'Effect on the plan is empty.'],
  ],
  [written('communication', { Summary: 'Called.' }, { withWhom: 'Dr. Lee', channel: 'phone' }), [], []],
  [written('addendum', { Text: 'Left knee.' }, { addendumReason: ' ' }), [], ['Reason is missing.']],
  [
    { ...written('daily', full), AlsoTypes: ['discharge' as const] },
    [timed],
    ['Reason is missing.', 'Home program is empty.', 'Disposition is empty.'],
  ],
])('a note of another kind asks for what its kind needs, %#', (note, services, missing) => {
  expect(missingToSign(note, services, nothingBeside)).toEqual(missing);
});

test.each([
  ['daily', [], 'PT', 'PTA', null],
  [
    'daily',
    ['progress'],
    'PT',
    'PTA',
    'Progress report: only a therapist can sign it. An assistant can write parts of it.',
  ],
  ['eval', [], 'OT', 'OTA', 'Evaluation: only a therapist can sign it. An assistant can write parts of it.'],
  ['eval', [], 'OT', 'OT', null],
  ['daily', [], 'DC', 'PT', 'This note belongs to a case of DC. Only a provider of DC can sign it.'],
] as const)(
  'a %s note with %j in a case of %s, signed by a %s: %s',
  (NoteType, AlsoTypes, discipline, type, refusal) => {
    expect(signerRefusal({ NoteType, AlsoTypes }, discipline, type)).toBe(refusal);
  },
);

test.each([
  ['noShow', 'missedVisit', false],
  ['lateCancel', 'missedVisit', false],
  ['cancelled', 'missedVisit', false],
  ['inProgress', 'missedVisit', true],
  ['scheduled', 'missedVisit', true],
  ['noShow', 'daily', true],
] as const)('in %s a note of kind %s is refused: %s', (stage, type, refused) => {
  expect(signStageRefusal(stage, type) !== null).toBe(refused);
});

test.each([
  ['its signer', 'me', 'S', false],
  ['somebody with full permission', 'other', 'F', false],
  ['somebody who writes for others', 'other', 'O', true],
  ['an assistant who needs cosigning', 'other', 'C', true],
  ['staff who treat nobody', null, null, true],
] as const)('%s adds to a signed note, refused: %s', (_, ProviderId, NotesPermission, refused) => {
  const parent = { signedByProviderId: 'me' } as Parameters<typeof addendumRefusal>[0];
  expect(addendumRefusal(parent, { can: ['write notes'], ProviderId, NotesPermission }) !== null).toBe(refused);
});

test('what is wrong beside the note keeps it from being signed too, before the services', () => {
  const note = written('daily', { ...full, Plan: '' });
  const beside = { ...nothingBeside, wrongMeasures: ['Knee flexion, left: enter degrees.'] };
  expect(missingToSign(note, [], beside)).toEqual([
    'Plan is empty.',
    'Knee flexion, left: enter degrees.',
    'No service is recorded.',
  ]);
});

const nothingWrong = { wrong: [], isWritten: true };

test.each([
  ['a flowsheet stands for S and O of a daily note', written('daily', { Assessment: 'a', Plan: 'p' }), []],
  [
    'not of an evaluation',
    written('eval', { ...full, History: 'h', PriorLevel: 'p', Objective: '' }),
    ['Objective is empty.', 'No measure is recorded.'],
  ],
])('%s', (_what, note, missing) => {
  const services = [{ CPT_Code: '97110', Minutes: 20, Count: null }];
  expect(missingToSign(note, services, { ...nothingBeside, exercises: nothingWrong })).toEqual(missing);
});

test('doses that cannot be read and treatment shorter than its timed services keep a note from being signed', () => {
  const exercises = { wrong: ['Bridge: Add how much: 3x10 or 5 min.'], isWritten: true };
  const services = [
    { CPT_Code: '97110', Minutes: 20, Count: null },
    { CPT_Code: '97014', Minutes: 15, Count: 1 },
  ];
  const note = (TreatmentMinutes: number) => ({ ...written('daily', full), TreatmentMinutes });
  expect(missingToSign(note(19), services, { ...nothingBeside, exercises })).toEqual([
    ...exercises.wrong,
    'Treatment time is 19 minutes, but the timed services add up to 20.',
  ]);
  expect(missingToSign(note(20), services, nothingBeside)).toEqual([]);
});

test.each<[NoteType, Record<string, CellValue>, boolean]>([
  ['eval', {}, true],
  ['eval', { [measure('Value')]: 120 }, false],
  ['reeval', { [measure('Value')]: '4+' }, false],
  ['reeval', { [measure('NotTested')]: 'too painful', [measure('Value')]: null }, true],
  ['eval', { [measure('Value')]: ' ' }, true],
  ['eval', { [cellKey('goal', testId(3), 'Status')]: 'met' }, true],
  ['daily', {}, false],
])('a note of kind %s with %j lacks a measure: %s', (type, Cells, lacks) => {
  const missing = missingToSign({ ...written(type, full), Cells }, [timed], nothingBeside);
  expect(missing.includes('No measure is recorded.')).toBe(lacks);
});

test('a question about who gave a service is answered before the note is signed', () => {
  const asks = ['Who gave 97110?'];
  const missing = missingToSign(written('daily', full), [timed], { ...nothingBeside, charges: asks });
  expect(missing.filter((each) => each.includes('97110'))).toEqual(asks);
});
