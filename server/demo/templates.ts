import { evalStarters } from '#contract/templates/starters/evals.ts';
import { textStarters } from '#contract/templates/starters/texts.ts';
import type { ClinicSpec } from './clinic.ts';
import { demoId } from './ids.ts';

/** A clinic that copied some of the built-in templates, and one text of a therapist’s own. */
export function templateRows({ site }: ClinicSpec): { eval_templates: object[]; text_templates: object[] } {
  const shared = { site, OwnerUserId: null };
  const evals = evalStarters.filter(({ Discipline }) => Discipline === 'PT' || Discipline === null);
  const own = {
    Title: 'My stairs cue',
    Body: 'Cued {{which leg}} first on the way up, the other one first on the way down.',
    SectionKeys: ['Objective'],
    OwnerUserId: demoId(site, 'user', 'pt'),
  };
  return {
    eval_templates: evals.map((starter) => ({
      ...shared,
      ...starter,
      EvalTemplateId: demoId(site, 'eval template', starter.Name),
    })),
    text_templates: [...textStarters.slice(0, 3).map((starter) => ({ ...shared, ...starter })), { site, ...own }].map(
      (row) => ({ ...row, TextTemplateId: demoId(site, 'text template', row.Title) }),
    ),
  };
}
