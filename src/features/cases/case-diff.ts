import { capitalized } from '#contract/base/nouns.ts';
import { onCase, type OnCase } from '#contract/cases/seen-on-case.ts';
import type { CustomInput } from '#contract/cases/case.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import { readRow } from '#local/reads/reads.ts';
import type { FieldDiff } from '#local/reads/record-diff.ts';
import { readSetup } from '#local/store/setup.ts';
import { changesOf, shown } from '#sync/field-words.ts';
import { caseFieldName, caseFieldWords, isTyped } from './case-field-words.ts';
import { caseNow, isDiagnosisClash } from './diagnosis-clash.ts';

/** The ids of the case itself and of whose it is. */
const unsaid = ['CaseId', 'PatientId', 'CustomInputs'];

/** All that was typed of a new case, beside one that is there under its id already. */
export async function newCaseDiff({ input, current }: ParkedCall): Promise<FieldDiff[]> {
  const there = current as Record<string, unknown> | null;
  const typed = Object.entries(input).filter(([field, value]) => !unsaid.includes(field) && isTyped(value));
  const diff = typed.map(async ([field, value]): Promise<FieldDiff> => ({
    name: caseFieldName(field),
    mine: await caseFieldWords(field, value),
    now: there ? await caseFieldWords(field, there[field]) : '',
  }));
  return [...(await Promise.all(diff)), ...(await answerDiff(input['CustomInputs'], there?.['CustomInputs']))];
}

/** Each question of the clinic that was answered. */
async function answerDiff(mine: unknown, there: unknown): Promise<FieldDiff[]> {
  const asked = (await readSetup())?.activeCustomCaseInputs ?? [];
  return answersIn(mine).map(({ CustomCaseInputId: id, Value }) => {
    const now = answersIn(there).find((one) => one.CustomCaseInputId === id)?.Value;
    const name = asked.find((one) => one.CustomCaseInputId === id)?.Label ?? 'Answer';
    return { name, mine: Value, now: now ?? (there ? '-' : '') };
  });
}

function answersIn(list: unknown): CustomInput[] {
  return Array.isArray(list) ? (list as CustomInput[]) : [];
}

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
