import { describe, expect, test } from 'vitest';
import { builtInMeasurement } from '../measures/catalog/catalog.ts';
import { builtInId } from '../measures/measure-ids.ts';
import { episode, testId } from '../testing/rows.ts';
import { evalTemplateRow } from '../testing/templates.ts';
import type { EvalTemplate } from '../templates/eval-template.ts';
import { isForNote, leftOutSentence, measuresOfTemplate, offeredGoals } from './apply-template.ts';

test.each<[Partial<EvalTemplate>, boolean]>([
  [{}, true],
  [{ NoteTypes: [] }, true],
  [{ NoteTypes: ['discharge'] }, false],
  [{ NoteTypes: ['progress'] }, true],
  [{ Discipline: 'OT' }, false],
  [{ Discipline: null }, true],
])('%j is offered in a progress report of physical therapy: %s', (changes, offered) => {
  const note = { NoteType: 'daily' as const, AlsoTypes: ['progress' as const] };
  const template = { ...evalTemplateRow, NoteTypes: ['daily' as const], ...changes };
  expect(isForNote(template, note, 'PT')).toBe(offered);
});

const flexion = builtInId('rom.knee.flexion');
const lines = (Measurements: EvalTemplate['Measurements'], onCase: string[] = [], measurementOf = builtInMeasurement) =>
  measuresOfTemplate({ Measurements }, episode.CaseId, measurementOf, new Set(onCase));
const places = (found: ReturnType<typeof lines>) => found.add.map(({ Side, Mode }) => `${Mode} ${Side}`);
const of = (more: Partial<EvalTemplate['Measurements'][number]>) => ({
  EvalMeasurementId: flexion,
  Mode: null,
  Side: null,
  ...more,
});

describe('measures of a template', () => {
  test.each([
    ['one mode, both sides', [of({ Mode: 'active' })], ['active L', 'active R']],
    ['one side', [of({ Mode: 'passive', Side: 'R' })], ['passive R']],
    ['every mode', [of({ Side: 'L' })], ['active L', 'passive L']],
    ['twice the same', [of({ Mode: 'active' }), of({ Mode: 'active', Side: 'L' })], ['active L', 'active R']],
  ] as const)('%s', (_name, measurements, found) => {
    expect(places(lines([...measurements]))).toEqual(found);
  });

  test('what the case has is not added again', () => {
    const first = lines([of({ Mode: 'active' })]).add;
    expect(places(lines([of({ Mode: 'active' })], [String(first[0]?.CaseEvalMeasurementId)]))).toEqual(['active R']);
    expect(
      lines(
        [of({ Mode: 'active' })],
        first.map((one) => String(one.CaseEvalMeasurementId)),
      ).add,
    ).toEqual([]);
  });

  test('an inactive measure, one that is gone and one without that mode are named, and the rest is added', () => {
    const inactive = (id: string) => {
      const found = builtInMeasurement(id);
      return found && id === builtInId('rom.hip.flexion') ? { ...found, Inactive: true } : found;
    };
    const hip = { ...of({ Mode: 'active' }), EvalMeasurementId: builtInId('rom.hip.flexion') };
    const gone = { ...of({}), EvalMeasurementId: testId(99) as typeof flexion };
    const found = lines([hip, gone, of({ Mode: 'resisted' }), of({ Mode: 'active' })], [], inactive);
    expect(places(found)).toEqual(['active L', 'active R']);
    expect(found.leftOut).toEqual(['Hip flexion', null, 'Knee flexion']);
  });
});

test.each<[(string | null)[], string | null]>([
  [[], null],
  [['Berg'], 'Not added, because it is no longer in use: “Berg”. Everything else was added.'],
  [
    ['Berg', null, 'Grip'],
    'Not added, because it is no longer in use: “Berg”, “Grip” and a measure that was removed from the library. Everything else was added.',
  ],
])('what was left out of %j', (leftOut, sentence) => {
  expect(leftOutSentence(leftOut)).toBe(sentence);
});

test('goals of templates are offered once, without those that the case has', () => {
  const goal = (Text: string) => ({ Term: 'long' as const, GoalType: 'Function' as const, Text });
  const offered = offeredGoals(
    [{ GoalTexts: [goal('Climb stairs'), goal('Walk a mile')] }, { GoalTexts: [goal('walk a mile ')] }],
    [{ Text: ' climb Stairs' }],
  );
  expect(offered).toEqual([goal('Walk a mile')]);
});
