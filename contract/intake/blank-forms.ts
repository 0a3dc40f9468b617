import { builtInForms } from './built-in/forms.ts';
import type { FormInBoth } from './built-in/in-both.ts';

const asksForPhoto = ({ pages }: FormInBoth) =>
  pages.some(({ questions }) => questions.some(({ kind }) => kind === 'photo'));

/** The forms that are asked of anybody, whichever visit they come for. Photos of cards wait for a connection. */
export const blankForms: readonly FormInBoth[] = builtInForms.filter(
  (form) => Object.keys(form.askedOf).length === 0 && !asksForPhoto(form),
);
