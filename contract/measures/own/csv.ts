/** A row of a CSV text with the line it begins on. */
export type CsvRow = { line: number; cells: string[] };

/** RFC 4180 with a byte order mark for spreadsheets; text that begins like a formula is kept from being run. */
export function csvText(rows: readonly (readonly (string | number)[])[]): string {
  return `\ufeff${rows.map((cells) => cells.map(quoted).join(',')).join('\r\n')}\r\n`;
}

function quoted(cell: string | number): string {
  if (typeof cell === 'number') return String(cell);
  const safe = /^[=+\-@\t\r']/.test(cell) ? `'${cell}` : cell;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** The rows of a CSV text, empty ones left out, or the line on which a quotation mark does not close. */
export function csvRows(text: string): { rows: CsvRow[] } | { openOn: number } {
  const whole = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const rows: CsvRow[] = [];
  let line = 1;
  for (let at = 0; at < whole.length;) {
    const row = rowAt(whole, at);
    if (row === null) return { openOn: line };
    if (row.cells.some((cell) => cell.trim() !== '')) rows.push({ line, cells: row.cells.map(unguarded) });
    line += whole.slice(at, row.end).split('\n').length;
    at = row.end + 1;
  }
  return { rows };
}

const cellPattern = /"((?:[^"]|"")*)"[ ]*|([^",\n][^,\n]*)?/y;

function rowAt(text: string, start: number): { cells: string[]; end: number } | null {
  const cells: string[] = [];
  for (let at = start; ; at += 1) {
    cellPattern.lastIndex = at;
    const found = cellPattern.exec(text);
    at += found?.[0].length ?? 0;
    cells.push((found?.[1]?.replaceAll('""', '"') ?? found?.[2] ?? '').trim());
    if (at >= text.length || text[at] === '\n') return { cells, end: at };
    if (text[at] !== ',') return null;
  }
}

/** Without the mark that kept a spreadsheet from running the text. */
function unguarded(cell: string): string {
  return /^'[=+\-@\t\r']/.test(cell) ? cell.slice(1) : cell;
}
