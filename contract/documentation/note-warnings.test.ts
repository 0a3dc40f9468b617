import { expect, test } from 'vitest';
import { testId } from '../testing/rows.ts';
import { cellKey } from './field-keys.ts';
import { noteWarnings, type BesideSigning } from './note-warnings.ts';

const value = (of: unknown) => ({ [cellKey('measure', testId(1), 'Value')]: of as never });
const comment = { [cellKey('measure', testId(1), 'Comment')]: 'stiff' };
type Noted = Parameters<typeof noteWarnings>[0];
const line = (CPT_Code: string, Minutes: number | null, Units: number) => ({ CPT_Code, Minutes, Units });
const note: Noted = { NoteType: 'daily', AlsoTypes: [], Cells: {}, TreatmentMinutes: null };
const beside: BesideSigning = {
  visit: { Start: '2026-03-08T09:00', End: '2026-03-08T09:45' },
  services: [line('97110', 30, 2), line('97140', 15, 1), line('97161', null, 1)],
  provider: { LicenseNumber: null, LicenseNumbersByState: { NY: '123456' } },
  state: 'NY',
  earlier: [value(90)],
};
const told = (of: Partial<Noted>, more: Partial<BesideSigning> = {}) =>
  noteWarnings({ ...note, ...of }, { ...beside, ...more }).map(({ sentence }) => sentence);

const long = (minutes: number) => [`${minutes} minutes are recorded, and the visit was booked for 45.`];
test.each<[string, Partial<Noted>, Partial<BesideSigning>, string[]]>([
  ['as many as the visit has', {}, {}, []],
  ['more in services', {}, { services: [line('97110', 46, 3)] }, long(46)],
  ['more in the whole', { TreatmentMinutes: 60 }, {}, long(60)],
  ['a note that is added', { TreatmentMinutes: 60 }, { visit: null }, []],
])('minutes beyond the visit: %s', (_name, of, more, sentences) => expect(told(of, more)).toEqual(sentences));

test.each<[string, BesideSigning['services'], string[]]>([
  ['a code under 8 minutes', [line('97110', 30, 2), line('97140', 7, 0)], ['97140 has 7 min and bills no unit.']],
  [
    'two of them',
    [line('97110', 4, 0), line('97140', 3, 0)],
    ['97110 has 4 min and bills no unit. 97140 has 3 min and bills no unit.'],
  ],
  [
    'a code in two lines, neither enough',
    [line('97110', 4, 0), line('97110', 3, 0)],
    ['97110 has 7 min and bills no unit.'],
  ],
  ['a code in two lines with units on one', [line('97110', 15, 2), line('97110', 15, 0)], []],
  ['a code with no minutes yet', [line('97110', 0, 0)], []],
  ['nothing recorded', [], []],
])('units: %s', (_name, services, sentences) => expect(told({}, { services })).toEqual(sentences));

const again = ['Nothing was measured again in this note.'];
test.each<[string, Partial<Noted>, Partial<BesideSigning>, string[]]>([
  ['a report without a value', { NoteType: 'progress' }, {}, again],
  ['a daily note that is a discharge too', { AlsoTypes: ['discharge'] }, {}, again],
  ['a comment alone', { NoteType: 'recert', Cells: comment }, {}, again],
  ['a report with one', { NoteType: 'progress', Cells: value(95) }, {}, []],
  ['an emptied one', { NoteType: 'progress', Cells: value(null) }, {}, again],
  ['a case that was never measured', { NoteType: 'progress' }, { earlier: [comment] }, []],
  ['a daily note', {}, {}, []],
])('measures: %s', (_name, of, more, sentences) => expect(told(of, more)).toEqual(sentences));

const none = { LicenseNumber: null, LicenseNumbersByState: { NJ: '1' } };
test.each<[string, Partial<BesideSigning>, string[]]>([
  ['of another state alone', { provider: none }, ['No license number of yours for NY is on record.']],
  ['of no state in particular', { provider: { ...none, LicenseNumber: '77' } }, []],
  ['where the state is not known', { provider: none, state: null }, []],
  ['of who is no provider', { provider: null }, []],
])('a license %s', (_name, more, sentences) => expect(told({}, more)).toEqual(sentences));

test('none of them asks for a reason', () => {
  const all = noteWarnings(
    { ...note, NoteType: 'progress', TreatmentMinutes: 99 },
    {
      ...beside,
      services: [line('97140', 7, 0)],
      provider: none,
    },
  );
  expect(all.map(({ key, needsReason }) => [key, needsReason])).toEqual([
    ['minutes', false],
    ['units', false],
    ['measures', false],
    ['license', false],
  ]);
});
