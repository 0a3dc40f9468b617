import { createHash } from 'node:crypto';
import { z } from 'zod';
import { isRealDate } from '#contract/base/dates.ts';
import { phoneRefusal } from '#contract/base/phone.ts';
import { isVisible } from '#contract/base/text.ts';
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
export type PatientsRead = {
  patients: ImportedPatient[];
  refused: Set<string>;
  problems: ImportProblem[];
  /** What the files call a patient, where that is a number of theirs, to our id. */
  idOf: Map<string, string>;
  /** Where each patient stands. */
  placeOf: Map<string, Place>;
};
export type Place = { file: string; line: number };

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
  const read: PatientsRead = { patients: [], refused: new Set(), problems: [], idOf: new Map(), placeOf: new Map() };
  const seen = new Map<string, string>();
  for (const table of tables) {
    const nameIn = isNumbered(table) ? withoutNumber : asWritten;
    for (const row of table.rows) {
      const tell = (severity: ImportProblem['severity'], reason: string) =>
        read.problems.push({ file: table.file, line: row.line, severity, reason });
      const id = readId(table, row);
      const number = ownNumber(row.cell('ID'));
      if (id !== null && number !== null) read.idOf.set(number, id);
      const earlier = id === null ? undefined : seen.get(id);
      const reason = refusalOf(id, earlier, row, today, nameIn);
      if (reason || id === null) {
        if (id !== null && !earlier) read.refused.add(id);
        tell('error', reason ?? 'The Id is missing.');
        continue;
      }
      seen.set(id, `${table.file} line ${row.line}`);
      read.placeOf.set(id, { file: table.file, line: row.line });
      read.patients.push(patientOf(id, row, today, nameIn, (warning) => tell('warning', warning)));
    }
  }
  return read;
}

/**
 * The file's own Id; a plain file without that column gets ids from what tells people apart. Numbers of another system
 * are no ids of ours, and two systems may have the same: who the person is goes with them.
 */
function readId({ columns }: CsvTable, row: CsvRow): string | null {
  const person = [row.cell('LAST'), row.cell('FIRST'), readDate(row.cell('BIRTHDATE')) ?? ''];
  if (!columns.has('ID')) return idFrom([...person, row.cell('PHONE')].join('|'));
  const number = ownNumber(row.cell('ID'));
  return number === null ? row.cell('ID').toLowerCase() || null : idFrom([number, ...person].join('|'));
}

/** A number that another system gave, such as `17` or `MRN-00017`; null for other text. */
function ownNumber(text: string): string | null {
  return /^[a-z]{0,6}[-# ]?\d{1,18}$/i.test(text) ? text.toLowerCase() : null;
}

type NameIn = (text: string) => string;

function refusalOf(
  id: string | null,
  earlier: string | undefined,
  row: CsvRow,
  today: string,
  nameIn: NameIn,
): string | null {
  if (id === null) return 'The Id is missing.';
  if (!z.uuid().safeParse(id).success) return 'The Id is neither a number nor a UUID.';
  if (earlier) return `The same patient is already in ${earlier}.`;
  for (const column of ['FIRST', 'LAST']) {
    const reason = nameRefusal(nameIn(row.cell(column)), row.hasBreak(column));
    if (reason) return `The ${column === 'FIRST' ? 'first' : 'last'} name ${reason}`;
  }
  if (row.cell('BIRTHDATE') === '') return 'The birth date is missing.';
  const birth = readDate(row.cell('BIRTHDATE'));
  if (!birth) return 'The birth date is not a real date.';
  return birthDateRefusal(birth, today);
}

function nameRefusal(name: string, hasBreak: boolean): string | null {
  if (name.includes('\uFFFD')) return 'has characters that could not be read.';
  // Of numbers alone it is no name: the column is another one.
  if (!isVisible(name) || !/[\p{L}\p{P}\p{S}]/u.test(name)) return 'is missing.';
  if (hasBreak) return 'goes over several lines.';
  return name.length > 60 ? 'is longer than 60 characters.' : null;
}

/** Whole characters as a person sees them, at most so many UTF-16 units. */
export function cutAt(text: string, most: number): string {
  if (text.length <= most) return text;
  let kept = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (kept.length + segment.length > most) break;
    kept += segment;
  }
  return kept.trim();
}

