import { describe, expect, test } from 'vitest';
import { providerTypes } from '../providers/provider.ts';
import { testId } from '../testing/rows.ts';
import { cellKey } from './field-keys.ts';
import { changesRefusal, judgmentRefusal, kindRefusal, removalRefusal } from './judgment.ts';
import { unwritten, type NoteRow } from './note-field.ts';
import { noteTypes } from './note-types.ts';

const rest = 'An assistant can write Subjective, Objective, measures and the flowsheet.';
const goal = (name: string) => cellKey('goal', testId(1), name);
const measure = (name: string) => cellKey('measure', testId(1), name);
const daily: NoteRow = { ...unwritten };
const progress: NoteRow = { ...unwritten, NoteType: 'progress' };
const joined: NoteRow = { ...unwritten, AlsoTypes: ['recert'] };
const goals = `Only a therapist can report on goals. ${rest}`;

test.each([
  ['Subjective of any kind', progress, 'Subjective', null],
  ['Objective of any kind', joined, 'Objective', null],
  ['where Subjective was copied from', progress, 'section:Subjective.From', null],
  [
    'where Assessment was copied from',
    progress,
    'section:Assessment.From',
    `Progress report, Assessment: only a therapist can write this. ${rest}`,
  ],
  ['a measure of any kind', progress, measure('Value'), null],
  ['the response to thoughts of self-harm', progress, 'selfHarmResponse', null],
  ['the minutes of any kind', progress, 'TreatmentMinutes', null],
  ['the assessment of a daily note', daily, 'Assessment', null],
  ['the plan of a daily note', daily, 'Plan', null],
  [
    'the assessment of a report',
    progress,
    'Assessment',
    `Progress report, Assessment: only a therapist can write this. ${rest}`,
  ],
  [
    'the plan of a daily note that is a recertification too',
    joined,
    'Plan',
    `Recertification, Plan: only a therapist can write this. ${rest}`,
  ],
  [
    'an element of a report',
    progress,
    'periodFrom',
    `Progress report, Period from: only a therapist can write this. ${rest}`,
  ],
  ['the status of a goal, in a daily note too', daily, goal('Status'), goals],
  ['a comment on a goal', progress, goal('Comment'), goals],
] as const)('an assistant and %s', (_name, note, field, refusal) => {
  expect(judgmentRefusal(note, field, 'PTA')).toBe(refusal);
  expect(judgmentRefusal(note, field, 'OTA')).toBe(refusal);
  for (const type of ['PT', 'OT', 'SLP', 'DC', null] as const) expect(judgmentRefusal(note, field, type)).toBeNull();
});

test.each(noteTypes)('who makes a note one of kind %s', (type) => {
  const isJudged = ['eval', 'progress', 'reeval', 'recert', 'discharge'].includes(type);
  for (const by of providerTypes) {
    const isRefused = isJudged && (by === 'PTA' || by === 'OTA');
    expect(kindRefusal(type, by) !== null).toBe(isRefused);
  }
  expect(kindRefusal(type, null)).toBeNull();
});

test('an assistant does not remove what a therapist judges, to begin it anew as a note of their own', () => {
  expect(removalRefusal(progress, 'PTA')).toBe('Progress report: only a therapist can remove it.');
  expect(removalRefusal(joined, 'OTA')).toBe('Recertification: only a therapist can remove it.');
  expect(removalRefusal(daily, 'PTA')).toBeNull();
  for (const type of ['PT', 'DC', null] as const) expect(removalRefusal(progress, type)).toBeNull();
});

describe('of changes', () => {
  const refusalOf = (note: NoteRow, changes: Record<string, unknown>) => changesRefusal(note, changes, 'PTA');

  test('a judged kind is refused as the kind of the note and as what it is besides', () => {
    expect(refusalOf(daily, { NoteType: 'progress' })).toBe(`Progress report: only a therapist can write it. ${rest}`);
    expect(refusalOf(daily, { AlsoTypes: ['discharge'] })).toBe(
      `Discharge note: only a therapist can write it. ${rest}`,
    );
  });

  test('what is there already is not written again', () => {
    const judged = { ...progress, Sections: { Assessment: 'By a therapist.' } };
    expect(
      refusalOf(judged, { NoteType: 'progress', Assessment: 'By a therapist.', Subjective: 'Better.' }),
    ).toBeNull();
    expect(refusalOf(judged, { Assessment: '' })).toContain('Assessment: only a therapist');
  });

  test('a report is not made a daily note to write its assessment', () => {
    expect(refusalOf(progress, { NoteType: 'daily', Assessment: 'Mine.' })).toContain('Assessment: only a therapist');
  });

  test('a report is not made a daily note at all, so that its assessment is not written by the next call', () => {
    const refused = (name: string) => `${name}: only a therapist can make it another kind of note. ${rest}`;
    expect(refusalOf(progress, { NoteType: 'daily' })).toBe(refused('Progress report'));
    expect(refusalOf(joined, { AlsoTypes: [], Subjective: 'Better.' })).toBe(refused('Recertification'));
    expect(refusalOf(joined, { NoteType: 'missedVisit' })).toBe(refused('Recertification'));
    expect(refusalOf(daily, { NoteType: 'missedVisit' })).toBeNull();
  });

  test('a therapist and staff who treat nobody are not asked', () => {
    const changes = { NoteType: 'progress', Assessment: 'Mine.', [goal('Status')]: 'met' };
    expect(changesRefusal(daily, changes, 'PT')).toBeNull();
    expect(changesRefusal(daily, changes, null)).toBeNull();
  });
});
