import { z } from 'zod';
import { isRealDate } from '#contract/base/dates.ts';
import { ScriptFields, scriptRefusals, type Script } from '#contract/cases/script.ts';
import { date, maybeDate, numberOrNull, textOrNull, wholeNumber } from './form-parts.ts';

/** What is typed; empty text is a missing value. */
export const ScriptForm = z
  .object({
    ReferringProviderId: z.string().nullable(),
    Start: date('Enter the first day of the script.'),
    End: maybeDate,
    Visits: wholeNumber(1, 999),
    Note: z.string().max(500, 'At most 500 characters.'),
  })
  .superRefine(({ Start, End }, { addIssue }) => {
    if (!isRealDate(Start) || (End !== null && !isRealDate(End))) return;
    for (const [field, message] of Object.entries(scriptRefusals({ Start, End })))
      addIssue({ code: 'custom', path: [field], message });
  });

export type ScriptFormValues = Omit<z.input<typeof ScriptForm>, 'Start'> & { Start: string | null };

export function scriptForm(of: Script | null, ReferringProviderId: string | null): ScriptFormValues {
  return {
    ReferringProviderId: of ? of.ReferringProviderId : ReferringProviderId,
    Start: of?.Start ?? null,
    End: of?.End ?? null,
    Visits: of?.Visits ? String(of.Visits) : '',
    Note: of?.Note ?? '',
  };
}

/** The fields of the contract from a form that passed its schema. */
export function scriptFields(values: ScriptFormValues): z.output<typeof ScriptFields> {
  return ScriptFields.parse({
    ...values,
    Visits: numberOrNull(values.Visits),
    Note: textOrNull(values.Note),
  });
}
