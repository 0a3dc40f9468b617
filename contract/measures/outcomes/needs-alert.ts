import type { OutcomeAnswer } from './outcome-response.ts';
import { selfHarmItem } from './mood.ts';

/** What has to be answered by the clinician before the note can be signed. */
export type OutcomeAlert = { ItemKey: string; Value: number; sentence: string };

/** The alert that answers demand at once, whatever the score and also while others are missing; null if none. */
export function needsAlert(key: string, answers: readonly OutcomeAnswer[] | null): OutcomeAlert | null {
  if (key !== 'phq9') return null;
  const answer = answers?.find(({ ItemKey, Value }) => ItemKey === selfHarmItem && (Value ?? 0) > 0);
  if (!answer || answer.Value === null) return null;
  return {
    ItemKey: selfHarmItem,
    Value: answer.Value,
    sentence: 'The patient reports thoughts of death or self-harm (PHQ-9 item 9). Record what you did before you sign.',
  };
}
