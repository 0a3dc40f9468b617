import { AppError } from '#contract/base/errors.ts';
import { answerProblem } from '#contract/intake/check-answer.ts';
import type { IntakeId } from '#contract/intake/endpoints.ts';
import type { Answer, Answers } from '#contract/intake/form.ts';
import { gapsOf, isAnswered, stepsOf } from '#contract/intake/show-if.ts';
import { signedText } from '#contract/intake/signed-text.ts';
import type { BlankForms } from '#contract/kiosk/arrival.ts';
import { readPatient } from '#server/features/patients/store.ts';
import type { PatientCaller } from '#server/features/patient-login/store.ts';
import { readVisit } from '#server/features/visits/store.ts';
import { sha256 } from '#server/kit/auth/tokens.ts';
import type { Tx } from '#server/kit/context.ts';
import { addIntake, beginIntake } from './begin.ts';
import { saveAnswers, signConsent, type Changing } from './change.ts';
import type { ForVisit } from './for-visit.ts';
import { questionOf } from './held.ts';
import { formsOf, intakeOfVisit, publishBuiltIn, type FormRef, type IntakeRow } from './rows.ts';
import { submitIntake } from './submit.ts';
import { keepUnfit } from './unfit.ts';

/**
 * The intake that blank forms go to: the one that the visit waits for, else one of all the forms that it asks for. Where
 * the visit's own was submitted before, that stays as it is, and this one is of the patient without a visit. Null where
 * the clinic knows none of these forms and asks for none.
 */
export async function beginBlank(of: ForVisit, given: BlankForms): Promise<IntakeRow | null> {
  const { tx, VisitId, PatientId } = of;
  await publishBuiltIn(tx);
  const known = await intakeOfVisit(tx, VisitId);
  if (known && known.submittedAt === null) return known;
  const visit = await readVisit(tx, VisitId);
  const patient = await readPatient(tx, PatientId);
  if (!visit || !patient) throw new Error('The visit or patient of an arrival is gone');
  const forms = (await formsOf(tx, given.forms, 'en')).map(({ IntakeFormId, version }) => ({ IntakeFormId, version }));
  if (!known) return beginIntake(of, visit, forms);
  if (forms.length === 0) return null;
  const { DateOfBirth } = patient;
  return addIntake(of, { PatientId, VisitId: null, forms, DateOfBirth, day: visit.Start.slice(0, 10) });
}

/**
 * Puts in what was answered and signed, each by the rules of forms that are filled in with a connection; what somebody
 * answered meanwhile stays. What does not fit is kept as a file. Where nothing is missing then, it is submitted.
 */
export async function fillBlank(of: ForVisit, intake: IntakeRow | null, given: BlankForms): Promise<void> {
  if (!intake) {
    await keepUnfit(of, given, { answers: given.answers, signatures: given.signatures });
    return;
  }
  const { tx } = of;
  const IntakeId = intake.IntakeId as IntakeId;
  const forms = await formsOf(tx, intake.forms, 'en');
  const changing = changingFor(of, intake);
  const isOpen = (key: string) => !isAnswered(intake.answers[key]);
  const answers: Record<string, Answer> = {};
  const unfit: Record<string, Answer> = {};
  for (const [key, answer] of Object.entries(given.answers)) {
    if (answer === null || !isAnswered(answer)) continue;
    const question = questionOf(forms, key)?.question;
    const isTyped = question && question.kind !== 'photo' && question.kind !== 'signature';
    if (isTyped && isOpen(key) && answerProblem(question, answer) === null) answers[key] = answer;
    else if (JSON.stringify(answer) !== JSON.stringify(intake.answers[key])) unfit[key] = answer;
  }
  if (Object.keys(answers).length > 0) await saveAnswers(changing, { IntakeId, rev: intake.rev, answers });
  const signed: Record<string, string> = {};
  const unfitSignatures: BlankForms['signatures'] = [];
  for (const signature of given.signatures) {
    const { question: key, language, textHash, Relationship } = signature;
    const question = questionOf(await formsOf(tx, intake.forms, language), key)?.question;
    const isThis = question?.kind === 'signature' && sha256(signedText(question)) === textHash;
    const isFit = isThis && isOpen(key) && !(intake.needsProxy && Relationship === null);
    if (isFit && (await isSigned(changing, { ...signature, IntakeId }))) signed[key] = signature.SignedConsentId;
    else unfitSignatures.push(signature);
  }
  await keepUnfit(of, given, { answers: unfit, signatures: unfitSignatures });
  const all: Answers = { ...intake.answers, ...answers, ...signed };
  const isWhole = stepsOf(forms, all).every((step) => gapsOf(step, all).length === 0);
  if (isWhole && (await areKnown(tx, intake.forms)) && (await areKnown(tx, given.forms)))
    await submitIntake(changing, { IntakeId });
}

/** False where it is refused, such as under an id that another signature has. */
async function isSigned(changing: Changing, signature: Parameters<typeof signConsent>[1]): Promise<boolean> {
  try {
    await signConsent(changing, signature);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** Whether there are forms, and the clinic has each of these versions: with none, nothing would be missing. */
async function areKnown(tx: Tx, refs: readonly FormRef[]): Promise<boolean> {
  return refs.length > 0 && (await formsOf(tx, refs, 'en')).length === refs.length;
}

function changingFor({ tx, site, files, PatientId, ip, at, newId }: ForVisit, intake: IntakeRow): Changing {
  const caller: PatientCaller = {
    site,
    SessionId: intake.IntakeId,
    kind: 'patient',
    level: 'L1',
    scope: 'kiosk',
    today: at.toISOString().slice(0, 10),
    patients: [{ PatientId, FirstName: '', isProxy: false }],
    VisitId: intake.VisitId,
  };
  return { tx, caller, files, now: at, newId, ip };
}
