import type { CustomInput } from '#contract/cases/case.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import type { FieldDiff } from '#local/reads/record-diff.ts';
import { readSetup } from '#local/store/setup.ts';
import { caseFieldName, caseFieldWords, isTyped } from './case-field-words.ts';

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
