import { expect, test } from 'vitest';
import {
  codes,
  episode,
  facility,
  noteRow,
  patient,
  provider,
  assistant,
  stamp,
  testId,
  visit,
} from '../../testing/rows.ts';
import { cellKey } from '../field-keys.ts';
import type { CellRow } from '../field-words.ts';
import type { VisitNote } from '../visit-note.ts';
import type { Block } from './document-blocks.ts';
import { momentWords } from './moment-words.ts';
import { noteDocument, type NoteSource } from './note-document.ts';

const signedAt = '2026-11-18T15:50:00.000Z';
const signed = { signedAt, signedByProviderId: assistant.ProviderId };
const texts = { Subjective: 'Slept well.\nNo pain.', Plan: 'Stairs.' };

function source(note: VisitNote, more: Partial<NoteSource> = {}): NoteSource {
  return {
    note,
    added: [],
    parent: null,
    visit,
    of: episode,
    patient: { ...patient, MiddleName: 'Anh', PreferredName: 'May' },
    facility: { ...facility, TimeZone: 'America/New_York', Phone: '5035550100' },
    company: { Name: 'Tideline', TimeZone: 'America/Chicago' },
    services: [],
    codes,
    rows: new Map(),
    tables: [],
    providers: [provider, assistant],
    signatures: [],
    unsent: new Set(),
    ...more,
  };
}

/** A block as one line. */
function lineOf(block: Block): string {
  if (block.is === 'facts') return block.facts.map(({ label, words }) => `${label}: ${words}`).join(' | ');
  if (block.is === 'section') return `${block.title}: ${block.text}`;
  if (block.is === 'signatures') return block.lines.join(' | ');
  if (block.is === 'table')
    return `${block.table.title}: ${[block.table.columns, ...block.table.rows].map((row) => row.join(', ')).join(' | ')}`;
  return `${block.is}: ${block.is === 'notice' ? block.text : block.title}`;
}
const linesOf = (note: VisitNote, more: Partial<NoteSource> = {}) =>
  noteDocument(source(note, more)).blocks.map(lineOf);
const mark = (note: VisitNote, more: Partial<NoteSource> = {}) => noteDocument(source(note, more)).mark;

const bySigner = 'Signed electronically by Tom Reed, PTA, 11/18/2026 10:50 AM EST';
const byCosigner = 'Cosigned electronically by Rosa Alvarez, PT, 11/19/2026 8:05 AM EST';
const cosigned = {
  cosignRequired: true,
  cosignedAt: '2026-11-19T13:05:00Z',
  cosignedByProviderId: provider.ProviderId,
};
const missed = { NoteType: 'missedVisit', Elements: { missedReason: 'illness', contact: 'reached' } } as const;

test.each<[string, VisitNote, string[], string | null]>([
  [
    'unsigned',
    noteRow(texts),
    ['Subjective: Slept well.\nNo pain.', 'Plan: Stairs.', 'notice: Not signed'],
    'Not signed',
  ],
  ['signed', noteRow(texts, signed), ['Subjective: Slept well.\nNo pain.', 'Plan: Stairs.', bySigner], null],
  [
    'to cosign',
    noteRow({ Plan: 'Stairs.' }, { ...signed, cosignRequired: true }),
    ['Plan: Stairs.', bySigner, 'notice: Cosignature missing'],
    'Cosignature missing',
  ],
  [
    'to cosign by a therapist who was asked',
    noteRow({ Plan: 'Stairs.' }, { ...signed, cosignRequired: true, CosignerProviderId: provider.ProviderId }),
    ['Plan: Stairs.', bySigner, 'notice: Cosignature missing. Asked to cosign: Rosa Alvarez, PT.'],
    'Cosignature missing',
  ],
  [
    'cosigned by who was asked',
    noteRow({ Plan: 'Stairs.' }, { ...signed, ...cosigned, CosignerProviderId: provider.ProviderId }),
    ['Plan: Stairs.', `${bySigner} | ${byCosigner}`],
    null,
  ],
  [
    'cosigned in the place of another',
    noteRow({ Plan: 'Stairs.' }, { ...signed, ...cosigned, CosignerProviderId: assistant.ProviderId }),
    ['Plan: Stairs.', `${bySigner} | ${byCosigner}. Asked to cosign: Tom Reed, PTA.`],
    null,
  ],
  [
    'cosigned',
    noteRow({ Plan: 'Stairs.' }, { ...signed, ...cosigned }),
    ['Plan: Stairs.', `${bySigner} | ${byCosigner}`],
    null,
  ],
  [
    'of a visit that did not take place',
    noteRow({ Effect: 'None.' }, { ...missed, ...signed }),
    ['Reason: Illness | Contact: Reached', 'Effect on the plan: None.', bySigner],
    null,
  ],
  [
    'empty',
    noteRow({ Subjective: '  ', Plan: '' }, { Elements: { contact: null } }),
    ['notice: Not signed'],
    'Not signed',
  ],
])('a note that is %s', (_, note, lines, marked) => {
  expect(linesOf(note)).toEqual(lines);
  expect(mark(note)).toBe(marked);
});

