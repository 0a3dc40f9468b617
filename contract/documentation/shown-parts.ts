import { showDate } from '../base/dates.ts';
import { fieldTitle } from './field-titles.ts';
import { kindOf, noteKinds, type ElementSpec } from './note-kinds.ts';
import type { NoteRow } from './note-field.ts';
import type { SectionSpec } from './used-templates.ts';

/** The sections of a note in the order they are read: those of its kind, then whatever else was written. */
export function sectionsOf(note: NoteRow): SectionSpec[] {
  const { sections } = kindOf(note);
  const others = Object.keys(note.Sections).filter(
    (key) => note.Sections[key]?.trim() && !sections.some((one) => one.key === key),
  );
  return [...sections, ...others.map((key) => ({ key, title: fieldTitle(key), prompt: '', isRequired: false }))];
}

/** The elements of a note that say something, in words. */
export function elementsOf(note: NoteRow): { key: string; label: string; words: string }[] {
  const { elements } = kindOf(note);
  const keys = new Set([...elements.map(({ key }) => key), ...Object.keys(note.Elements)]);
  return [...keys].flatMap((key) => {
    const value = note.Elements[key];
    return value ? [{ key, label: fieldTitle(key), words: elementWords(key, value) }] : [];
  });
}

const specs: ReadonlyMap<string, ElementSpec> = new Map(
  Object.values(noteKinds).flatMap(({ elements }) => elements.map((one) => [one.key, one] as const)),
);

/** What an element says on screen: the name of a choice, a date, or the line as it was typed. */
export function elementWords(key: string, value: string): string {
  const spec = specs.get(key);
  if (spec?.is === 'choice') return spec.options[value] ?? value;
  return spec?.is === 'day' ? showDate(value) : value;
}
