import { capitalized, manyOf } from '#contract/base/nouns.ts';
import { dischargeReasons, type DischargeReason } from '#contract/cases/discharge-reason.ts';
import { onCase, type OnCase } from '#contract/cases/seen-on-case.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import { readRow } from '#local/reads/reads.ts';
import type { FieldDiff } from '#local/reads/record-diff.ts';
import { shown } from '#sync/field-words.ts';

export async function dischargeDiff({ input, current }: ParkedCall): Promise<FieldDiff[]> {
  const row =
    (await readRow('cases', String(input['id']))) ??
    (current as { DischargedAt?: unknown; DischargeReason?: unknown } | null);
  const dayOf = (day: unknown) => (day ? shown('DischargedAt', day) : 'Not discharged');
  const wordOf = (reason: unknown) => dischargeReasons[reason as DischargeReason] ?? 'No reason';
  const day = { name: 'Discharged', mine: dayOf(input['DischargedAt']), now: dayOf(row?.DischargedAt) };
  const reason = { name: 'Reason', mine: wordOf(input['DischargeReason']), now: wordOf(row?.DischargeReason) };
  // Without one, that of the case or of its discharge note stays.
  const isSaid = input['DischargeReason'] !== undefined;
  return isSaid && reason.mine !== reason.now ? [day, reason] : [day];
}

/** All that would go with a case now. */
export function removedCaseDiff({ kind, current }: ParkedCall): FieldDiff[] | null {
  if (kind !== 'changed-elsewhere') return null;
  const now = (current ?? {}) as OnCase;
  return onCase
    .map(({ entity, noun, brief }) => ({
      name: capitalized(manyOf(noun)),
      mine: 'Removed',
      now: (now[entity] ?? []).map(brief).join('; '),
    }))
    .filter((field) => field.now !== '');
}
