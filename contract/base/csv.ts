/** A row of a CSV file with the line it begins in, the first being 1. */
export type CsvLine = { line: number; cells: string[] };

/** RFC 4180, with a byte order mark for spreadsheets. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return `\ufeff${rows.map((cells) => cells.map(quoted).join(',')).join('\r\n')}\r\n`;
}

const formula = /^[=+\-@\t\r]/;

/** What begins like a formula is kept from being run by the spreadsheet that opens it (OWASP, CSV injection). */
function quoted(text: string): string {
  const safe = formula.test(text) && !isNumber(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

function isNumber(text: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(text);
}

/** The text of a cell before `csvText` kept it from being run. */
function plain(cell: string): string {
  const text = cell.trim();
  return text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text;
}

/**
 * The rows of a CSV file, without empty ones; between cells stands what `separated` says. Where a
 * quotation mark is not closed, the line in which it begins.
 */
export function csvLines(text: string): { lines: CsvLine[] } | { openLine: number } {
  const { whole, separator } = separated(text.replace(/^\ufeff/, '').replaceAll(/\r\n?/g, '\n'));
  const lines: CsvLine[] = [];
  let row: CsvLine = { line: 1, cells: [] };
  let cell = '';
  let line = 1;
  const endCell = () => {
    row.cells.push(plain(cell));
    cell = '';
  };
  for (let at = 0; at <= whole.length; at += 1) {
    const letter = whole[at];
    if (letter === '"' && cell.trim() === '') {
      const close = closingOf(whole, at);
      if (close < 0) return { openLine: line };
      cell = whole.slice(at + 1, close).replaceAll('""', '"');
      line += cell.split('\n').length - 1;
      at = close;
    } else if (letter === separator) {
      endCell();
    } else if (letter === '\n' || letter === undefined) {
      endCell();
      if (row.cells.some((each) => each !== '')) lines.push(row);
      line += 1;
      row = { line, cells: [] };
    } else {
      cell += letter;
    }
  }
  return { lines };
}

/** The mark that closes the one at `open`; two marks are one letter. */
function closingOf(text: string, open: number): number {
  let close = text.indexOf('"', open + 1);
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  return close;
}

const inMarks = /(^|[,;|\t\n]) *"(?:[^"]|"")*"/g;
/** No first line with its headings is longer, in letters. */
const farEnough = 20_000;

/**
 * What stands between the cells of a text with `\\n` at the end of its lines: what a first line such as `sep=;` says, or of comma,
 * semicolon, tab and pipe the one that the first line has most of outside of marks. In `whole` the line that said it is
 * empty, so that the others keep their numbers.
 */
export function separated(text: string): { whole: string; separator: string } {
  const [line, separator] = /^sep=(.)\n/i.exec(text) ?? [];
  return line !== undefined && separator !== undefined
    ? { whole: text.slice(line.length - 1), separator }
    : { whole: text, separator: mostOf(text) };
}

function mostOf(text: string): string {
  // What stands in marks separates nothing, and may hold the end of a line.
  const [first = ''] = text.slice(0, farEnough).replaceAll(inMarks, '$1').split('\n', 1);
  const count = (mark: string) => first.split(mark).length;
  return [',', ';', '\t', '|'].toSorted((a, b) => count(b) - count(a))[0] ?? ',';
}
