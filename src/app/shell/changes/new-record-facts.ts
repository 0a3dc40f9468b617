import type { CustomInput } from '#contract/cases/case.ts';
import type { ParkedCall } from '#local/outbox.ts';
import { readRow } from '#local/reads.ts';
import { readSetup } from '#local/setup.ts';
import type { Fact } from './call-facts.ts';
import { caseFieldName, caseFieldWords, isTyped } from './case-field-words.ts';

/** The ids of the record itself and of whose it is; the case of a script is told by its title. */
const unsaid = ['CaseId', 'PatientId', 'ScriptId', 'AuthorizationId', 'CustomInputs'];

/** All that was typed of a new case, script or authorization, beside one that stands under its id already. */
export async function newRecordFacts({ name, input, current }: ParkedCall): Promise<Fact[]> {
  const there = current as Record<string, unknown> | null;
  const typed = Object.entries(input).filter(([field, value]) => !unsaid.includes(field) && isTyped(value));
  const facts = typed.map(async ([field, value]): Promise<Fact> => ({
    name: caseFieldName(field),
    mine: await caseFieldWords(field, value),
    now: there ? await caseFieldWords(field, there[field]) : '',
  }));
  return [
    ...(name === 'cases.create' ? [] : await caseFact(input)),
    ...(await Promise.all(facts)),
    ...(await answerFacts(input['CustomInputs'], there?.['CustomInputs'])),
  ];
}

async function caseFact({ CaseId }: ParkedCall['input']): Promise<Fact[]> {
  const of = await readRow('cases', String(CaseId));
  return of ? [{ name: 'Case', mine: of.Title, now: '' }] : [];
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
