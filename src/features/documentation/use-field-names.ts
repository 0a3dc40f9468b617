import type { FieldNames } from '#contract/documentation/field-words.ts';
import { plainFieldNames, readFieldNames } from '#local/reads/note-field-names.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';

/** How fields of a note are called and read; cells by the rows they are about once these are read. */
export function useFieldNames(fields: readonly string[]): FieldNames {
  return useLiveValue(() => readFieldNames(fields), [fields.join()]) ?? plainFieldNames;
}