test('who, when, of what', () => {
  const {
    title,
    letterhead,
    patient: whose,
    about,
  } = noteDocument(source(noteRow(texts, { AlsoTypes: ['discharge'] })));
  expect(title).toBe('Daily note, Discharge note');
  expect(letterhead).toEqual({
    name: 'Harborview',
    lines: ['Tideline', '1 Pier Road, Portland, OR 97201', '(503) 555-0100'],
  });
  expect(whose).toBe(`O'Brien-Nguyễn, Mai Anh “May” · Born 04/02/1958 · Record ${testId(1)}`);
  expect(about.map(({ label, words }) => `${label}: ${words}`)).toEqual([
    "Patient: O'Brien-Nguyễn, Mai Anh “May”",
    'Birth date: 04/02/1958',
    `Record number: ${testId(1)}`,
    'Visit: 11/18/2026, 10:00 AM to 10:45 AM, Follow-up',
    'Case: Low back pain (Physical therapy)',
    'Provider: Rosa Alvarez, PT',
    'Diagnoses: M54.50 Low back pain\nR26.89 Other abnormalities of gait',
  ]);
});

test('a facility that is not known here: the company stands above, and its clock tells when it was signed', () => {
  const note = noteRow({}, signed);
  const { letterhead, blocks } = noteDocument(source(note, { facility: undefined }));
  expect(letterhead).toEqual({ name: 'Tideline', lines: [] });
  expect(blocks.map(lineOf)).toEqual(['Signed electronically by Tom Reed, PTA, 11/18/2026 9:50 AM CST']);
});

test('a signature is printed as it was given, whatever its provider is called now', () => {
  const note = noteRow({}, signed);
  const given = { NoteId: note.NoteId, Kind: 'author', Name: 'Tom Reed-Old, PTA', License: '77 (OR)' } as const;
  expect(linesOf(note, { signatures: [given] })).toEqual([
    'Signed electronically by Tom Reed-Old, PTA, license 77 (OR), 11/18/2026 10:50 AM EST',
  ]);
  expect(linesOf(note, { providers: [] })[0]).toContain('by a provider whose name is not known here,');
});

test('a signature that waits on a device does not pass for one that the server has', () => {
  const note = noteRow({}, signed);
  const unsent = new Set<string>([note.NoteId]);
  expect(linesOf(note, { unsent })).toEqual([bySigner, 'notice: Signed on this device. Not sent to the server yet.']);
  expect(mark(note, { unsent })).toBe('Signature not sent yet');
});

test('an addendum stands below its note with its own signature; of one that is not signed only that it was begun', () => {
  const id = { ParentNoteId: noteRow().NoteId, NoteType: 'addendum', Elements: { addendumReason: 'Side' } } as const;
  const one = noteRow(
    { Text: 'The left knee.' },
    { ...id, ...signed, NoteId: testId(70) as never, NoteDate: '2026-11-20' },
  );
  const draft = noteRow({ Text: 'Not for paper.' }, { ...id, NoteId: testId(71) as never, NoteDate: '2026-11-21' });
  expect(linesOf(noteRow({ Plan: 'Stairs.' }, signed), { added: [one, draft] })).toEqual([
    'Plan: Stairs.',
    bySigner,
    'addendum: Addendum of 11/20/2026',
    'Reason: Side',
    'Text: The left knee.',
    bySigner,
    'notice: Addendum of 11/21/2026 is not signed yet. Its text is not printed here.',
  ]);
  // By itself it says what it is added to, and that it is not signed.
  const alone = noteDocument(source(draft, { parent: noteRow(texts, signed) }));
  expect(alone.about).toContainEqual({ label: 'Added to', words: 'Daily note of 11/18/2026' });
  expect(alone.about).toContainEqual({ label: 'Date of note', words: '11/21/2026' });
  expect(alone.blocks.map(lineOf)).toEqual(['Reason: Side', 'Text: Not for paper.', 'notice: Not signed']);
});

