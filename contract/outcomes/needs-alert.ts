import type { OutcomeAnswer } from './outcome-response.ts';

/** The item of the PHQ-9 that asks about thoughts of death and self-harm. */
const selfHarm = { MeasureKey: 'phq9', ItemKey: '9' };

/** What a note says of such answers: this element. */
export const alertElement = 'selfHarmResponse';

/** Whether answers demand that somebody acts at once, whatever the score and also while others are missing. */
export function needsAlert(MeasureKey: string, answers: readonly OutcomeAnswer[] | null): boolean {
  if (MeasureKey !== selfHarm.MeasureKey) return false;
  return Boolean(answers?.some(({ ItemKey, Value }) => ItemKey === selfHarm.ItemKey && (Value ?? 0) > 0));
}

export const alertSentence =
  'The patient reports thoughts of death or self-harm (PHQ-9 item 9). Record your response before you sign.';

type Alerting = { MeasureKey: string; Answers: readonly OutcomeAnswer[] | null };

/** Whether a note still has to say what was done about one of its own responses; corrected ones count too. */
export function alertsToSign(
  elements: Readonly<Record<string, string | null>>,
  responses: readonly Alerting[],
): string[] {
  const isAsked = responses.some(({ MeasureKey, Answers }) => needsAlert(MeasureKey, Answers));
  return isAsked && !elements[alertElement]?.trim() ? [alertSentence] : [];
}

/** Why a note that was not signed is not removed, or null: the response to its own answers would be asked for no more. */
export function keptForAlert(responses: readonly Alerting[]): string | null {
  return responses.some(({ MeasureKey, Answers }) => needsAlert(MeasureKey, Answers))
    ? 'Answers in this note need a response, so it can’t be removed. Record the response, then sign the note.'
    : null;
}
