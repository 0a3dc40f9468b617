import type { UsedTemplate } from '../templates/template-section.ts';
import type { Cells } from './cell-values.ts';
import { cellOf } from './field-keys.ts';
import type { SectionSpec } from './part-specs.ts';

/** The templates that a note uses, as they were when they were applied; the same order on every device. */
export function usedTemplates(cells: Cells): (UsedTemplate & { EvalTemplateId: string })[] {
  return Object.entries(cells)
    .flatMap(([field, value]) => {
      const cell = cellOf(field);
      return cell?.owner === 'template' && cell.name === 'Used' && isUsed(value)
        ? [{ ...value, EvalTemplateId: cell.id }]
        : [];
    })
    .toSorted((a, b) => (a.EvalTemplateId < b.EvalTemplateId ? -1 : 1));
}

/** The text templates that were inserted in a note, by their ids. */
export function insertedTexts(cells: Cells): string[] {
  return Object.entries(cells).flatMap(([field, value]) => {
    const cell = Array.isArray(value) && value.length > 0 ? cellOf(field) : null;
    return cell?.owner === 'template' && cell.name === 'Inserted' ? [cell.id] : [];
  });
}

function isUsed(value: unknown): value is UsedTemplate {
  return typeof value === 'object' && value !== null && 'Sections' in value;
}

/**
 * The sections of a kind of note with those of the templates it uses. One that both have takes the prompt of the
 * template; another one stands behind the section that it follows in the template, or before the one that follows it.
 */
export function withTemplates(sections: readonly SectionSpec[], used: readonly UsedTemplate[]): SectionSpec[] {
  const all = [...sections];
  for (const { Sections } of used) {
    for (const [at, { key, title, prompt, required }] of Sections.entries()) {
      const known = all.findIndex((one) => one.key === key);
      const there = all[known];
      if (there) {
        all[known] = { ...there, prompt: prompt || there.prompt, isRequired: there.isRequired || required };
        continue;
      }
      const place = placeOf(all, Sections.slice(0, at), Sections.slice(at + 1));
      all.splice(place, 0, { key, title, prompt: prompt ?? '', isRequired: required });
    }
  }
  return all;
}

type Keyed = { key: string };

function placeOf(all: readonly Keyed[], before: readonly Keyed[], after: readonly Keyed[]): number {
  const previous = before.at(-1);
  if (previous) return all.findIndex(({ key }) => key === previous.key) + 1;
  const next = all.findIndex(({ key }) => after.some((one) => one.key === key));
  return next < 0 ? all.length : next;
}
