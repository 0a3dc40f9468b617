import { fail } from '#contract/base/errors.ts';
import { answerKey, type Answers, type IntakeForm, type Question } from '#contract/intake/form.ts';
import { maskContacts } from '#contract/intake/masked.ts';
import { reachOf, type Principal } from '#contract/patient-login/principal.ts';
import { refusals } from '#contract/words/refusals.ts';
import type { PatientCaller } from '#server/features/patient-login/store.ts';
import { audit } from '#server/kit/audit/audit.ts';
import type { Tx } from '#server/kit/context.ts';
import { holdIntake, type IntakeRow } from './rows.ts';

const principalOf = ({ kind, level, VisitId }: PatientCaller, isProxy: boolean): Principal =>
  VisitId !== null
    ? 'kiosk'
    : kind === 'patient'
      ? level
      : kind === 'guarantor'
        ? isProxy
          ? 'proxy'
          : 'guarantor'
        : 'unrecognized';

/** For whom the caller fills in forms: themselves, or those for whom a guarantor acts. */
export function fillsFor(caller: PatientCaller): PatientCaller['patients'] {
  return caller.patients.filter(
    ({ isProxy }) => reachOf(principalOf(caller, isProxy), 'intake', caller.scope) === 'yes',
  );
}

/** Whether the caller is shown what the patient answered before. */
export function seesLastAnswers(caller: PatientCaller): boolean {
  return caller.patients.some(
    ({ isProxy }) => reachOf(principalOf(caller, isProxy), 'lastAnswers', caller.scope) === 'yes',
  );
}

/** Answers as far as the caller may see them: a link and a birth date see contacts masked. */
export function asSeenBy(
  caller: PatientCaller,
  forms: readonly IntakeForm[],
  answers: Answers,
): { answers: Answers; masked: Record<string, string> } {
  return caller.level === 'L1' ? maskContacts(forms, answers) : { answers, masked: {} };
}

/** An intake that the caller may change, held until the transaction ends; that of somebody else looks like none. */
export async function heldIntake(tx: Tx, caller: PatientCaller, IntakeId: string): Promise<IntakeRow> {
  const intake = await holdIntake(tx, IntakeId);
  const isOther = caller.VisitId !== null && intake?.VisitId !== caller.VisitId;
  if (!intake || isOther || !fillsFor(caller).some(({ PatientId }) => PatientId === intake.PatientId))
    fail('not-found', refusals.intakeGone.en);
  return intake;
}

/** Refused once it is submitted: the chart has it as it was signed. */
export function assertOpen({ submittedAt }: IntakeRow): void {
  if (submittedAt !== null) fail('user-visible', refusals.intakeSubmitted.en);
}

/** The question of a key, with its form. */
export function questionOf(
  forms: readonly IntakeForm[],
  key: string,
): { form: IntakeForm; question: Question } | undefined {
  for (const form of forms)
    for (const { questions } of form.pages)
      for (const question of questions) if (answerKey(form, question) === key) return { form, question };
  return undefined;
}

type Noted = { action: 'patient read' | 'patient change'; PatientId: string; pk: string };

export async function noteIntake(tx: Tx, caller: PatientCaller, { action, PatientId, pk }: Noted): Promise<void> {
  const { site, kind, level, SessionId } = caller;
  const detail = { principal: caller.VisitId === null ? kind : 'kiosk', level, session: SessionId };
  await audit(tx, site, { UserId: null, action, entity: 'intakes', pk, PatientId, detail });
}
