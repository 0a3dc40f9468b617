import { expect, test } from 'vitest';
import { z } from 'zod';
import { patientFields } from '../patients/patient.ts';
import { fieldSentences } from './field-sentences.ts';
import { usStates } from './state-names.ts';
import { StateCode, stateCodes, UsState } from './us-states.ts';

test('the codes are those of the names, and a state is one of them', () => {
  expect(UsState.options).toEqual(Object.keys(usStates));
  expect(stateCodes.IL).toBe('IL');
  expect(UsState.safeParse('XX').success).toBe(false);
});

test.each([
  ['a state', UsState],
  ['a state of a person', StateCode],
  ['the state of a patient', patientFields.StateOrProvince.schema],
])('%s that is none is refused with the sentence of the form', (_, schema) => {
  for (const state of ['Atlantis', 'XX', 'il', 5]) {
    const read = z.object({ StateOrProvince: schema }).safeParse({ StateOrProvince: state });
    expect(read.error && fieldSentences(read.error)).toEqual({ StateOrProvince: patientFields.StateOrProvince.wrong });
  }
});
