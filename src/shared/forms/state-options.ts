import { usStates } from '#contract/base/state-names.ts';

/** States by their names, as a field offers them. */
export const namedStates = Object.entries(usStates).map(([value, label]) => ({ value, label }));
