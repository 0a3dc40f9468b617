import { mergeSet } from '../base/merge-set.ts';
import { consentOf, mergedConsent, type MessageConsent } from './consent.ts';

/**
 * What a patient's changed fields become (sync.md): alerts are a set, so what each side added or took out
 * holds; consent is kept for each channel by itself; of every other field the last arrival wins, and the value it replaced stays in the audit log.
 */
export function mergedFields<Changes extends { alerts?: string[]; MessageConsent?: MessageConsent | undefined }>(
  patient: { alerts: string[]; MessageConsent?: MessageConsent | undefined },
  changes: Changes,
  base: Record<string, unknown>,
): Changes {
  const { alerts, MessageConsent: consent } = changes;
  return {
    ...changes,
    ...(alerts && { alerts: mergeSet(patient.alerts, alerts, base['alerts']) }),
    ...(consent && { MessageConsent: mergedConsent(consentOf(patient), consent, base['MessageConsent']) }),
  };
}
