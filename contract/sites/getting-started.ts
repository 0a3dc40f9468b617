/** What a new site needs before the first patient, in the order it is done. */
export const startingSteps = ['facilities', 'users', 'payers', 'settings'] as const;
export type StartingStep = (typeof startingSteps)[number];

export type StartingCounts = { facilities: number; users: number; payers: number; settingsLookedAt: boolean };

/** Which steps are done, or null where none is left. Somebody besides the first administrator counts as users. */
export function startingStepsOf(counts: StartingCounts): { step: StartingStep; done: boolean; count: number }[] | null {
  const steps = [
    { step: 'facilities', done: counts.facilities > 0, count: counts.facilities },
    { step: 'users', done: counts.users > 1, count: counts.users },
    { step: 'payers', done: counts.payers > 0, count: counts.payers },
    { step: 'settings', done: counts.settingsLookedAt, count: 0 },
  ] as const;
  return steps.every(({ done }) => done) ? null : [...steps];
}
