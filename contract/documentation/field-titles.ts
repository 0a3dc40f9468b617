import { noteKinds } from './note-kinds.ts';

const abouts: Readonly<Record<string, string>> = {
  NoteType: 'Kind of note',
  AlsoTypes: 'Also',
  CosignerProviderId: 'Cosigner',
  TreatmentMinutes: 'Treatment minutes',
};

const titles: ReadonlyMap<string, string> = new Map([
  ...Object.entries(abouts),
  ...Object.values(noteKinds).flatMap(({ sections, elements }) => [
    ...sections.map(({ key, title }) => [key, title] as const),
    ...elements.map(({ key, label }) => [key, label] as const),
  ]),
]);

/** What a field of a note is called on screens; the words of its key where nothing else names it. */
export function fieldTitle(field: string): string {
  const known = titles.get(field);
  if (known !== undefined) return known;
  const words = field.replaceAll(/(?<=[a-z0-9])([A-Z])/g, (_, letter: string) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
