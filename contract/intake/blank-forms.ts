import type { AskedOf, FormPage } from './form.ts';

/** Whether a form is asked of anybody, whichever visit they come for. */
export function isAskedOfAll({ askedOf }: { askedOf: AskedOf }): boolean {
  return Object.values(askedOf).every((only) => only === undefined);
}

/** Whether it can be filled in without a connection: photos of cards wait for one. */
export function takesNoPhoto({
  pages,
}: {
  pages: readonly { questions: readonly Pick<FormPage['questions'][number], 'kind'>[] }[];
}): boolean {
  return !pages.some(({ questions }) => questions.some(({ kind }) => kind === 'photo'));
}
