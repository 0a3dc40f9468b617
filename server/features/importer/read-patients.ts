import { createHash } from 'node:crypto';
import { z } from 'zod';
import { isRealDate } from '#contract/base/dates.ts';
import type { ImportProblem } from '#contract/importer/endpoints.ts';
import { birthDateRefusal } from '#contract/patients/birth-date.ts';
import type { CsvRow, CsvTable } from './csv-table.ts';
import { stateCode } from './us-states.ts';

export type ImportedPatient = {
  PatientId: string;
  PersonId: string;
  FirstName: string;
  MiddleName: string | null;
  LastName: string;
  DateOfBirth: string;
  DeathDate: string | null;
  Sex: 'F' | 'M' | 'U';
  Phone: string | null;
  Email: string | null;
  Address1: string | null;
  City: string | null;
  StateOrProvince: string | null;
  PostalCode: string | null;
};
/** Patients of the files with where each stands, and the ids whose row was bad. */
export type PatientsRead = { patients: ImportedPatient[]; refused: Set<string>; problems: ImportProblem[] };

export function isPatientTable({ columns }: CsvTable): boolean {
  return ['FIRST', 'LAST', 'BIRTHDATE'].every((name) => columns.has(name));
}

/** A UUID that is always the same for the same text, for rows that come without one. */
export function idFrom(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export function readPatients(tables: CsvTable[], today: string): PatientsRead {
  const read: PatientsRead = { patients: [], refused: new Set(), problems: [] };
  const seen = new Map<string, string>();
  for (const table of tables) {
    for (const row of table.rows) {
      const tell = (severity: ImportProblem['severity'], reason: string) =>
        read.problems.push({ file: table.file, line: row.line, severity, reason });
      const id = readId(table, row);
      const earlier = id === null ? undefined : seen.get(id);
      const reason = refusalOf(id, earlier, row, today);
      if (reason || id === null) {
        if (id !== null && !earlier) read.refused.add(id);
        tell('error', reason ?? 'The Id is missing.');
        continue;
      }
      seen.set(id, `${table.file} line ${row.line}`);
      read.patients.push(patientOf(id, row, today, (warning) => tell('warning', warning)));
    }
  }
  return read;
}

/** The file's own Id; a plain file without that column gets ids from what tells people apart. */
function readId({ columns }: CsvTable, row: CsvRow): string | null {
  if (columns.has('ID')) return row.cell('ID').toLowerCase() || null;
  return idFrom(
    [row.cell('LAST'), row.cell('FIRST'), readDate(row.cell('BIRTHDATE')) ?? '', row.cell('PHONE')].join('|'),
  );
}

function refusalOf(id: string | null, earlier: string | undefined, row: CsvRow, today: string): string | null {
  if (id === null) return 'The Id is missing.';
  if (!z.uuid().safeParse(id).success) return 'The Id is not a UUID.';
  if (earlier) return `The same patient is already in ${earlier}.`;
  for (const column of ['FIRST', 'LAST']) {
    const name = readName(row.cell(column));
    if (name === '') return `The ${column === 'FIRST' ? 'first' : 'last'} name is missing.`;
    if (name.length > 60) return `The ${column === 'FIRST' ? 'first' : 'last'} name is longer than 60 characters.`;
  }
  if (row.cell('BIRTHDATE') === '') return 'The birth date is missing.';
  const birth = readDate(row.cell('BIRTHDATE'));
  if (!birth) return 'The birth date is not a real date.';
  return birthDateRefusal(birth, today);
}

function patientOf(id: string, row: CsvRow, today: string, warn: (reason: string) => void): ImportedPatient {
  const DateOfBirth = readDate(row.cell('BIRTHDATE')) ?? '';
  const text = (column: string, max: number): string | null => {
    const value = row.cell(column);
    if (value.length > max) warn(`${column} is longer than ${max} characters and was cut.`);
    return value.slice(0, max).trim() || null;
  };
  /** Takes a cell through a reader; what it cannot read is left empty and told. */
  const checked = <T>(column: string, reader: (value: string) => T | null): T | null => {
    const value = row.cell(column);
    const result = value === '' ? null : reader(value);
    if (value !== '' && result === null) warn(`${column} could not be read and was left empty.`);
    return result;
  };
  return {
    PatientId: id,
    PersonId: id,
    FirstName: readName(row.cell('FIRST')),
    MiddleName: readName(row.cell('MIDDLE')).slice(0, 60) || null,
    LastName: readName(row.cell('LAST')),
    DateOfBirth,
    DeathDate: checked('DEATHDATE', (value) => {
      const date = readDate(value);
      return date && date >= DateOfBirth && date <= today ? date : null;
    }),
    Sex: checked('GENDER', readSex) ?? 'U',
    Phone: text('PHONE', 30),
    Email: checked('EMAIL', (value) => (z.email().max(120).safeParse(value).success ? value : null)),
    Address1: text('ADDRESS', 120),
    City: text('CITY', 60),
    StateOrProvince: checked('STATE', stateCode),
    PostalCode: checked('ZIP', readZip),
  };
}

/** Synthea numbers its people: `Milo271` is Milo. */
function readName(text: string): string {
  return text.replace(/\d+/g, '').replace(/\s+/g, ' ').trim();
}

function readSex(text: string): 'F' | 'M' | 'U' | null {
  const first = text.slice(0, 1).toUpperCase();
  if (/^(F|FEMALE|M|MALE)$/i.test(text)) return first === 'F' ? 'F' : 'M';
  return /^(U|X|O|UNKNOWN|OTHER)$/i.test(text) ? 'U' : null;
}

/** YYYY-MM-DD or MM/DD/YYYY. */
function readDate(text: string): string | null {
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  const date = american
    ? `${american[3]}-${american[1]?.padStart(2, '0')}-${american[2]?.padStart(2, '0')}`
    : text.slice(0, 10);
  return /^\d{4}-\d{2}-\d{2}$/.test(date) && isRealDate(date) ? date : null;
}

/** ZIP codes are text; a spreadsheet that took them for numbers lost the zeros in front. */
export function readZip(text: string): string | null {
  const zip = /^(\d{3,5})(?:-(\d{4}))?$/.exec(text);
  if (zip) return (zip[1] ?? '').padStart(5, '0') + (zip[2] ? `-${zip[2]}` : '');
  return /^\d{8,9}$/.test(text) ? text.padStart(9, '0') : null;
}
