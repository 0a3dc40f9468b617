/** The screens of a check-in, in the order of spec 2. Each begins where the one before is done. */
export const checkinSteps = ['patientIntake', 'onlineScheduling', 'success'] as const;
export type CheckinStep = (typeof checkinSteps)[number];

/**
 * The screen after `done`, null for the first one. `asked`: the screens that this visit has something for, as the
 * server says. `success` always comes, and comes last.
 */
export function nextStep(done: CheckinStep | null, asked: readonly CheckinStep[]): CheckinStep {
  const after = done === null ? 0 : checkinSteps.indexOf(done) + 1;
  return checkinSteps.slice(after).find((step) => step === 'success' || asked.includes(step)) ?? 'success';
}

/** Why a check-in ended before its end. */
export const abandonReasons = ['idle', 'patient', 'front desk'] as const;
export type AbandonReason = (typeof abandonReasons)[number];
