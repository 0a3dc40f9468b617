import { z } from 'zod';
import type { usStates } from './state-names.ts';

export type UsState = keyof typeof usStates;

/** Those of state-names.ts, whose names come with the forms that show them. */
const codes =
  'AL AK AS AZ AR CA CO CT DE DC FL GA GU HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND MP OH OK OR PA PR RI SC SD TN TX UT VT VI VA WA WV WI WY';
/** What forms and calls say alike. */
export const stateSentence = 'Enter two letters, such as IL.';

export const UsState = z.enum(codes.split(' ') as [UsState, ...UsState[]], { error: stateSentence });

/** A state where rows of earlier days may name others: a code for who writes, a text for who reads. */
export const StateCode = z.enum(UsState.options as readonly string[] as [string, ...string[]], {
  error: stateSentence,
});

/** What a state reads as in a sentence or beside another value: its code. */
export const stateCodes = UsState.enum;
