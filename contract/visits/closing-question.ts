import { showMoney, type Cents } from '../base/money.ts';

/** What to ask before a visit moves to closed, or null to close without asking (spec 4). */
export function closingQuestion(primaryAr: Cents, arWarnings: boolean): string | null {
  if (!arWarnings || primaryAr <= 0) return null;
  return (
    `Remaining Primary AR: This claim has ${showMoney(primaryAr)} of remaining Primary AR. ` +
    'Are you sure you want to move this to Closed?'
  );
}
