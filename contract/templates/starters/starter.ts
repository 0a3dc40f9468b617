import type { FieldsOf } from '../../record/record.ts';
import { builtInId } from '../../measures/measure-ids.ts';
import type { evalTemplate } from '../eval-template.ts';
import { sectionKeyOf } from '../section-key.ts';
import type { textTemplate } from '../text-template.ts';

/** What a clinic may begin with; whose it is, is said when it is copied. */
export type EvalStarter = Omit<FieldsOf<typeof evalTemplate>, 'OwnerUserId'>;
export type TextStarter = Omit<FieldsOf<typeof textTemplate>, 'OwnerUserId'>;

type Told = { title: string; prompt: string; optional?: true };

/** Sections by their titles; required unless they say otherwise. */
export function sections(...told: Told[]): EvalStarter['Sections'] {
  const keys: string[] = [];
  return told.map(({ title, prompt, optional = false }) => {
    const key = sectionKeyOf(title, keys);
    keys.push(key);
    return { key, title, prompt, required: !optional };
  });
}

type Mode = EvalStarter['Measurements'][number]['Mode'];

/** Built-in measures by their keys, on both sides where they have sides. */
export function measures(Mode: Mode, ...keys: string[]): EvalStarter['Measurements'] {
  return keys.map((key) => ({ EvalMeasurementId: builtInId(key), Mode, Side: null }));
}

export function goal(Term: 'short' | 'long', Text: string): EvalStarter['GoalTexts'][number] {
  return { Term, GoalType: 'Function', Text };
}
