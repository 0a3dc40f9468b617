import { goalTerms } from '#contract/cases/goal.ts';
import { blanksOf } from '#contract/documentation/blanks.ts';
import type { EvalTemplate } from '#contract/templates/eval-template.ts';
import type { ReactNode } from 'react';
import classes from './template-preview.module.css';

type Props = { of: Pick<EvalTemplate, 'Sections' | 'Measurements' | 'GoalTexts'> };

/** What a template brings to a note, to be read before it is used. */
export function TemplatePreview({ of: { Sections, Measurements, GoalTexts } }: Props) {
  return (
    <div className={classes.preview}>
      {Sections.length > 0 && (
        <dl className={classes.sections}>
          {Sections.map(({ key, title, prompt, required }) => (
            <div key={key}>
              <dt>{required ? `${title} (required)` : title}</dt>
              {prompt && <dd>{prompt}</dd>}
            </div>
          ))}
        </dl>
      )}
      {Measurements.length > 0 && (
        <p className={classes.line}>
          {Measurements.length} {Measurements.length === 1 ? 'measure' : 'measures'}
        </p>
      )}
      {GoalTexts.length > 0 && (
        <ul className={classes.goals} aria-label="Goals">
          {GoalTexts.map(({ Term, Text }) => (
            <li key={Text}>
              {goalTerms[Term]}: {Text}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** A text with its blanks marked. */
export function TextPreview({ children: text }: { children: string }) {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const { start, end, text: blank } of blanksOf(text)) {
    parts.push(text.slice(from, start), <mark key={start}>{blank}</mark>);
    from = end;
  }
  return (
    <p className={classes.text}>
      {parts}
      {text.slice(from)}
    </p>
  );
}