test('a note of a case has a day and no visit', () => {
  const note = noteRow(
    { Summary: 'Called.' },
    { NoteType: 'communication', VisitId: null, ProviderId: provider.ProviderId },
  );
  const { about } = noteDocument(source(note, { visit: null }));
  expect(about.map(({ label }) => label)).toEqual([
    'Patient',
    'Birth date',
    'Record number',
    'Date of note',
    'Case',
    'Provider',
    'Diagnoses',
  ]);
});

const service = { CPT_Code: '97110', Minutes: 23, Count: null, Units: 2, Modifiers: ['GP'] };

test('services with minutes and units, and what they come to', () => {
  const untimed = { ...service, CPT_Code: '97161', Minutes: null, Count: 1, Units: 1 };
  const note = noteRow({}, { TreatmentMinutes: 45 });
  expect(linesOf(note, { services: [service, untimed] as never })).toEqual([
    'Services: Code, Service, Minutes, Units | 97110 GP, A code, 23, 2 | 97161 GP, A code, , 1 | Total, , 23, 3',
    'Treatment minutes: 45',
    'notice: Not signed',
  ]);
  expect(linesOf(noteRow(), { services: [service], codes: [] } as never)[0]).toBe(
    'Services: Code, Service, Minutes, Units | 97110 GP, , 23, 2',
  );
});

test('cells under the names of their rows, in the order of the case; what nothing is said in is not there', () => {
  const row = (name: string, order?: number): CellRow => ({
    name,
    words: (of, value) => (of === 'Value' ? `${Number(value)}°` : String(value)),
    ...(order !== undefined && { order }),
  });
  const cell = (n: number, name: string) => cellKey('measure', testId(n), name);
  const note = noteRow(
    {},
    {
      Cells: {
        [cell(3, 'Value')]: 5,
        [cell(2, 'Value')]: 110,
        [cell(2, 'Pain')]: 0,
        [cell(1, 'Value')]: 120,
        [cell(1, 'From')]: { NoteId: testId(60) as never, at: stamp as never },
        [cell(1, 'Comment')]: ' ',
        [cell(4, 'Value')]: null,
        [cell(5, 'From')]: { NoteId: testId(60) as never, at: stamp as never },
        [cellKey('goal', testId(8), 'Status')]: 'progressing',
        [cellKey('goal', testId(8), 'Percent')]: 60,
      },
    },
  );
  const rows = new Map([
    [testId(1), row('Knee flexion', 2)],
    [testId(2), row('Hip flexion', 1)],
    [testId(3), row('Ankle')],
  ]);
  expect(linesOf(note, { rows })).toEqual([
    'Measures: Measure, Value, Pain | Hip flexion, 110°, 0 | Knee flexion, 120°,  | Ankle, 5°, ',
    'Goals: Goal, Status, Percent | Goal, Progressing, 60%',
    'notice: Not signed',
  ]);
});

test('tables beside stand between measures and services; an empty one is left out', () => {
  const table = { title: 'Exercises', columns: ['Exercise', 'Dose'], rows: [['Bridge', '3x10']] };
  expect(
    linesOf(noteRow(), { tables: [table, { ...table, title: 'None', rows: [] }], services: [service] as never }),
  ).toEqual(['Exercises: Exercise, Dose | Bridge, 3x10', expect.stringMatching(/^Services: /), 'notice: Not signed']);
});

test.each([
  ['2026-11-01T05:30:00Z', 'America/New_York', '11/01/2026 1:30 AM EDT'],
  ['2026-11-01T06:30:00Z', 'America/New_York', '11/01/2026 1:30 AM EST'],
  ['2026-01-01T03:00:00Z', 'America/Phoenix', '12/31/2025 8:00 PM MST'],
])('%s in %s is %s', (at, zone, words) => expect(momentWords(at, zone)).toBe(words));

test('a body chart is drawn on both views and told in words; a note without marks has none', () => {
  const mark = { Region: 'knee', View: 'front', Side: 'R', x: 447, y: 722, Quality: null, Intensity: 4 } as const;
  const lines = linesOf(noteRow({}, { Cells: { [cellKey('mark', testId(7), 'Mark')]: mark } }));
  expect(lines.slice(0, 2)).toEqual([
    'drawings: Body chart',
    'Marks: View, Region, Quality, Intensity | Front, Right front of the knee, , 4/10',
  ]);
  expect(linesOf(noteRow({})).join()).not.toContain('Body chart');
});
