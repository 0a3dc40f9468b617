import type { Tx } from '#server/kit/context.ts';
import { intakeOfVisit } from './rows.ts';

/** Forms that were filled in before it was known for which visit. */
export { anybodysForms } from './anybodys.ts';
export { beginBlank, fillBlank } from './blank.ts';
export type { ForVisit } from './for-visit.ts';

/** Whether a visit waits for forms that its patient has not sent. */
export async function hasOpenIntake(tx: Tx, VisitId: string): Promise<boolean> {
  const intake = await intakeOfVisit(tx, VisitId);
  return intake !== undefined && intake.submittedAt === null;
}
