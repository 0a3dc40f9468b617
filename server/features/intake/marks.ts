import { createHash } from 'node:crypto';
import { uuidFrom } from '#contract/base/ids.ts';
import { bodyMarksIn } from '#contract/intake/body-marks.ts';
import type { IntakeMark } from '#contract/intake/form.ts';
import type { Tx } from '#server/kit/context.ts';
import { formsOf, intakeOfVisit } from './rows.ts';

export type MarksOfIntake = { submittedAt: string | null; marks: { id: string; mark: IntakeMark }[] };

/**
 * What the patient of a visit marked on the body in the forms they sent. Each mark always has the same id, in the order
 * they were made: taken over on two devices it is one mark, and one that was removed is known.
 */
export async function marksOfVisit(tx: Tx, VisitId: string): Promise<MarksOfIntake> {
  const intake = await intakeOfVisit(tx, VisitId);
  if (!intake || intake.submittedAt === null) return { submittedAt: null, marks: [] };
  const submitted = new Date(intake.submittedAt);
  const idOf = (at: number) =>
    uuidFrom(submitted.getTime() + at, createHash('sha256').update(`${intake.IntakeId} mark ${at}`).digest());
  const marks = bodyMarksIn(await formsOf(tx, intake.forms, 'en'), intake.answers);
  return { submittedAt: submitted.toISOString(), marks: marks.map((mark, at) => ({ id: idOf(at), mark })) };
}
