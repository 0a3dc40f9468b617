import { builtInForms } from '#contract/intake/built-in/forms.ts';
import type { FormInBoth } from '#contract/intake/built-in/in-both.ts';
import { disciplineNames } from '#contract/cases/case-words.ts';

/** Its title, with the discipline where several have the same. */
export function nameOfBuiltIn({ title: [english], askedOf: { Disciplines } }: FormInBoth): string {
  const isShared = builtInForms.filter(({ title }) => title[0] === english).length > 1;
  const [one] = Disciplines ?? [];
  return isShared && one !== undefined
    ? `${english}, ${disciplineNames[one as keyof typeof disciplineNames]}`
    : english;
}

export function builtInName(id: string): string {
  const form = builtInForms.find(({ IntakeFormId }) => IntakeFormId === id);
  return form ? nameOfBuiltIn(form) : id;
}
