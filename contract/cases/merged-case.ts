import { isSameValue } from '../base/same-value.ts';
import type { CustomInput, Diagnosis } from './case-lists.ts';
import type { KeptField } from './kept-fields.ts';

type Lists = { Diagnoses: Diagnosis[]; CustomInputs: CustomInput[] };

/**
 * What a case's changed fields become (sync.md). Diagnoses are clinical: where somebody else changed them since `base`,
 * theirs stay and the caller hears of it. Each question of the clinic is answered by itself. Of every other field the last
 * arrival wins, and the value it replaced stays in the audit log.
 */
export function mergedCase<C extends Partial<Lists>>(
  before: Lists,
  changes: C,
  base: Record<string, unknown>,
): { merged: C; kept: KeptField[] } {
  const merged = { ...changes };
  const kept: KeptField[] = [];
  if (merged.Diagnoses && base['Diagnoses'] !== undefined) {
    const isTheirs =
      !isSameValue(before.Diagnoses, base['Diagnoses']) && !isSameValue(before.Diagnoses, merged.Diagnoses);
    if (isTheirs) {
      delete merged.Diagnoses;
      kept.push('Diagnoses');
    }
  }
  if (merged.CustomInputs) merged.CustomInputs = mergedAnswers(before.CustomInputs, merged.CustomInputs, base);
  return { merged, kept };
}

/** Answers I changed are mine, all others theirs. */
function mergedAnswers(theirs: CustomInput[], mine: CustomInput[], base: Record<string, unknown>): CustomInput[] {
  const was = base['CustomInputs'];
  if (!Array.isArray(was)) return mine;
  const answersOf = (list: readonly CustomInput[]) => new Map(list.map((one) => [one.CustomCaseInputId, one.Value]));
  const [before, wanted, there] = [answersOf(was as CustomInput[]), answersOf(mine), answersOf(theirs)];
  const ids = [...new Set([...there.keys(), ...wanted.keys()])];
  return ids.flatMap((CustomCaseInputId) => {
    const isMine = wanted.get(CustomCaseInputId) !== before.get(CustomCaseInputId);
    const Value = (isMine ? wanted : there).get(CustomCaseInputId);
    return Value === undefined ? [] : [{ CustomCaseInputId, Value }];
  });
}
