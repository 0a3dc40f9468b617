import { expect, test } from 'vitest';
import { GoalId, NoteId, ProviderId, ServiceId } from '../base/ids.ts';
import type { ServiceEntry } from '../charges/service.ts';
import { goalRow, planOfCareRow } from '../testing/plans.ts';
import { codes, testId } from '../testing/rows.ts';
import { careToSign, noCare } from './care-to-sign.ts';
import { copiedFromKey } from './copied-sections.ts';
import { cellKey } from './field-keys.ts';
import { unwritten, type NoteRow } from './note-field.ts';
import { changedSinceSeen, changedToSignSentence, SeenToSign, seenToSign } from './seen-to-sign.ts';

const sections = { Subjective: 's', Objective: 'o', Assessment: 'a', Plan: 'p' };
const note: NoteRow = {
  ...unwritten,
  Sections: sections,
};
const withText = (changes: Record<string, string>) => ({ ...note, Sections: { ...sections, ...changes } });
const line = (n: number, Minutes: number | null, CPT_Code = '97110', Count: number | null = null): ServiceEntry => ({
  ServiceId: ServiceId.parse(testId(n)),
  CPT_Code,
  Minutes,
  Count,
});
const taken = { NoteId: NoteId.parse(testId(91)), at: '2026-01-05T10:00:00.000Z' };
const knee = cellKey('measure', testId(1), 'Value');
const [one, two] = [line(1, 15), line(2, 20)];
const seen = seenToSign(note, [one]);

test.each<[string, SeenToSign, typeof note | undefined, ServiceEntry[], string[]]>([
  ['nothing changed', seen, note, [one], []],
  ['a section did', seen, withText({ Objective: 'other' }), [one], ['Objective']],
  ['a section was emptied', seen, withText({ Plan: '' }), [one], ['Plan']],
  ['the note is gone', seen, undefined, [one], ['Subjective', 'Objective', 'Assessment', 'Plan']],
  ['a service came', seen, note, [one, two], ['Charges']],
  ['a service went', seen, note, [], ['Charges']],
  ['its minutes changed', seen, note, [line(1, 30)], ['Charges']],
  ['its code changed', seen, note, [line(1, 15, '97140')], ['Charges']],
  ['another line says the same', seen, note, [line(2, 15)], ['Charges']],
  ['both', seen, withText({ Plan: 'other' }), [], ['Plan', 'Charges']],
  ['the order is no matter', seenToSign(note, [one, two]), note, [two, one], []],
  ['a count no one entered is one', seenToSign(note, [line(3, null, '97161')]), note, [line(3, null, '97161', 1)], []],
  ['it is another kind now', seen, { ...note, NoteType: 'eval' as const }, [one], ['NoteType']],
  ['another was asked to cosign', seen, { ...note, CosignerProviderId: ProviderId.parse(testId(5)) }, [one], []],
  ['an element came', seen, { ...note, Elements: { contact: 'reached' } }, [one], ['contact']],
  ['a cell came', seen, { ...note, Cells: { [knee]: 120 } }, [one], [knee]],
  [
    'a cell changed',
    seenToSign({ ...note, Cells: { [knee]: 110 } }, [one]),
    { ...note, Cells: { [knee]: 120 } },
    [one],
    [knee],
  ],
  ['an emptied cell is as one that never was', seen, { ...note, Cells: { [knee]: null } }, [one], []],
  ['a text was told to be a copy', seen, { ...note, Cells: { [copiedFromKey('Plan')]: taken } }, [one], []],
  [
    'an app of before told of a copy',
    { ...seen, note: { ...seen.note, [copiedFromKey('Plan')]: taken } },
    note,
    [one],
    [],
  ],
  ['an app of before told four texts', { ...sections, Plan: 'other' }, note, [one], ['Plan']],
  ['an older app did not tell', {}, withText({ Plan: 'other' }), [two], []],
])('%s', (_name, told, there, services, changed) => {
  expect(changedSinceSeen(SeenToSign.parse(told), there, services, codes)).toEqual(changed);
});

const id = NoteId.parse(testId(90));
const other = { ...goalRow, GoalId: GoalId.parse(testId(84)), Number: 2 };
const planIn = { ...planOfCareRow, WrittenInNoteId: id };
const said = { NoteId: id, Cells: { [cellKey('goal', other.GoalId, 'Status')]: 'met' } };
const silent = { NoteId: id, Cells: {} };

test.each([
  ['the plan written in it with its goals', silent, [planIn], [goalRow.GoalId], [planIn.PlanOfCareId]],
  ['the goals it reports on', said, [planOfCareRow], [other.GoalId], []],
  ['both', said, [planIn], [goalRow.GoalId, other.GoalId], [planIn.PlanOfCareId]],
  ['nothing of another note', silent, [planOfCareRow], [], []],
])('a signature freezes %s', (_name, of, plans, goals, own) => {
  const care = careToSign(of, { goals: [goalRow, other], plans, outcomes: [] });
  expect([Object.keys(care.goals), Object.keys(care.plans)]).toEqual([goals, own]);
});

test('goals and plans are signed as they were seen, whatever number a goal is given', () => {
  const careOf = (one: typeof goalRow, plan: typeof planIn) =>
    careToSign(silent, { goals: [one], plans: [plan], outcomes: [] });
  const care = careOf({ ...goalRow, Number: null }, planIn);
  const told = SeenToSign.parse(structuredClone(seenToSign(note, [one], {}, care)));
  const changed = (now: typeof care) => changedSinceSeen(told, note, [one], codes, {}, now);
  expect(changed(careOf(goalRow, planIn))).toEqual([]);
  expect(changed(careOf({ ...goalRow, Text: 'Other.' }, planIn))).toEqual(['Goals']);
  expect(changed(careOf(goalRow, { ...planIn, Amount: 2 }))).toEqual(['Plan of care']);
  expect(changed(noCare)).toEqual(['Goals', 'Plan of care']);
  expect(changedSinceSeen(seen, note, [one], codes, {}, care)).toEqual(['Goals', 'Plan of care']);
  expect(changedSinceSeen(SeenToSign.parse({ note: seen.note }), note, [one], codes, {}, care)).toEqual([]);
  expect(changedToSignSentence(['Goals', 'Plan of care'], 'signed')).toMatch(/signed it: Goals and Plan of care\./);
});

test('the sentence names what changed', () => {
  expect(changedToSignSentence(['Objective', 'Charges'], 'signed')).toMatch(
    /^This note changed before you signed it: Objective and Charges\./,
  );
  const cells = [knee, cellKey('measure', testId(2), 'Pain'), cellKey('goal', testId(3), 'Status')];
  expect(changedToSignSentence(cells, 'cosigned')).toMatch(/cosigned it: Measures and Goals\./);
});
