import { expect, test } from 'vitest';
import { NoteId, OutcomeResponseId } from '../base/ids.ts';
import { careToSign } from '../documentation/care-to-sign.ts';
import { episode, noteRow, stamp, testId } from '../testing/rows.ts';
import { alertElement, alertSentence, alertsToSign } from './needs-alert.ts';
import { OutcomeResponse } from './outcome-response.ts';
import { outcomeRefusals } from './outcome-refusals.ts';
import { outcomeMeasure } from './outcomes.ts';
import { outcomesTable } from './outcomes-table.ts';
import { changeOfScores, currentResponses, lastScores, scoresByMeasure, scoresOfNote } from './responses.ts';

const note = noteRow({}, { NoteId: NoteId.parse(testId(50)), NoteDate: '2026-11-18' });

function response(n: number, more: Partial<OutcomeResponse> = {}): OutcomeResponse {
  return OutcomeResponse.parse({
    OutcomeResponseId: testId(n),
    CaseId: episode.CaseId,
    PatientId: episode.PatientId,
    NoteId: null,
    MeasureKey: 'odi',
    Version: 1,
    Date: '2026-11-01',
    Answers: null,
    Score: 40,
    CorrectsId: null,
    EnteredBy: 'staff',
    SurveySendId: null,
    updated_at: stamp,
    ...more,
  });
}
const id = (n: number) => OutcomeResponseId.parse(testId(n));
const scores = (rows: readonly OutcomeResponse[]) => rows.map(({ Score }) => Score);

test('what was corrected counts no longer, nor does a correction that was corrected', () => {
  const rows = [
    response(1, { Score: 44 }),
    response(2, { Score: 40, CorrectsId: id(1) }),
    response(3, { Score: 42, CorrectsId: id(2) }),
    response(4, { Score: 20 }),
  ];
  expect(scores(currentResponses(rows))).toEqual([42, 20]);
});

test('scores stand by measure, oldest day first, with what changed since the first of them', () => {
  const rows = [
    response(3, { Date: '2026-11-18', Score: 28 }),
    response(1, { Date: '2026-10-01', Score: 40 }),
    response(2, { MeasureKey: 'lefs', Score: 50 }),
  ];
  const byMeasure = scoresByMeasure(rows);
  expect([...byMeasure].map(([key, of]) => [key, scores(of)])).toEqual([
    ['odi', [40, 28]],
    ['lefs', [50]],
  ]);
  const change = changeOfScores(outcomeMeasure('odi')!, byMeasure.get('odi') ?? []);
  expect(change).toMatchObject({ direction: 'better', isMeaningful: true });
  expect(change?.sentence).toBe('Better by 12 points, at least the MCID of 12 points.');
  expect(changeOfScores(outcomeMeasure('lefs')!, byMeasure.get('lefs') ?? [])).toBeNull();
});

test('a note keeps its score, also once the case corrects it later', () => {
  const own = response(1, { NoteId: note.NoteId, Score: 44 });
  const inNote = response(2, { NoteId: note.NoteId, Score: 40, CorrectsId: id(1) });
  expect(scores(scoresOfNote([own, inNote], note.NoteId))).toEqual([40]);
  expect(scores(scoresOfNote([own, response(3, { Score: 38, CorrectsId: id(1) })], note.NoteId))).toEqual([44]);
});

test('who stops coming keeps the last score, with its day; a later one and one of the note itself are none', () => {
  const rows = [
    response(1, { Date: '2026-10-01' }),
    response(2, { Date: '2026-11-03', Score: 30 }),
    response(3, { Date: '2026-11-20', Score: 10 }),
    response(4, { MeasureKey: 'lefs', NoteId: note.NoteId, Score: 60, Date: '2026-11-18' }),
  ];
  expect(lastScores(rows, note).map(({ Date, Score }) => [Date, Score])).toEqual([['2026-11-03', 30]]);
  const table = (NoteType: 'daily' | 'discharge') => outcomesTable({ ...note, NoteType }, rows, outcomeMeasure)?.rows;
  expect(table('daily')).toEqual([['Lower Extremity Functional Scale', '60 of 80', '11/18/2026']]);
  expect(table('discharge')).toEqual([
    ['Lower Extremity Functional Scale', '60 of 80', '11/18/2026'],
    ['Oswestry Disability Index', '30 of 100', '11/03/2026 (last score)'],
  ]);
  expect(outcomesTable({ ...note, NoteId: NoteId.parse(testId(51)) }, rows, outcomeMeasure)).toBeNull();
});

test('a score that was corrected since is none at discharge, on whatever day its correction is of', () => {
  const wrong = response(1, { Date: '2026-11-03', Score: 90 });
  const earlier = response(3, { Date: '2026-10-01', Score: 44 });
  const later = response(2, { Date: '2026-11-19', Score: 30, CorrectsId: id(1) });
  expect(scores(lastScores([earlier, wrong, later], note))).toEqual([44]);
  expect(scores(lastScores([earlier, wrong, { ...later, Date: '2026-11-03' }], note))).toEqual([30]);
});

