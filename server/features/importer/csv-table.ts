import Papa from 'papaparse';
import { separated } from '#contract/base/csv.ts';
import type { ImportFile, ImportProblem } from '#contract/importer/endpoints.ts';

/** `hasBreak`: whether the cell went over several lines, which `cell` gives as one. */
export type CsvRow = { line: number; cell(name: string): string; hasBreak(name: string): boolean };
export type CsvTable = { file: string; columns: Set<string>; rows: CsvRow[]; problems: ImportProblem[] };

/** Characters that no name or address holds and PostgreSQL does not store. */
const control = /\p{Cc}+/gu;

/**
 * A CSV file with its columns found by header name in any order, case and usual spelling. Rows with another number of
 * columns than the header become problems. A first line `sep=;` says what stands between cells. Text is never more than text: a cell that looks like a formula stays as it is.
 * A quotation mark left open costs its own line; reading goes on at the next one.
 */
export function readTable({ name: file, text }: ImportFile): CsvTable {
  // Half of a surrogate pair is nothing that can be stored: it would cost every row of the import.
  const lines = text
    .toWellFormed()
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n');
  const { whole, separator: delimiter } = separated(lines);
  const { plain, broken } = withoutBroken(whole, delimiter);
  const problems: ImportProblem[] = broken.map((at) => ({ file, line: at, severity: 'error', reason: quoteReason }));
  const rows: CsvRow[] = [];
  let header: string[] | undefined;
  let line = 1;
  let read = 0;
  const step = ({ data, errors, meta }: Papa.ParseStepResult<string[]>) => {
    const own = line;
    for (; read < meta.cursor; read += 1) if (plain[read] === '\n') line += 1;
    const cells = data.map((cell) => cell.replace(control, ' ').trim());
    if (cells.every((cell) => cell === '')) return;
    if (errors.some((error) => error.type === 'Quotes'))
      problems.push({ file, line: own, severity: 'error', reason: quoteReason });
    else if (!header) header = cells.map(columnOf);
    else if (cells.length !== header.length)
      problems.push({ file, line: own, severity: 'error', reason: columnsReason(cells.length, header.length) });
    else rows.push(rowOf(own, header, cells, data));
  };
  Papa.parse<string[]>(plain, { delimiter, newline: '\n', step });
  return { file, columns: new Set(header), rows, problems };
}

const quoteReason = 'A quotation mark is not closed, or is in the middle of a cell.';

/**
 * The text with the lines emptied whose quotation marks do not close, and their numbers. An open mark reaches only
 * to the next one that cannot close it, so that the text is gone through twice at most.
 */
function withoutBroken(text: string, delimiter: string): { plain: string; broken: number[] } {
  const broken: number[] = [];
  const kept: string[] = [];
  let line = 1;
  for (let start = 0; start < text.length;) {
    const end = endOfRow(text, start, delimiter);
    const next = end ?? endOfLine(text, start);
    if (end === null) broken.push(line);
    const row = end === null ? '' : text.slice(start, end);
    kept.push(row);
    line += row.split('\n').length;
    start = next + 1;
  }
  return { plain: kept.join('\n'), broken };
}

/** Where the row that starts here ends: its line break or the end of the text; null when a mark does not close. */
function endOfRow(text: string, start: number, delimiter: string): number | null {
  for (let at = start; ; at += 1) {
    if (text[at] === '"') {
      const closed = endOfQuoted(text, at);
      if (closed === null) return null;
      at = closed;
    } else {
      while (at < text.length && text[at] !== delimiter && text[at] !== '\n') at += 1;
    }
    if (at >= text.length || text[at] === '\n') return at;
    if (text[at] !== delimiter) return null;
  }
}

/** Behind the mark that closes this one and the spaces after it; two marks are one letter. */
function endOfQuoted(text: string, open: number): number | null {
  let close = text.indexOf('"', open + 1);
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  if (close < 0) return null;
  let at = close + 1;
  while (text[at] === ' ') at += 1;
  return at;
}

function endOfLine(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end < 0 ? text.length : end;
}

function rowOf(line: number, header: string[], cells: string[], data: string[]): CsvRow {
  return {
    line,
    cell: (name) => cells[header.indexOf(name)] ?? '',
    hasBreak: (name) => /[\n\r\u0085\u2028\u2029]/.test(data[header.indexOf(name)]?.trim() ?? ''),
  };
}

/** How other systems head the columns we read. */
const spellings: Record<string, readonly string[]> = {
  ID: ['PATIENTID', 'PATIENTNUMBER', 'MRN', 'CHARTNUMBER', 'ACCOUNTNUMBER'],
  FIRST: ['FIRSTNAME', 'GIVENNAME', 'PATIENTFIRSTNAME'],
  MIDDLE: ['MIDDLENAME', 'MIDDLEINITIAL', 'MI'],
  LAST: ['LASTNAME', 'SURNAME', 'FAMILYNAME', 'PATIENTLASTNAME'],
  BIRTHDATE: ['DOB', 'DATEOFBIRTH', 'BIRTHDAY', 'BIRTHDATE'],
  DEATHDATE: ['DATEOFDEATH', 'DECEASEDDATE', 'DEATHDATE'],
  GENDER: ['SEX'],
  PHONE: ['PHONENUMBER', 'TELEPHONE', 'MOBILE', 'MOBILEPHONE', 'CELLPHONE', 'HOMEPHONE'],
  EMAIL: ['EMAILADDRESS'],
  ADDRESS: ['STREET', 'STREETADDRESS', 'ADDRESS1', 'ADDRESSLINE1'],
  STATE: ['STATEORPROVINCE', 'PROVINCE'],
  ZIP: ['ZIPCODE', 'POSTALCODE', 'POSTCODE'],
};
const columnBySpelling = new Map(
  Object.entries(spellings).flatMap(([column, others]) => others.map((other) => [other, column] as const)),
);

/** `First Name`, `first_name` and `FIRST` are one column; others keep their heading in capitals. */
function columnOf(heading: string): string {
  const capitals = heading.toUpperCase();
  return columnBySpelling.get(capitals.replace(/[^A-Z0-9]/g, '')) ?? capitals;
}

function columnsReason(has: number, expected: number): string {
  return `The row has ${has} ${has === 1 ? 'column' : 'columns'} where the header has ${expected}.`;
}
