import { z } from 'zod';
import { DateString, Instant } from '../base/dates.ts';
import { CaseId, PatientId, ReferringProviderId, ScriptId } from '../base/ids.ts';
import { Text } from '../base/text.ts';

/** What staff may write about a script: the order of a referring provider to treat. */
export const ScriptFields = z.object({
  ReferringProviderId: ReferringProviderId.nullable(),
  /** First and last day it orders. */
  Start: DateString.nullable(),
  End: DateString.nullable(),
  /** How many visits it orders; null where it does not say. */
  Visits: z.int().min(1).max(999).nullable(),
  Note: Text(500).nullable(),
});

export const Script = ScriptFields.extend({ ScriptId, PatientId, CaseId, updated_at: Instant });
export type Script = z.output<typeof Script>;

type Terms = Pick<Script, 'Start' | 'End'>;

/** What cannot be of a script as a whole: one sentence by field, empty where all is well. */
export function scriptRefusals(of: Terms): Partial<Record<keyof Terms, string>> {
  if (of.Start !== null && of.End !== null && of.End < of.Start)
    return { End: 'The script cannot end before it begins.' };
  return {};
}
