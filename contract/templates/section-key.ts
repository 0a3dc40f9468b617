import { noteKinds } from '../documentation/note-kinds.ts';

const known: ReadonlyMap<string, string> = new Map(
  Object.values(noteKinds).flatMap(({ sections }) => sections.map(({ key, title }) => [title.toLowerCase(), key])),
);

/** The sections that kinds of notes have by themselves, by their keys. */
export const knownSections: ReadonlyMap<string, string> = new Map(
  Object.values(noteKinds).flatMap(({ sections }) => sections.map(({ key, title }) => [key, title])),
);

/**
 * The key that a section of a template gets by its title: that of a section that notes have anyway, else the words of
 * the title, so that the key still reads like it. A key that is taken gets a number.
 */
export function sectionKeyOf(title: string, taken: readonly string[]): string {
  const free = (key: string) => !taken.includes(key);
  const same = known.get(title.trim().toLowerCase());
  if (same !== undefined && free(same)) return same;
  const words =
    title
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .match(/[A-Za-z0-9]+/g) ?? [];
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()).join('');
  const begun = joined.replace(/^[0-9]+/, '').slice(0, 36) || unnamed;
  const base = begun.charAt(0).toUpperCase() + begun.slice(1);
  if (free(base)) return base;
  for (let number = 2; ; number += 1) if (free(`${base}${number}`)) return `${base}${number}`;
}

const unnamed = 'Section';

/** Whether a section got its key before it had a title. */
export function isUnnamed(key: string): boolean {
  return /^Section\d*$/.test(key);
}
