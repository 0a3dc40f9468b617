import { holds } from '../base/permissions.ts';
import { isAssistant, type ProviderType } from '../providers/provider.ts';
import type { Clock, FixAction } from './clock.ts';

/** The counts of the work list that the clocks tell; each opens a list that can be worked off. */
export const countedListKeys = ['authorizations', 'plans', 'reports', 'scripts'] as const;
export type CountedListKey = (typeof countedListKeys)[number];

/** Who is signed in, as far as it decides what they may mend. */
export type Fixer = { can: readonly string[]; providerType: ProviderType | null };

/** Whether somebody may do what a clock asks for: therapists plan and report, the front desk adds scripts and authorizations. */
export function mayFix(action: FixAction, { can, providerType }: Fixer): boolean {
  const isTherapist = holds(can, 'write notes') && !(providerType !== null && isAssistant(providerType));
  switch (action) {
    case 'writePlan':
    case 'recertify':
    case 'signPlan':
    case 'writeReport':
    case 'signReport':
    case 'enterInitialTreatment':
      return isTherapist;
    case 'sendPlan':
    case 'recordSignature':
    case 'explainDelay':
      return holds(can, 'write notes') || holds(can, 'edit patients');
    case 'addScript':
    case 'addAuthorization':
    case 'checkInsurance':
      return holds(can, 'edit patients');
    case 'bookTherapist':
      return holds(can, 'schedule visits');
    case 'attestKx':
    case 'bill':
      return holds(can, 'submit claims');
  }
}

const fixesOf: Record<CountedListKey, readonly FixAction[]> = {
  authorizations: ['addAuthorization'],
  plans: ['writePlan', 'recertify', 'signPlan', 'sendPlan', 'recordSignature', 'explainDelay'],
  reports: ['writeReport', 'signReport'],
  scripts: ['addScript'],
};

/** The lists somebody can do something about; others are not counted for them. */
export function listsFor(fixer: Fixer): CountedListKey[] {
  return countedListKeys.filter((key) => fixesOf[key].some((action) => mayFix(action, fixer)));
}

/** Whether a line is for them: its fix is theirs, or it has none and somebody has to look. */
export function isFor({ fix }: Pick<Clock, 'fix'>, fixer: Fixer): boolean {
  return fix === null || mayFix(fix.action, fixer);
}
