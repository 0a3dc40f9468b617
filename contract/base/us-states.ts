import { z } from 'zod';
import { usStates } from './state-names.ts';

export { usStates } from './state-names.ts';
export type UsState = keyof typeof usStates;
export const UsState = z.enum(Object.keys(usStates) as [UsState, ...UsState[]]);
