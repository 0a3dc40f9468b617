import type { z } from 'zod';
import { fail } from '#contract/base/errors.ts';
import { answerProblem } from '#contract/intake/check-answer.ts';
import type { IntakePage } from '#contract/intake/endpoints.ts';
import { answerKey, type Answer, type Answers, type IntakeForm } from '#contract/intake/form.ts';
import { facilitySettingsFrom } from '#contract/settings/settings.ts';
import { refusals } from '#contract/words/refusals.ts';
import type { Language } from '#contract/words/language.ts';
import { facilityOf, siteOf } from '#server/features/messages/store.ts';
import type { PatientCaller } from '#server/features/patient-login/store.ts';
import { readVisits } from '#server/features/visits/store.ts';
import type { Tx } from '#server/kit/context.ts';
import { asSeenBy, fillsFor, noteIntake, seesLastAnswers } from './held.ts';
import { formsOf, intakeOfVisit, lastAnswers, nextIntake } from './rows.ts';

/** The forms that are next for who is logged in, with what was answered; null where the clinic asks for none. */
export async function readIntake(
  tx: Tx,
  caller: PatientCaller,
  language: Language,
): Promise<{ intake: z.input<typeof IntakePage> | null }> {
  const patients = fillsFor(caller);
  if (patients.length === 0) fail('no-permission', refusals.loginProblem.en);
  const intake =
    caller.VisitId === null
      ? await nextIntake(
          tx,
          patients.map(({ PatientId }) => PatientId),
          caller.today,
        )
      : await intakeOfVisit(tx, caller.VisitId);
  if (!intake) return { intake: null };
  const { IntakeId, PatientId, VisitId, rev, needsProxy, inputKey, submittedAt } = intake;
  const [visit] = VisitId === null ? [] : await readVisits(tx, [VisitId]);
  const facility = visit && (await facilityOf(tx, visit.FacilityId));
  const clinic = facilitySettingsFrom(facility ?? {}).patient_mail_name ?? (await siteOf(tx)).Name;
  const forms = await formsOf(tx, intake.forms, language);
  // The second time is no blank page: 'Has anything changed?' Signatures and photos are made anew.
  const before = seesLastAnswers(caller) ? textAnswers(await lastAnswers(tx, intake), forms) : {};
  const all = { ...before, ...intake.answers };
  const seen = asSeenBy(caller, forms, all);
  await noteIntake(tx, caller, { action: 'patient read', PatientId, pk: IntakeId });
  return {
    intake: {
      IntakeId: IntakeId as never,
      clinic,
      phone: facility?.Phone ?? null,
      FirstName: patients.find((one) => one.PatientId === PatientId)?.FirstName ?? '',
      needsProxy: needsProxy || caller.kind === 'guarantor',
      visit: visit && facility ? { Start: visit.Start, place: facility.Name } : null,
      forms,
      inputKey,
      ...seen,
      before: Object.keys(before).filter((key) => !(key in intake.answers)),
      rev,
      isSubmitted: submittedAt !== null,
    },
  };
}

function textAnswers(answers: Answers, forms: readonly IntakeForm[]): Answers {
  const again = new Map(
    forms.flatMap((form) =>
      form.pages.flatMap(({ questions }) =>
        questions
          .filter(({ kind }) => kind !== 'photo' && kind !== 'signature')
          .map((question) => [answerKey(form, question), question] as const),
      ),
    ),
  );
  // A newer version may ask in another way, or offer other choices.
  const isFit = (key: string, answer: Answer | null) => {
    const question = again.get(key);
    return question !== undefined && (answer === null || answerProblem(question, answer) === null);
  };
  return Object.fromEntries(Object.entries(answers).filter(([key, answer]) => isFit(key, answer)));
}
