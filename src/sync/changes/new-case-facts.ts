import type { CustomInput } from '#contract/cases/case.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import { readSetup } from '#local/store/setup.ts';
import type { Fact } from './call-facts.ts';
import { caseFieldName, caseFieldWords, isTyped } from './case-field-words.ts';

/** The ids of the case itself and of whose it is. */
const unsaid = ['CaseId', 'PatientId', 'CustomInputs'];

/** All that was typed of a new case, beside one that is there under its id already. */
export async function newCaseFacts({ input, current }: ParkedCall): Promise<Fact[]> {
  const there = current as Record<string, unknown> | null;
  const typed = Object.entries(input).filter(([field, value]) => !unsaid.includes(field) && isTyped(value));
  const facts = typed.map(async ([field, value]): Promise<Fact> => ({
    name: caseFieldName(field),
    mine: await caseFieldWords(field, value),
    now: there ? await caseFieldWords(field, there[field]) : '',
  }));
  return [...(await Promise.all(facts)), ...(await answerFacts(input['CustomInputs'], there?.['CustomInputs']))];
}

/** Each question of the clinic that was answered. */
async function answerFacts(mine: unknown, there: unknown): Promise<Fact[]> {
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