const nine = (last: number) =>
  Array.from({ length: 9 }, (_, at) => ({ ItemKey: String(at + 1), Value: at === 8 ? last : 0, Text: null }));

test.each<[string, Partial<OutcomeResponse>, object]>([
  ['a total', {}, {}],
  ['a total beyond its range', { Score: 101 }, { Score: 'Enter a number from 0 to 100.' }],
  ['a total with answers', { Answers: [] }, { Answers: 'Enter the total of the ODI alone.' }],
  ['a day to come', { Date: '2026-11-19' }, { Date: 'This day is in the future.' }],
  ['an unknown measure', { MeasureKey: 'own' }, { MeasureKey: 'This outcome measure is not known. Update the app.' }],
  ['an unknown version', { Version: 2 }, { MeasureKey: 'This outcome measure is not known. Update the app.' }],
  ['answers and their score', { MeasureKey: 'phq9', Answers: nine(1), Score: 1, NoteId: note.NoteId }, {}],
  [
    'answers that need a response and no note to give it in',
    { MeasureKey: 'phq9', Answers: nine(1), Score: 1 },
    { NoteId: 'These answers need a response. Record them in a note.' },
  ],
  ['answers that need none, by themselves', { MeasureKey: 'phq9', Answers: nine(0), Score: 0 }, {}],
  [
    'words beside a choice',
    { MeasureKey: 'nprs', Answers: [{ ItemKey: '1', Value: 4, Text: 'today' }], Score: 4 },
    { Answers: 'An answer is not one of the choices. Answer that item again.' },
  ],
  [
    'a T-score that no bank of items has',
    { MeasureKey: 'promis', Score: 1e308 },
    { Score: 'Enter a number from 10 to 90.' },
  ],
  ['an index below any', { MeasureKey: 'eq5d', Score: -5 }, { Score: 'Enter a number from -1 to 1.' }],
  [
    'another score',
    { MeasureKey: 'phq9', Answers: nine(1), Score: 2, NoteId: note.NoteId },
    { Score: 'These answers come to 1.' },
  ],
  ['a total without answers', { MeasureKey: 'nprs', Score: 4 }, { Answers: 'Answer item 1.' }],
  [
    'answers that are missing',
    { MeasureKey: 'phq9', Answers: nine(1).slice(2), Score: 1, NoteId: note.NoteId },
    { Answers: 'Answer items 1 and 2.' },
  ],
  [
    'answers that are none of its choices',
    { MeasureKey: 'phq9', Answers: nine(4), Score: 4, NoteId: note.NoteId },
    { Answers: 'An answer is not one of the choices. Answer that item again.' },
  ],
  [
    'a correction of nothing',
    { CorrectsId: id(9) },
    { CorrectsId: 'The score to correct is not in this case, or is of another measure.' },
  ],
])('%s', (_, more, refusals) => {
  expect(outcomeRefusals(response(1, more), '2026-11-18', undefined)).toEqual(refusals);
});

test.each([
  [{ MeasureKey: 'odi', isCorrected: false }, undefined],
  [{ MeasureKey: 'lefs', isCorrected: false }, 'The score to correct is not in this case, or is of another measure.'],
  [{ MeasureKey: 'odi', isCorrected: true }, 'This score was corrected already.'],
])('a correction of %j', (corrected, sentence) => {
  expect(outcomeRefusals(response(1, { CorrectsId: id(9) }), '2026-11-18', corrected).CorrectsId).toBe(sentence);
});

test('an answer above 0 to item 9 of the PHQ-9 has to be responded to, also where it was corrected since', () => {
  const asked = response(1, { MeasureKey: 'phq9', Answers: nine(1), Score: 1 });
  const corrected = response(2, { MeasureKey: 'phq9', Answers: nine(0), Score: 0, CorrectsId: id(1) });
  expect(alertsToSign({}, [asked, corrected])).toEqual([alertSentence]);
  expect(alertsToSign({ [alertElement]: '  ' }, [asked])).toEqual([alertSentence]);
  expect(alertsToSign({ [alertElement]: 'Called the crisis line with them.' }, [asked])).toEqual([]);
  expect(alertsToSign({}, [corrected, response(3)])).toEqual([]);
});

test('a signature freezes the scores of its note alone', () => {
  const outcomes = [response(1), response(2, { NoteId: note.NoteId, Score: 24 })];
  const care = careToSign(note, { goals: [], plans: [], outcomes });
  expect(care.outcomes).toEqual({
    [testId(2)]: expect.objectContaining({ MeasureKey: 'odi', Score: 24, Date: '2026-11-01' }),
  });
});
