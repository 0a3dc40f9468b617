import { cellOf, sectionOfOrigin, type CellOwner } from './field-keys.ts';
import { allParts } from './note-kinds.ts';

const abouts: Readonly<Record<string, string>> = {
  NoteType: 'Kind of note',
  AlsoTypes: 'Also',
  CosignerProviderId: 'Cosigner',
  TreatmentMinutes: 'Treatment minutes',
};

const titles: ReadonlyMap<string, string> = new Map([
  ...Object.entries(abouts),
  ...allParts.sections.map(({ key, title }) => [key, title] as const),
  ...allParts.elements.map(({ key, label }) => [key, label] as const),
]);

/** What a field of a note is called on screens; the words of its key where nothing else names it. */
export function fieldTitle(field: string): string {
  const known = titles.get(field);
  if (known !== undefined) return known;
  const cell = cellOf(field);
  if (cell?.owner === 'section') return `${fieldTitle(cell.id)}, ${cellFieldName(cell.name)}`;
  return cell ? `${owners[cell.owner].one}, ${cellFieldName(cell.name)}` : spaced(field);
}

const owners: Readonly<Record<CellOwner, { one: string; many: string }>> = {
  measure: { one: 'Measure', many: 'Measures' },
  goal: { one: 'Goal', many: 'Goals' },
  mark: { one: 'Body chart', many: 'Body chart' },
  segment: { one: 'Spine', many: 'Spine' },
  template: { one: 'Template', many: 'Templates' },
  section: { one: 'Section', many: 'Sections' },
};

/** What a field of a cell is called behind the name of its row: `pain`, `end feel`. */
export function cellFieldName(name: string): string {
  return name === 'From' ? 'copied' : spaced(name).toLowerCase();
}

/** The same as the head of a column. */
export function cellColumn(name: string): string {
  return spaced(name);
}

/** The same in a list, where the origin of a section's text goes with the section. */
export function listedTitle(field: string): string {
  return fieldTitle(sectionOfOrigin(field) ?? field);
}

/** Fields in a sentence; of cells only what they are about, since their rows are not known here. */
export function fieldsNamed(fields: readonly string[]): string {
  const nameOf = (field: string) => {
    const cell = cellOf(field);
    return cell && cell.owner !== 'section' ? owners[cell.owner].many : listedTitle(field);
  };
  const names = [...new Set(fields.map(nameOf))];
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** `NotTested` as `Not tested`. */
function spaced(key: string): string {
  const words = key.replaceAll(/(?<=[a-z0-9])([A-Z])/g, (_, letter: string) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
