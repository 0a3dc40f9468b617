import { showDate } from '#contract/base/dates.ts';
import { fail } from '#contract/base/errors.ts';
import { momentWords } from '#contract/documentation/document/moment-words.ts';
import { differencesOf } from '#contract/intake/differences.ts';
import type { IntakeId } from '#contract/intake/endpoints.ts';
import { intakeDocument } from '#contract/intake/intake-document.ts';
import { gapsOf, stepsOf } from '#contract/intake/show-if.ts';
import { refusals } from '#contract/words/refusals.ts';
import { documentPdf } from '#server/features/documentation/store.ts';
import { addFile } from '#server/features/files/store.ts';
import { readPatient } from '#server/features/patients/store.ts';
import { addHistory, lockVisit, setIntake } from '#server/features/visits/store.ts';
import type { Changing } from './change.ts';
import { heldIntake, noteIntake } from './held.ts';
import { headOf } from './letterhead.ts';
import { formsOf, setSubmitted } from './rows.ts';

/**
 * Takes an intake as finished: never while a required answer or signature is missing (openemr #13082). What was answered
 * becomes a file; what differs from the chart waits on the visit for the staff, and overwrites nothing.
 */
export async function submitIntake(
  changing: Changing,
  { IntakeId }: { IntakeId: IntakeId },
): Promise<{ isSubmitted: true }> {
  const { tx, caller, files, now, newId } = changing;
  const intake = await heldIntake(tx, caller, IntakeId);
  if (intake.submittedAt !== null) return { isSubmitted: true };
  const { PatientId, VisitId, answers } = intake;
  const forms = await formsOf(tx, intake.forms, 'en');
  if (stepsOf(forms, answers).some((step) => gapsOf(step, answers).length > 0))
    fail('user-visible', refusals.intakeGaps.en);
  const { head, zone, clinic, day } = await headOf(tx, intake, now);
  const content = await documentPdf(intakeDocument(forms, answers, head), {
    name: `Intake forms of ${showDate(day)}`,
    at: now,
    printed: `${clinic} · Made ${momentWords(now.toISOString(), zone)} · Confidential`,
  });
  await addFile(tx, files, {
    site: caller.site,
    FileId: newId(),
    PatientId,
    Name: 'Intake forms',
    Category: 'intake',
    content,
  });
  await setSubmitted(tx, IntakeId, now);
  const visit = VisitId === null ? undefined : await lockVisit(tx, VisitId);
  const patient = await readPatient(tx, PatientId);
  if (visit && patient) {
    await setIntake(tx, visit.VisitId, {
      intakeIncomplete: false,
      intakeConflict: differencesOf(forms, answers, patient),
    });
    const by = caller.VisitId !== null ? 'At a kiosk' : caller.kind === 'patient' ? 'By the patient' : 'By a guarantor';
    await addHistory(tx, visit, null, { action: 'intake submitted', note: by });
  }
  await noteIntake(tx, caller, { action: 'patient change', PatientId, pk: IntakeId });
  return { isSubmitted: true };
}
