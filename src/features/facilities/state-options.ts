import { usStates } from '#contract/base/state-names.ts';

export const stateOptions = Object.entries(usStates).map(([value, name]) => ({ value, label: `${value} ${name}` }));
