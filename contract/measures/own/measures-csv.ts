import type { z } from 'zod';
import { builtInMeasurement } from '../catalog/catalog.ts';
import { EvalMeasurement } from '../eval-measurement.ts';
import { csvRows, csvText } from './csv.ts';
import { measureColumns } from './measure-columns.ts';
import { ownMeasureProblems } from './own-measure-problems.ts';

/** A clinic's measures as a CSV file that a spreadsheet opens and `measuresFromCsv` reads back unchanged. */
export function measuresToCsv(measures: readonly EvalMeasurement[]): string {
  const titles = measureColumns.map(({ title }) => title);
  return csvText([titles, ...measures.map((measure) => measureColumns.map(({ write }) => write(measure)))]);
}

export type CsvMeasure = { line: number; measure: EvalMeasurement; question: string | null };
export type CsvProblem = { line: number; reason: string };

/**
 * Reads measures from a CSV file, its columns by title in any order. A row without an id is new and takes `newId(line)`;
 * one with the id of
 * a known measure changes it, and an unknown id, from another site's file, is new as well. Rows that do not fit become problems; the others are still read.
 */
export function measuresFromCsv(
  text: string,
  others: readonly EvalMeasurement[],
  newId: (line: number) => string,
): { measures: CsvMeasure[]; problems: CsvProblem[] } {
  const read = csvRows(text);
  if ('openOn' in read) return refused(read.openOn, 'A quotation mark is not closed, or text follows it.');
  const [header, ...rows] = read.rows;
  if (!header) return refused(1, 'The file is empty.');
  const titles = header.cells.map((cell) => cell.toLowerCase());
  const lacking = needed.filter((title) => !titles.includes(title.toLowerCase()));
  if (lacking.length > 0) return refused(header.line, `The file has no column named ${lacking.join(', ')}.`);

  if (rows.length > mostRows) return refused(rows[mostRows]?.line ?? 1, 'The file has over 2,000 rows. Split it.');

  const knownIds = new Set<string>(others.map(({ EvalMeasurementId: id }) => id));
  const measures: CsvMeasure[] = [];
  const problems: CsvProblem[] = [];
  for (const { line, cells } of rows) {
    const cell = (title: string) => cells[titles.indexOf(title.toLowerCase())] ?? '';
    const found = measureOf(cell, (id) => (knownIds.has(id) ? id : newId(line)));
    const known = [...others, ...measures.map(({ measure }) => measure)];
    const reason = 'reason' in found ? found.reason : reasonOf(found.measure, known, measures);
    if (reason !== null) problems.push({ line, reason });
    else if ('measure' in found)
      measures.push({ line, ...found, question: ownMeasureProblems(found.measure, known).question });
  }
  return { measures, problems };
}

const mostRows = 2_000;
const needed = ['Name', 'Goal type', 'Region', 'Kind'];

function refused(line: number, reason: string): { measures: CsvMeasure[]; problems: CsvProblem[] } {
  return { measures: [], problems: [{ line, reason }] };
}

function measureOf(
  cell: (title: string) => string,
  idOf: (written: string) => string,
): { measure: EvalMeasurement } | { reason: string } {
  const fields = measureColumns.map(({ title, field, read }) => [field, read(cell(title))] as const);
  const written = cell('Id').toLowerCase();
  const EvalMeasurementId = builtInMeasurement(written) ? written : idOf(written);
  const parsed = EvalMeasurement.safeParse({ ...Object.fromEntries(fields), EvalMeasurementId });
  return parsed.success ? { measure: parsed.data } : { reason: cellSentence(parsed.error) };
}

/** Names the first cell that does not fit; its text may be anything, so it is not repeated. */
function cellSentence(error: z.ZodError): string {
  const field = error.issues[0]?.path[0];
  const title = measureColumns.find((column) => column.field === field)?.title ?? 'Name';
  return `The cell “${title}” has a value that can’t be used.`;
}

function reasonOf(
  measure: EvalMeasurement,
  known: readonly EvalMeasurement[],
  read: readonly CsvMeasure[],
): string | null {
  if (read.some((each) => each.measure.EvalMeasurementId === measure.EvalMeasurementId))
    return 'Another row has the same id.';
  return Object.values(ownMeasureProblems(measure, known).problems)[0] ?? null;
}
