import { expect, test } from 'vitest';
import { usStates } from './state-names.ts';
import { stateCodes, UsState } from './us-states.ts';

test('the codes are those of the names, and a state is one of them', () => {
  expect(UsState.options).toEqual(Object.keys(usStates));
  expect(stateCodes.IL).toBe('IL');
  expect(UsState.safeParse('XX').success).toBe(false);
});
