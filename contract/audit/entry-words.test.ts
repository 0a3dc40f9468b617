import { expect, test } from 'vitest';
import { actionName, actionNames, auditSentence, deed, fieldName } from './entry-words.ts';

const rosa = { FirstName: 'Rosa', LastName: 'Alvarez' };
const told = (action: string, entity: string, more: Partial<Parameters<typeof auditSentence>[0]> = {}) =>
  auditSentence({
    action,
    entity,
    pk: 'x',
    account: null,
    patient: null,
    PatientId: null,
    isOutside: false,
    patients: null,
    person: 'Ann Front',
    ...more,
  });

test.each([
  ['update', 'visits', { patient: rosa }, 'Ann Front changed a visit of Rosa Alvarez'],
  ['sign', 'visitNotes', { patient: rosa }, 'Ann Front signed a note of Rosa Alvarez'],
  ['cosign', 'visitNotes', { patient: rosa }, 'Ann Front cosigned a note of Rosa Alvarez'],
  ['update', 'visitNotes', {}, 'Ann Front changed a note'],
  ['update', 'visits', { isOutside: true }, 'Ann Front changed a visit that you can’t see'],
  ['end session', 'sessions', {}, 'Ann Front ended one of their sessions'],
  ['end other sessions', 'users', {}, 'Ann Front ended all their other sessions'],
  ['constructor', 'toString', {}, 'Ann Front constructor: to string'],
  ['view', 'patients', { patient: rosa }, 'Ann Front opened the chart of Rosa Alvarez'],
  ['view', 'patients', { PatientId: 'gone' }, 'Ann Front opened the chart of a removed patient'],
  ['fetch', 'patients', { patient: rosa }, 'Ann Front downloaded the chart to a device of Rosa Alvarez'],
  ['first sync', 'charts', { patients: 212 }, 'Ann Front downloaded charts to a device (212 patients)'],
  ['sync', 'charts', { patients: 1 }, 'Ann Front received changes on a device (1 patient)'],
  ['list', 'charts', { pk: 'schedule', patients: 34 }, 'Ann Front viewed a schedule (34 patients)'],
  ['list', 'charts', { pk: 'patient search', patients: 3 }, 'Ann Front searched the patients (3 patients)'],
  [
    'list',
    'charts',
    { pk: 'same people', patients: 2 },
    'Ann Front viewed patients who may be the same person (2 patients)',
  ],
  ['list', 'charts', { pk: 'waitlist', patients: 2 }, 'Ann Front viewed the waitlist (2 patients)'],
  ['list', 'charts', { pk: 'claims to correct', patients: 2 }, 'Ann Front viewed the claims to correct (2 patients)'],
  ['list', 'charts', { pk: 'messages', patients: 2 }, 'Ann Front viewed the messages to patients (2 patients)'],
  ['calendar read', 'charts', { patients: 9 }, 'Ann Front received visits through their calendar link (9 patients)'],
  ['print', 'prints', { pk: 'downtime pack' }, 'Ann Front printed the downtime pack'],
  ['download', 'claims', { patient: rosa }, 'Ann Front downloaded the file for a claim of Rosa Alvarez'],
  ['insert', 'patients', { person: null, patient: rosa }, 'Mainstay added the record of Rosa Alvarez'],
  ['disable', 'users', { account: 'Fern Delacroix' }, 'Ann Front disabled the account of Fern Delacroix'],
  ['login failed', 'users', {}, 'Ann Front failed to sign in: wrong password or code'],
  ['login failed', 'sessions', {}, 'Ann Front failed to sign in by single sign-on'],
  ['login failed', 'singleSignOn', { person: null }, 'Mainstay rejected a single sign-on'],
  ['weighed', 'courtDates', {}, 'Ann Front weighed: court dates'],
])('%s of %s is told in plain words', (action, entity, more, sentence) => {
  expect(told(action, entity, more)).toBe(sentence);
});

test('every action of the filter has a sentence of its own', () => {
  for (const action of Object.keys(actionNames)) {
    const words = deed({
      action,
      entity: 'patients',
      pk: 'x',
      account: null,
      patient: null,
      PatientId: null,
      isOutside: false,
      patients: null,
    });
    expect(words.startsWith(`${action}: `), action).toBe(false);
  }
  expect(actionName('weighed')).toBe('Weighed');
});

test('fields are named as people read them', () => {
  expect(['signedAt', 'FirstName', 'updated_at', 'CPT_Code'].map(fieldName)).toEqual([
    'signed at',
    'first name',
    'updated at',
    'cpt code',
  ]);
});
