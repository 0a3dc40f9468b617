import { z } from 'zod';
import { isRealDate } from '#contract/base/dates.ts';
import { AuthorizationFields, authorizationRefusals, type Authorization } from '#contract/cases/authorization.ts';
import { maybeDate, numberOrNull, textOrNull, wholeNumber } from './form-parts.ts';

/** What is typed; empty text is a missing value. */
export const AuthorizationForm = z
  .object({
    InsuranceId: z.string({ error: 'Choose the policy.' }),
    Number: z.string().trim().max(50, 'At most 50 characters.'),
    Status: AuthorizationFields.shape.Status,
    Kind: AuthorizationFields.shape.Kind,
    Allowed: wholeNumber(1, 999),
    Start: maybeDate,
    End: maybeDate,
    CountRule: AuthorizationFields.shape.CountRule,
    Note: z.string().max(500, 'At most 500 characters.'),
  })
  .superRefine((form, { addIssue }) => {
    if (![form.Start, form.End].every((one) => one === null || isRealDate(one))) return;
    const Allowed = form.Kind === 'dates' ? null : numberOrNull(form.Allowed);
    for (const [field, message] of Object.entries(authorizationRefusals({ ...form, Allowed })))
      addIssue({ code: 'custom', path: [field], message });
  });

export type AuthorizationFormValues = Omit<z.input<typeof AuthorizationForm>, 'InsuranceId'> & {
  InsuranceId: string | null;
};

export function authorizationForm(of: Authorization | null, InsuranceId: string | null): AuthorizationFormValues {
  return {
    InsuranceId: of?.InsuranceId ?? InsuranceId,
    Number: of?.Number ?? '',
    Status: of?.Status ?? 'approved',
    Kind: of?.Kind ?? 'visits',
    Allowed: of?.Allowed ? String(of.Allowed) : '',
    Start: of?.Start ?? null,
    End: of?.End ?? null,
    CountRule: of?.CountRule ?? 'signed',
    Note: of?.Note ?? '',
  };
}

/** The fields of the contract from a form that passed its schema. */
export function authorizationFields(values: AuthorizationFormValues): z.output<typeof AuthorizationFields> {
  return AuthorizationFields.parse({
    ...values,
    Number: textOrNull(values.Number),
    Allowed: values.Kind === 'dates' ? null : numberOrNull(values.Allowed),
    Note: textOrNull(values.Note),
  });
}
