import { usStates } from '#contract/base/state-names.ts';
import type { UsState } from '#contract/base/us-states.ts';

const codes = new Map(
  (Object.entries(usStates) as [UsState, string][]).flatMap(([code, name]) => [
    [code.toLowerCase(), code],
    [name.toLowerCase(), code],
  ]),
);

/** Two letters of a state given by name or letters, or null. */
export function stateCode(text: string): UsState | null {
  return codes.get(text.trim().toLowerCase()) ?? null;
}