function patientOf(
  id: string,
  row: CsvRow,
  today: string,
  nameIn: NameIn,
  warn: (reason: string) => void,
): ImportedPatient {
  const DateOfBirth = readDate(row.cell('BIRTHDATE')) ?? '';
  const text = (column: string, max: number, read = (value: string) => value): string | null => {
    const value = read(row.cell(column));
    if (value !== '' && !isVisible(value)) return unread(column);
    if (value.includes('\uFFFD')) warn(`${column} has characters that could not be read.`);
    if (value.length > max) warn(`${column} is longer than ${max} characters and was cut.`);
    return cutAt(value, max) || null;
  };
  const unread = (column: string, reason = 'could not be read'): null => {
    warn(`${column} ${reason} and was left empty.`);
    return null;
  };
  const middleName = (): string | null => {
    if (row.hasBreak('MIDDLE')) return unread('MIDDLE', 'goes over several lines');
    return row.cell('MIDDLE').includes('\uFFFD') ? unread('MIDDLE') : text('MIDDLE', 60, nameIn);
  };
  /** Takes a cell through a reader; what it cannot read is left empty and told. */
  const checked = <T>(column: string, reader: (value: string) => T | null): T | null => {
    const value = row.cell(column);
    const result = value === '' ? null : reader(value);
    return value !== '' && result === null ? unread(column) : result;
  };
  return {
    PatientId: id,
    PersonId: id,
    FirstName: nameIn(row.cell('FIRST')),
    MiddleName: middleName(),
    LastName: nameIn(row.cell('LAST')),
    DateOfBirth,
    DeathDate: checked('DEATHDATE', (value) => {
      const date = readDate(value);
      return date && date >= DateOfBirth && date <= today ? date : null;
    }),
    Sex: checked('GENDER', readSex) ?? 'U',
    Phone: checked('PHONE', (value) => (value.length <= 30 && phoneRefusal(value) === null ? value : null)),
    Email: checked('EMAIL', (value) => (z.email().max(120).safeParse(value).success ? value : null)),
    Address1: text('ADDRESS', 120),
    City: text('CITY', 60),
    StateOrProvince: checked('STATE', stateCode),
    PostalCode: checked('ZIP', readZip),
  };
}

const number = /(\p{L})\d{1,3}(?!\S)/gu;

/** Synthea numbers all its people: `Milo271` is Milo there. Elsewhere a digit is part of the name, as in `Hart 3rd`. */
function isNumbered({ rows }: CsvTable): boolean {
  const numbered = rows.filter(({ cell }) => ['FIRST', 'LAST'].every((name) => /\p{L}\d{1,3}$/u.test(cell(name))));
  return numbered.length > 0 && numbered.length * 2 >= rows.length;
}

function withoutNumber(text: string): string {
  return asWritten(text.replace(number, '$1'));
}

function asWritten(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function readSex(text: string): 'F' | 'M' | 'U' | null {
  const first = text.slice(0, 1).toUpperCase();
  if (/^(F|FEMALE|M|MALE)$/i.test(text)) return first === 'F' ? 'F' : 'M';
  return /^(U|X|O|UNKNOWN|OTHER)$/i.test(text) ? 'U' : null;
}

const isoDate = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;
const americanDate = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/;

/** YYYY-MM-DD, with or without a time, or MM/DD/YYYY; a year of two digits could be of either century. */
function readDate(text: string): string | null {
  const iso = isoDate.exec(text);
  const american = americanDate.exec(text);
  const [year, month, day] = iso ? iso.slice(1) : [american?.[4], american?.[1], american?.[3]];
  const date = `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`;
  return isRealDate(date) ? date : null;
}

/** ZIP codes are text; a spreadsheet that took them for numbers lost the zeros in front. */
export function readZip(text: string): string | null {
  const zip = /^(\d{3,5})(?:-(\d{4}))?$/.exec(text);
  if (zip) return (zip[1] ?? '').padStart(5, '0') + (zip[2] ? `-${zip[2]}` : '');
  return /^\d{8,9}$/.test(text) ? text.padStart(9, '0') : null;
}
