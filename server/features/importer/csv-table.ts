import Papa from 'papaparse';
import type { ImportFile, ImportProblem } from '#contract/importer/endpoints.ts';

export type CsvRow = { line: number; cell(name: string): string };
export type CsvTable = { file: string; columns: Set<string>; rows: CsvRow[]; problems: ImportProblem[] };

/** Characters that no name or address holds and PostgreSQL does not store. */
const control = /\p{Cc}+/gu;

/**
 * A CSV file with its columns found by header name in any order and case. Rows with another number of columns
 * than the header become problems. Text is never more than text: a cell that looks like a formula stays as it is.
 */
export function readTable({ name: file, text }: ImportFile): CsvTable {
  const plain = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const problems: ImportProblem[] = [];
  const rows: CsvRow[] = [];
  let header: string[] | undefined;
  let line = 1;
  let read = 0;
  const step = ({ data, errors, meta }: Papa.ParseStepResult<string[]>) => {
    const own = line;
    for (; read < meta.cursor; read += 1) if (plain[read] === '\n') line += 1;
    const cells = data.map((cell) => cell.replace(control, ' ').trim());
    if (cells.every((cell) => cell === '')) return;
    const broken = errors.find((error) => error.type === 'Quotes');
    if (broken)
      problems.push({
        file,
        line: own,
        severity: 'error',
        reason: 'A quotation mark is not closed, or stands in the middle of a cell.',
      });
    else if (!header) header = cells.map((cell) => cell.toUpperCase());
    else if (cells.length !== header.length)
      problems.push({ file, line: own, severity: 'error', reason: columnsReason(cells.length, header.length) });
    else rows.push(rowOf(own, header, cells));
  };
  Papa.parse<string[]>(plain, { delimiter: delimiterOf(plain), newline: '\n', step });
  return { file, columns: new Set(header), rows, problems };
}

function rowOf(line: number, header: string[], cells: string[]): CsvRow {
  return { line, cell: (name) => cells[header.indexOf(name)] ?? '' };
}

function columnsReason(has: number, expected: number): string {
  return `The row has ${has} ${has === 1 ? 'column' : 'columns'} where the header has ${expected}.`;
}

function delimiterOf(text: string): string {
  const header = text.slice(0, Math.max(0, text.indexOf('\n')) || text.length);
  const count = (mark: string) => header.split(mark).length;
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ',';
}
