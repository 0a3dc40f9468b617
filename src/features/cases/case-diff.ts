import { capitalized } from '#contract/base/nouns.ts';
import { onCase, type OnCase } from '#contract/cases/seen-on-case.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import { readRow } from '#local/reads/reads.ts';
import type { FieldDiff } from '#local/reads/record-diff.ts';
import { changesOf, shown } from '#sync/field-words.ts';
import { caseFieldName, caseFieldWords } from './case-field-words.ts';
import { caseNow, isDiagnosisClash } from './diagnosis-clash.ts';

/** Each changed field against the case as it is now; of diagnoses that met others, also as they were before. */
export async function caseDiff(call: ParkedCall): Promise<FieldDiff[]> {
  const isClash = isDiagnosisClash(call);
  const changes = changesOf(call, isClash ? await caseNow(call) : await readRow('cases', String(call.input['id'])));
  const diff = changes.map(async ({ field, mine, now }) => ({
    name: caseFieldName(field),
    ...(isClash && field === 'Diagnoses' && { before: shown(field, call.base[field]) }),
    mine: await caseFieldWords(field, mine),
    now: await caseFieldWords(field, now),
  }));
  return Promise.all(diff);
}

export async function dischargeDiff({ input, current }: ParkedCall): Promise<FieldDiff[]> {
  const row = (await readRow('cases', String(input['id']))) ?? (current as { DischargedAt?: unknown } | null);
  const dayOf = (day: unknown) => (day ? shown('DischargedAt', day) : 'Not discharged');
  return [{ name: 'Discharged', mine: dayOf(input['DischargedAt']), now: dayOf(row?.DischargedAt) }];
}

/** All that would go with a case now. */
export function removedCaseDiff({ kind, current }: ParkedCall): FieldDiff[] | null {
  if (kind !== 'changed-elsewhere') return null;
  const now = (current ?? {}) as OnCase;
  return onCase
    .map(({ entity, noun, brief }) => ({
      name: capitalized(`${noun}s`),
      mine: 'Removed',
      now: (now[entity] ?? []).map(brief).join('; '),
    }))
    .filter((field) => field.now !== '');
}
