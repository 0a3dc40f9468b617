import type { CaseId } from '#contract/base/ids.ts';
import { careRefusal } from '#contract/documentation/ready-to-sign.ts';
import { isAssistant } from '#contract/providers/provider.ts';
import { readPayersOfCase } from '#local/reads/cases.ts';
import { useClinicToday } from '#shared/hooks/use-clinic-now.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { useNoteWriter } from '#shared/hooks/use-note-writer.ts';
import { useCurrentUser, useMay } from '#shared/session.ts';

/** Whether this person writes in a case, as they would write its notes; not while that cannot be told yet. */
function useMayWrite(of: CaseId, isOffice: boolean): boolean {
  const today = useClinicToday();
  const payers = useLiveValue(() => readPayersOfCase(of, today), [of, today]);
  const writer = useNoteWriter(payers ?? []);
  const can = isOffice ? [...writer.can, 'write notes'] : writer.can;
  return payers !== undefined && careRefusal({ ...writer, can }) === null;
}

/** Whether this person writes what belongs to the notes of a case, such as its home program. */
export function useMayWriteCare(of: CaseId): boolean {
  return useMayWrite(of, false);
}

/** Whether this person records what happened to a plan of care: who keeps charts, or writes notes in the case. */
export function useMayStamp(of: CaseId): boolean {
  return useMayWrite(of, useMay('edit patients'));
}

/**
 * Whether this person sets goals and plans care in a case: a therapist whose notes permission lets them write there, or staff
 * who write notes and treat nobody.
 */
export function useMayPlan(of: CaseId): boolean {
  const { provider } = useCurrentUser();
  const mayWrite = useMayWrite(of, false);
  return mayWrite && !(provider && isAssistant(provider.Type));
}
