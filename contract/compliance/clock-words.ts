/** Kinds of clocks. */
export const clockKinds = [
  'certification',
  'recertification',
  'planDays',
  'progressReport',
  'therapistTookPart',
  'script',
  'authorization',
  'threshold',
  'timelyFiling',
  'initialTreatment',
] as const;
export type ClockKind = (typeof clockKinds)[number];

/** `none`: nothing runs yet. `unknown`: something is missing that decides; it is never `ok`. */
export const clockStates = ['none', 'ok', 'soon', 'due', 'late', 'unknown'] as const;
export type ClockState = (typeof clockStates)[number];

export const effects = ['none', 'warn', 'hold'] as const;
export type Effect = (typeof effects)[number];

export const fixActions = [
  'writePlan',
  'signPlan',
  'sendPlan',
  'recordSignature',
  'explainDelay',
  'recertify',
  'writeReport',
  'signReport',
  'bookTherapist',
  'addScript',
  'addAuthorization',
  'attestKx',
  'bill',
  'enterInitialTreatment',
  'checkInsurance',
] as const;
export type FixAction = (typeof fixActions)[number];
