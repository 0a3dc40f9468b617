import type { z } from 'zod';
import { EvalMeasurement } from '../eval-measurement.ts';
import { EvalMeasurementId } from '../ids.ts';
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
 * one with the id of an own measure changes it. Rows that do not fit become problems; the others are still read.
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

  const measures: CsvMeasure[] = [];
  const problems: CsvProblem[] = [];
  for (const { line, cells } of rows) {
    const found = measureOf((title) => cells[titles.indexOf(title.toLowerCase())] ?? '', newId(line));
    const known = [...others, ...measures.map(({ measure }) => measure)];
    const reason = 'reason' in found ? found.reason : reasonOf(found.measure, known, measures);
    if (reason !== null) problems.push({ line, reason });
    else if ('measure' in found)
      measures.push({ line, ...found, question: ownMeasureProblems(found.measure, known).question });
  }
  return { measures, problems };
}

const needed = ['Name', 'Goal type', 'Region', 'Kind'];

function refused(line: number, reason: string): { measures: CsvMeasure[]; problems: CsvProblem[] } {
  return { measures: [], problems: [{ line, reason }] };
}

function measureOf(cell: (title: string) => string, id: string): { measure: EvalMeasurement } | { reason: string } {
  const fields = measureColumns.map(({ title, field, read }) => [field, read(cell(title))] as const);
  const parsed = EvalMeasurement.safeParse({
    ...Object.fromEntries(fields),
    EvalMeasurementId: cell('Id') || EvalMeasurementId.parse(id),
  });
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
