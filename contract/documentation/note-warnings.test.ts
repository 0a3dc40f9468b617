import { expect, test } from 'vitest';
import { testId } from '../testing/rows.ts';
import { cellKey } from './field-keys.ts';
import { noteWarnings, type BesideSigning } from './note-warnings.ts';

const value = (of: unknown) => ({ [cellKey('measure', testId(1), 'Value')]: of as never });
const comment = { [cellKey('measure', testId(1), 'Comment')]: 'stiff' };
type Noted = Parameters<typeof noteWarnings>[0];
const note: Noted = { NoteType: 'daily', AlsoTypes: [], Cells: {}, TreatmentMinutes: null };
const beside: BesideSigning = {
  visit: { Start: '2026-03-08T09:00', End: '2026-03-08T09:45' },
  services: [{ Minutes: 30 }, { Minutes: 15 }, { Minutes: null }],
  provider: { LicenseNumber: null, LicenseNumbersByState: { NY: '123456' } },
  state: 'NY',
  earlier: [value(90)],
};
const told = (of: Partial<Noted>, more: Partial<BesideSigning> = {}) =>
  noteWarnings({ ...note, ...of }, { ...beside, ...more }).map(({ sentence }) => sentence);

const long = (minutes: number) => [`${minutes} minutes are recorded, and the visit was booked for 45.`];
test.each<[string, Partial<Noted>, Partial<BesideSigning>, string[]]>([
  ['as many as the visit has', {}, {}, []],
  ['more in services', {}, { services: [{ Minutes: 46 }] }, long(46)],
  ['more in the whole', { TreatmentMinutes: 60 }, {}, long(60)],
  ['a note that is added', { TreatmentMinutes: 60 }, { visit: null }, []],
])('minutes beyond the visit: %s', (_name, of, more, sentences) => expect(told(of, more)).toEqual(sentences));

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
  const all = noteWarnings({ ...note, NoteType: 'progress', TreatmentMinutes: 99 }, { ...beside, provider: none });
  expect(all.map(({ key, needsReason }) => [key, needsReason])).toEqual([
    ['minutes', false],
    ['measures', false],
    ['license', false],
  ]);
});
