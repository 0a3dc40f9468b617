/** The sentence of a field of a form, or null. */
export function sentenceOf(errors: Record<string, unknown>, field: string): string | null {
  const message = errors[field];
  return typeof message === 'string' ? message : null;
}

/** `changes.Title` of a call is `Title` of its form, as `patient.Email` is `Email`. */
export function ofForm(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([path, sentence]) => [
      path.replace(/^(changes|patient|insurances\.0)\./, ''),
      sentence,
    ]),
  );
}
