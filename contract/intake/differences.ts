import { nationalDigits } from '../base/phone.ts';
import type { Patient } from '../patients/patient.ts';
import { intakeFields, type IntakeDifference, type IntakeField } from '../visits/visit.ts';
import { isAnswered, stepsOf } from './show-if.ts';
import { answerKey, type Answers, type IntakeForm } from './form.ts';

/**
 * Where the answers differ from the chart, in the order of the chart's fields (spec 4, intakeConflict). What is left
 * empty says nothing; another way of writing the same is no difference.
 */
export function differencesOf(
  forms: readonly IntakeForm[],
  answers: Answers,
  patient: Pick<Patient, IntakeField>,
): IntakeDifference[] {
  const given = answeredFields(forms, answers);
  return intakeFields.flatMap((field): IntakeDifference[] => {
    const intake = given.get(field);
    const chart = patient[field];
    if (intake === undefined || plain(field, chart ?? '') === plain(field, intake)) return [];
    return [{ field, chart, intake }];
  });
}

/** What the chart would say of each field, as it is written there. */
function answeredFields(forms: readonly IntakeForm[], answers: Answers): Map<IntakeField, string> {
  const found = new Map<IntakeField, string>();
  for (const { form, questions } of stepsOf(forms, answers)) {
    for (const question of questions) {
      const answer = answers[answerKey(form, question)];
      if (!('field' in question) || question.field === undefined || typeof answer !== 'string') continue;
      if (isAnswered(answer)) found.set(question.field, asWritten(question.field, answer.trim()));
    }
  }
  return found;
}

function asWritten(field: IntakeField, text: string): string {
  if (field === 'Phone') return nationalDigits(text) ?? text;
  return field === 'StateOrProvince' ? text.toUpperCase() : text;
}

function plain(field: IntakeField, text: string): string {
  const spaced = text.trim().replace(/\s+/g, ' ').toLowerCase();
  if (field === 'Phone') return nationalDigits(text) ?? spaced;
  return field === 'PostalCode' ? spaced.replace('-', '') : spaced;
}
