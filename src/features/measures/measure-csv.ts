import { csvLines, csvText } from '#contract/base/csv.ts';
import { evalMeasurement, type MeasureFields } from '#contract/measures/own-measurement.ts';
import { typedMeasurement } from '#contract/measures/typed-measurement.ts';
import { isSameMeasure } from '#contract/measures/same-measure.ts';
import { showAges, type Ages } from '#contract/measures/ages.ts';
import type { Field, Fields } from '#contract/record/fields.ts';
import { emptyFields, readValues, shownFields, type RecordValues } from '#shared/forms/record-values.ts';

type Row = Readonly<Record<string, unknown>>;

const { fields } = evalMeasurement;
/** The heading of each column is the label of its field. */
const columns = Object.entries<Field>(fields);
const needed = ['Name', 'GoalType', 'Region', 'Kind'] as const;
/** What an empty cell means where a form would ask. */
const usual: Row = { Sides: 'none', Rights: 'open' };
const yes = 'yes';
/** Files are read as a whole: far more than a clinic measures. */
export const mostRows = 1_000;

/** Measures as a table with one row each, as `readMeasureCsv` reads it. */
export function measureCsv(measures: readonly MeasureFields[]): string {
  const titles = columns.map(([, { label }]) => label);
  return csvText([titles, ...measures.map((one) => cellsOf(fields, one))]);
}

function cellsOf(of: Fields, row: Row): string[] {
  return Object.entries(of).map(([name, { kind }]) => cellOf(kind, row[name] ?? null));
}

function cellOf(kind: Field['kind'], value: unknown): string {
  if (value === null) return '';
  switch (kind.is) {
    case 'parts':
      return (value as Row[]).map((part) => cellsOf(kind.fields, part).map(escaped).join(' | ')).join('; ');
    case 'choices':
      return (value as string[]).map((one) => kind.names[one] ?? one).join('; ');
    case 'tags':
      return (value as string[]).join('; ');
    case 'choice':
      return kind.names[String(value)] ?? String(value);
    case 'either':
      return value === true ? kind.yes : kind.no;
    case 'flag':
      return value === true ? yes : '';
    case 'ages':
      return showAges(value as Ages);
    default:
      return String(value);
  }
}

function escaped(text: string): string {
  return text.replaceAll(/[\\|;]/g, (letter) => `\\${letter}`);
}

/** Split at a letter that no backslash stands before. */
function split(text: string, at: ';' | '|'): string[] {
  const parts = at === ';' ? text.match(/(?:\\.|[^\\;])+/g) : text.match(/(?<=^|\|)(?:\\.|[^\\|])*/g);
  return (parts ?? []).map((part) => part.trim());
}

/** A row that is none: where it stands, what it is called, and a sentence for each thing that is wrong with it. */
export type BadRow = { line: number; name: string; reasons: string[] };
export type MeasureFile = {
  measures: MeasureFields[];
  bad: BadRow[];
  /** Those that the library has already, by name and region. */
  known: MeasureFields[];
};

/** The measures of a file, with every row that is none; `refused` where it is no such file as a whole. */
export function readMeasureCsv(
  text: string,
  library: readonly Pick<MeasureFields, 'Name' | 'Region'>[],
): MeasureFile | { refused: string } {
  const read = csvLines(text);
  if ('openLine' in read) return { refused: `A quotation mark in line ${read.openLine} is not closed.` };
  const [head, ...lines] = read.lines;
  const titles = (head?.cells ?? []).map(columnOf);
  const strange = titles.findIndex((name) => name === undefined);
  if (strange >= 0) return { refused: `The column “${head?.cells[strange] ?? ''}” is not known.` };
  const missing = needed.find((name) => !titles.includes(name));
  if (missing) return { refused: `The column “${fields[missing].label}” is missing.` };
  if (new Set(titles).size < titles.length) return { refused: 'A column is in the file twice.' };
  if (lines.length === 0) return { refused: 'The file has no measures.' };
  if (lines.length > mostRows) return { refused: `At most ${mostRows} measures can be imported at once.` };
  const found: MeasureFile = { measures: [], bad: [], known: [] };
  const seen: { line: number; of: MeasureFields }[] = [];
  for (const { line, cells } of lines) {
    const texts = new Map(titles.map((title, at) => [title, cells[at] ?? '']));
    const name = texts.get('Name') ?? '';
    const of = fieldsIn(texts, cells.length, titles.length);
    const twin = 'reasons' in of ? undefined : seen.find((one) => isSameMeasure(one.of, of));
    if ('reasons' in of) found.bad.push({ line, name, reasons: of.reasons });
    else if (twin) found.bad.push({ line, name, reasons: [`Line ${twin.line} has the same name and region.`] });
    else {
      seen.push({ line, of });
      (library.some((one) => isSameMeasure(one, of)) ? found.known : found.measures).push(of);
    }
  }
  return found;
}

