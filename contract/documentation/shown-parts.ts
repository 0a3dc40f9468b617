import { isRealDate, showDate } from '../base/dates.ts';
import { fieldTitle } from './field-titles.ts';
import { allParts, kindOf } from './note-kinds.ts';
import type { ElementSpec, SectionSpec } from './part-specs.ts';
import { allAskers, type Asker } from './asked-parts.ts';
import type { NoteRow } from './note-field.ts';

/** The sections of a note in the order they are read: those asked of it, then whatever else was written. */
export function sectionsOf(note: NoteRow, askers: readonly Asker[] = []): SectionSpec[] {
  const isAsked = new Set(kindOf(note, askers).sections.map(({ key }) => key));
  const isWritten = (key: string) => Boolean(note.Sections[key]?.trim());
  // What a payer asks for stays where it was written, also for who reads it alone.
  const sections = kindOf(note, allAskers).sections.filter(({ key }) => isAsked.has(key) || isWritten(key));
  const others = Object.keys(note.Sections).filter((key) => isWritten(key) && !sections.some((one) => one.key === key));
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

const specs: ReadonlyMap<string, ElementSpec> = new Map(allParts.elements.map((one) => [one.key, one] as const));

/** What an element says on screen: the name of a choice, a date, or the line as it was typed. */
export function elementWords(key: string, value: string): string {
  const spec = specs.get(key);
  if (spec?.is === 'choice') return Object.hasOwn(spec.options, value) ? (spec.options[value] ?? value) : value;
  return spec?.is === 'day' && isRealDate(value) ? showDate(value) : value;
}
