import { mergeSet } from '../base/merge-set.ts';
import type { Patient } from './patient.ts';

/**
 * What a patient's changed fields become (sync.md): alerts are a set, so what each side added or took out
 * holds; of every other field the last arrival wins, and the value it replaced stays in the audit log.
 */
export function mergedFields<Changes extends { alerts?: string[] }>(
  patient: Pick<Patient, 'alerts'>,
  changes: Changes,
  base: Record<string, unknown>,
): Changes {
  return changes.alerts ? { ...changes, alerts: mergeSet(patient.alerts, changes.alerts, base['alerts']) } : changes;
}
