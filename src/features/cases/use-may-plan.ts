import type { CaseId } from '#contract/base/ids.ts';
import { careRefusal } from '#contract/documentation/ready-to-sign.ts';
import { isAssistant } from '#contract/providers/provider.ts';
import { readPayersOfCase } from '#local/reads/cases.ts';
import { useClinicToday } from '#shared/hooks/use-clinic-now.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { useNoteWriter } from '#shared/hooks/use-note-writer.ts';
import { useCurrentUser } from '#shared/session.ts';

/** Whether this person writes in a case, as they would write its notes; not while that cannot be told yet. */
export function useMayWriteCare(of: CaseId): boolean {
  const today = useClinicToday();
  const payers = useLiveValue(() => readPayersOfCase(of, today), [of, today]);
  const writer = useNoteWriter(payers ?? []);
  return payers !== undefined && careRefusal(writer) === null;
}

/**
 * Whether this person sets goals and plans care in a case: a therapist whose notes permission lets them write there, or staff
 * who write notes and treat nobody.
 */
export function useMayPlan(of: CaseId): boolean {
  const { provider } = useCurrentUser();
  const mayWrite = useMayWriteCare(of);
  return mayWrite && !(provider && isAssistant(provider.Type));
}
