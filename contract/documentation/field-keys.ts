import { spinalSegments } from '../measures/spine/segments.ts';

/** Sections begin with a capital letter, elements with a small one: a field of a note has one name. */
export const sectionKeys = /^[A-Z][A-Za-z0-9]{0,39}$/;
export const elementKeys = /^[a-z][A-Za-z0-9]{0,39}$/;

/**
 * Rows of a case, marks, segments of the spine, templates and sections that a note says something of in cells, and the
 * fields of such a cell.
 */
export const cellFields = {
  measure: ['Value', 'Pain', 'EndFeel', 'Comment', 'NotTested', 'From'],
  goal: ['Status', 'Current', 'Percent', 'Comment'],
  mark: ['Mark'],
  segment: ['Pain', 'Asymmetry', 'Range', 'Tissue', 'Treated', 'Technique'],
  /** Of an eval template, what it brought; of a text template, the sections it was inserted in. */
  template: ['Used', 'Inserted'],
  /** Of a section in prose, the note its text was copied from. */
  section: ['From'],
} as const;

export type CellOwner = keyof typeof cellFields;
export const cellOwners = Object.keys(cellFields) as CellOwner[];

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** How the rows of an owner are named: by their ids, segments of the spine and sections by what they are called. */
const rowIds: Readonly<Record<CellOwner, string>> = {
  measure: uuid,
  goal: uuid,
  mark: uuid,
  segment: `(?:${spinalSegments.join('|')})`,
  template: uuid,
  section: sectionKeys.source.slice(1, -1),
};
const ofOwner = (owner: CellOwner) => `${owner}:${rowIds[owner]}\\.(?:${cellFields[owner].join('|')})`;
/** A cell is named by its row and field: `measure:<CaseEvalMeasurementId>.Value`, `goal:<GoalId>.Status`, `segment:C5.Pain`. */
export const cellKeys = new RegExp(`^(?:${cellOwners.map(ofOwner).join('|')})$`);

/** The longest name of a field of a note. */
export const longestField = 90;

/** The row that a cell is about, and its field of that row; null where it is no cell. */
export function cellOf(field: string): { owner: CellOwner; id: string; name: string } | null {
  if (!cellKeys.test(field)) return null;
  const [owner, rest = ''] = field.split(':') as [CellOwner, string?];
  const [id = '', name = ''] = rest.split('.');
  return { owner, id, name };
}

/** The section whose text a field says the origin of, or null: it goes with the text, and no one writes it alone. */
export function sectionOfOrigin(field: string): string | null {
  const cell = cellOf(field);
  return cell?.owner === 'section' ? cell.id : null;
}

/** `measure:<id>.Value` */
export function cellKey(owner: CellOwner, id: string, name: string): string {
  return `${owner}:${id}.${name}`;
}