/** Which field a column is of, by its label or name in any case. */
function columnOf(title: string): string | undefined {
  const same = plainly(title);
  return columns.find(([name, { label }]) => [label, name].some((one) => plainly(one) === same))?.[0];
}

function plainly(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().toLowerCase();
}

function fieldsIn(
  texts: ReadonlyMap<string | undefined, string>,
  cells: number,
  titles: number,
): MeasureFields | { reasons: string[] } {
  if (cells > titles) return { reasons: [`The row has ${cells} cells, but there are ${titles} columns.`] };
  const values = Object.fromEntries(
    columns.map(([name, { kind }]) => {
      const text = texts.get(name) ?? '';
      return [name, text === '' ? emptyOf(name, kind) : valueIn(kind, text)];
    }),
  );
  const read = readValues(typedMeasurement, values as RecordValues<typeof evalMeasurement>);
  if ('fields' in read) return read.fields;
  return {
    reasons: Object.entries(read.errors).map(([path, sentence]) => `${labelOf(path, texts)}: ${sentence}`),
  };
}

/** `Kind “numbr”`, or `Norms, 2, To`. */
function labelOf(path: string, texts: ReadonlyMap<string | undefined, string>): string {
  const [name = '', at, part] = path.split('.');
  const field: Field | undefined = (fields as Fields)[name];
  if (!field) return name;
  if (part !== undefined && field.kind.is === 'parts')
    return `${field.label}, ${Number(at) + 1}, ${field.kind.fields[part]?.label ?? part}`;
  const text = texts.get(name) ?? '';
  return text === '' || text.length > 40 ? field.label : `${field.label} “${text}”`;
}

const nothing = emptyFields(evalMeasurement);
const unfilled = shownFields(fields, nothing);

function emptyOf(name: string, kind: Field['kind']): unknown {
  return kind.is === 'flag' ? false : (usual[name] ?? unfilled[name]);
}

/** A cell as a form holds it; what it does not take stays as it is, and is refused by the form's own sentences. */
function valueIn(kind: Field['kind'], text: string): unknown {
  switch (kind.is) {
    case 'parts':
      return split(text, ';').map((part) => partIn(kind.fields, split(part, '|')));
    case 'choices':
      return split(text, ';').map((one) => keyIn(kind.names, one));
    case 'tags':
      return split(text, ';');
    case 'choice':
      return keyIn(kind.names, text);
    case 'either':
      return keyIn({ yes: kind.yes, no: kind.no }, text);
    case 'flag':
      return flagIn(text.toLowerCase()) ?? text;
    default:
      return text;
  }
}

function flagIn(text: string): boolean | undefined {
  if (['yes', 'y', 'true', '1', 'x'].includes(text)) return true;
  return ['no', 'n', 'false', '0'].includes(text) ? false : undefined;
}

function partIn(of: Fields, texts: readonly string[]): Row {
  return Object.fromEntries(
    Object.entries(of).map(([name, { kind }], at) => {
      const text = (texts[at] ?? '').replaceAll(/\\(.)/g, '$1');
      return [name, text === '' ? null : valueIn(kind, text)];
    }),
  );
}

function keyIn(names: Readonly<Record<string, string>>, text: string): string {
  const same = plainly(text);
  const found = Object.entries(names).find(([key, words]) => plainly(key) === same || plainly(words) === same);
  return found?.[0] ?? text;
}
