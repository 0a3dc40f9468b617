/** The newest version of a form that the clinic has written. */
export type PublishedForm<F> = { form: F; replaces: string | null };

/** Those of Mainstay, each replaced by the clinic's own where it has one, then what the clinic has besides. */
export function formsInUse<F extends { IntakeFormId: string }>(
  builtIn: readonly F[],
  own: readonly PublishedForm<F>[],
): F[] {
  const known = new Set(builtIn.map(({ IntakeFormId }) => IntakeFormId));
  const replaced = (of: F) => own.find(({ replaces }) => replaces === of.IntakeFormId)?.form ?? of;
  const besides = own.filter(({ replaces }) => replaces === null || !known.has(replaces));
  return [...builtIn.map(replaced), ...besides.map(({ form }) => form)];
}
