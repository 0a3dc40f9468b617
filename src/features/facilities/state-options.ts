import { usStates } from '#contract/base/us-states.ts';

export const stateOptions = Object.entries(usStates).map(([value, name]) => ({ value, label: `${value} ${name}` }));
