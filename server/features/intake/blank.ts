import { randomBytes } from 'node:crypto';
import { answerProblem } from '#contract/intake/check-answer.ts';
import type { IntakeId } from '#contract/intake/endpoints.ts';
import type { Answers } from '#contract/intake/form.ts';
import { gapsOf, isAnswered, stepsOf } from '#contract/intake/show-if.ts';
import { signedText } from '#contract/intake/signed-text.ts';
import type { BlankForms } from '#contract/kiosk/arrival.ts';
import { readPatient } from '#server/features/patients/store.ts';
import type { PatientCaller } from '#server/features/patient-login/store.ts';
import { readVisit, setIntake } from '#server/features/visits/store.ts';
import { sha256 } from '#server/kit/auth/tokens.ts';
import type { Tx } from '#server/kit/context.ts';
import type { FileStore } from '#server/kit/files/file-store.ts';
import { saveAnswers, signConsent, type Changing } from './change.ts';
import { questionOf } from './held.ts';
import { formsOf, insertIntake, intakeOfVisit, publishBuiltIn, type IntakeRow } from './rows.ts';
import { needsProxyFor } from './signer.ts';
import { submitIntake } from './submit.ts';

/** Whose blank forms they turned out to be, and when they were filled in. */
export type ForVisit = {
  tx: Tx;
  site: string;
  files: FileStore;
  VisitId: string;
  PatientId: string;
  ip: string;
  at: Date;
  newId(): string;
};

/**
 * The intake that blank forms go to: the one that the visit waits for, else one of these forms alone. Where the visit's
 * own was submitted before, that stays as it is, and this one is of the patient without a visit.
 */
export async function beginBlank(of: ForVisit, given: BlankForms): Promise<IntakeRow> {
  const { tx, VisitId, PatientId, newId } = of;
  await publishBuiltIn(tx);
  const known = await intakeOfVisit(tx, VisitId);
  if (known && known.submittedAt === null) return known;
  const visit = await readVisit(tx, VisitId);
  const patient = await readPatient(tx, PatientId);
  if (!visit || !patient) throw new Error('The visit or patient of an arrival is gone');
  const day = visit.Start.slice(0, 10);
  const published = await formsOf(tx, given.forms, 'en');
  const intake = {
    IntakeId: newId(),
    PatientId,
    VisitId: known ? null : VisitId,
    forms: published.map(({ IntakeFormId, version }) => ({ IntakeFormId, version })),
    needsProxy: await needsProxyFor(tx, { ...patient, day }),
    inputKey: randomBytes(32).toString('base64url'),
  };
  await insertIntake(tx, intake);
  if (!known) await setIntake(tx, VisitId, { intakeIncomplete: true, intakeConflict: visit.intakeConflict });
  return { ...intake, answers: {}, rev: 0, revs: {}, submittedAt: null, photos: 0, photoBytes: 0 };
}

/**
 * Puts in what was answered and signed, each by the rules of forms that are filled in with a connection; what somebody
 * answered meanwhile stays. Where nothing is missing then, it is submitted.
 */
export async function fillBlank(of: ForVisit, intake: IntakeRow, given: BlankForms): Promise<void> {
  const { tx, site, files, PatientId, ip, at, newId } = of;
  const IntakeId = intake.IntakeId as IntakeId;
  const forms = await formsOf(tx, intake.forms, 'en');
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
  const changing: Changing = { tx, caller, files, now: at, newId, ip };
  const isOpen = (key: string) => !isAnswered(intake.answers[key]);
  const answers: Answers = Object.fromEntries(
    Object.entries(given.answers).filter(([key, answer]) => {
      const question = questionOf(forms, key)?.question;
      const isTyped = question && question.kind !== 'photo' && question.kind !== 'signature';
      return (
        isTyped && isOpen(key) && isAnswered(answer) && answer !== null && answerProblem(question, answer) === null
      );
    }),
  );
  if (Object.keys(answers).length > 0) await saveAnswers(changing, { IntakeId, rev: intake.rev, answers });
  const signed: Record<string, string> = {};
  for (const signature of given.signatures) {
    const { question: key, language, textHash, Relationship } = signature;
    const question = questionOf(await formsOf(tx, intake.forms, language), key)?.question;
    const isThis = question?.kind === 'signature' && sha256(signedText(question)) === textHash;
    if (!isThis || !isOpen(key) || (intake.needsProxy && Relationship === null)) continue;
    await signConsent(changing, { ...signature, IntakeId });
    signed[key] = signature.SignedConsentId;
  }
  const all = { ...intake.answers, ...answers, ...signed };
  if (stepsOf(forms, all).every((step) => gapsOf(step, all).length === 0)) await submitIntake(changing, { IntakeId });
}
