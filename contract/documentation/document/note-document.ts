import { showDate, showTime } from '../../base/dates.ts';
import { showPhone } from '../../base/text.ts';
import type { Case } from '../../cases/case.ts';
import { disciplineNames } from '../../cases/case-words.ts';
import type { CptDescription, Service } from '../../charges/service.ts';
import type { Facility } from '../../facilities/facility.ts';
import type { Patient } from '../../patients/patient.ts';
import { providerName } from '../../providers/provider.ts';
import type { Visit } from '../../visits/visit.ts';
import type { CellRow } from '../field-words.ts';
import { noteTypeNames } from '../note-types.ts';
import { elementsOf, sectionsOf } from '../shown-parts.ts';
import { sectionText, type VisitNote } from '../visit-note.ts';
import { bodyDrawings, bodyTable } from '../../measures/body/marks.ts';
import { cellTables } from './cell-tables.ts';
import type { Block, Fact, NoteDocument, NoteTable } from './document-blocks.ts';
import { servicesTable } from './services-table.ts';
import { markOf, signatureBlocks, type Signing } from './signature-blocks.ts';

/** All that a printed note is made of; nothing in it is of another note of the case. */
export type NoteSource = Omit<Signing, 'TimeZone'> & {
  note: VisitNote;
  /** What was added to it, in the order it was begun. */
  added: readonly VisitNote[];
  /** The note that this one is added to. */
  parent: VisitNote | null;
  visit: Visit | null;
  of: Case;
  patient: Patient;
  /** Undefined where it is not known here. */
  facility: Facility | undefined;
  company: { Name: string; TimeZone: string };
  /** Of the visit, where this is the visit’s own note; else none. */
  services: readonly Service[];
  codes: readonly Pick<CptDescription, 'CPT_Code' | 'Description'>[];
  /** The rows that cells of the notes speak of. */
  rows: ReadonlyMap<string, CellRow>;
  /** What else was recorded of the visit, such as its exercises. */
  tables: readonly NoteTable[];
};

/** A note as it goes on paper. What was left empty or untouched is not in it, nor is anything of another visit. */
export function noteDocument(source: NoteSource): NoteDocument {
  const { note, added, patient, facility, company, rows } = source;
  const signing: Signing = { ...source, TimeZone: facility?.TimeZone ?? company.TimeZone };
  const services = servicesTable(source.services, source.codes);
  const body = bodyTable(note.Cells);
  const tables = [...cellTables(note.Cells, rows), ...source.tables, ...(services ? [services] : [])];
  return {
    title: kindsOf(note),
    letterhead: letterheadOf(facility, company.Name),
    patient: `${fullName(patient)} · Born ${showDate(patient.DateOfBirth)} · Record ${patient.PatientId}`,
    mark: markOf(note, signing),
    about: aboutOf(source),
    blocks: [
      ...textBlocks(note),
      ...(body ? bodyBlocks(note, body) : []),
      ...tables.filter((table) => table.rows.length > 0).map((table): Block => ({ is: 'table', table })),
      ...minutesOf(note),
      ...signatureBlocks(note, signing),
      ...added.flatMap((one) => addedBlocks(one, rows, signing)),
    ],
  };
}

function kindsOf(note: VisitNote): string {
  return [note.NoteType, ...note.AlsoTypes].map((type) => noteTypeNames[type]).join(', ');
}

/** `Alvarez, Rosa Maria “Rosie”` */
function fullName({ LastName, FirstName, MiddleName, PreferredName }: Patient): string {
  const given = [FirstName, MiddleName].filter(Boolean).join(' ');
  return `${LastName}, ${given}${PreferredName ? ` “${PreferredName}”` : ''}`;
}

function letterheadOf(facility: Facility | undefined, company: string): NoteDocument['letterhead'] {
  if (!facility) return { name: company, lines: [] };
  const name = facility.LastName ?? facility.FirstName ?? company;
  const { Address1, City, StateOrProvince, PostalCode, Phone } = facility;
  const zip = PostalCode.length === 9 ? `${PostalCode.slice(0, 5)}-${PostalCode.slice(5)}` : PostalCode;
  const place = [Address1, City, `${StateOrProvince} ${zip}`.trim()].filter(Boolean).join(', ');
  return { name, lines: [...(name === company ? [] : [company]), place, ...(Phone ? [showPhone(Phone)] : [])] };
}

function aboutOf({ note, parent, visit, of, patient, providers }: NoteSource): Fact[] {
  const by = visit && parent === null ? visit.ProviderId : note.ProviderId;
  const provider = providers.find(({ ProviderId }) => ProviderId === by);
  return [
    { label: 'Patient', words: fullName(patient) },
    { label: 'Birth date', words: showDate(patient.DateOfBirth) },
    { label: 'Record number', words: patient.PatientId },
    ...(visit ? [{ label: 'Visit', words: visitWords(visit) }] : []),
    ...(visit && parent === null ? [] : [{ label: 'Date of note', words: showDate(note.NoteDate) }]),
    ...(parent ? [{ label: 'Added to', words: `${kindsOf(parent)} of ${showDate(parent.NoteDate)}` }] : []),
    { label: 'Case', words: `${of.Title} (${disciplineNames[of.Discipline]})` },
    ...(provider ? [{ label: 'Provider', words: providerName(provider) }] : []),
    ...(of.Diagnoses.length > 0
      ? [{ label: 'Diagnoses', words: of.Diagnoses.map((one) => `${one.Code} ${one.Description}`.trim()).join('\n') }]
      : []),
  ];
}

function visitWords({ Start, End, VisitTypeName }: Visit): string {
  return `${showDate(Start)}, ${showTime(Start)} to ${showTime(End)}, ${VisitTypeName}`;
}

/** Elements and sections that say something. */
function textBlocks(note: VisitNote): Block[] {
  const facts = elementsOf(note)
    .map(({ label, words }) => ({ label, words: words.trim() }))
    .filter(({ words }) => words !== '');
  const sections = sectionsOf(note)
    .map(({ key, title }): Block => ({ is: 'section', title, text: sectionText(note, key).trim() }))
    .filter((block) => block.is === 'section' && block.text !== '');
  return [...(facts.length > 0 ? [{ is: 'facts', facts } as const] : []), ...sections];
}

/** The body chart as it was drawn, and in words. */
function bodyBlocks({ Cells }: VisitNote, table: NoteTable): Block[] {
  return [
    { is: 'drawings', title: table.title, drawings: bodyDrawings(Cells) },
    { is: 'table', table: { ...table, title: 'Marks' } },
  ];
}

/** Of the whole visit, as they are documented beside those of each service (CMS ch. 15 §220.3 E). */
function minutesOf({ TreatmentMinutes }: VisitNote): Block[] {
  if (TreatmentMinutes === null) return [];
  return [{ is: 'facts', facts: [{ label: 'Treatment minutes', words: String(TreatmentMinutes) }] }];
}

/** An addendum as part of its note; of one that is not signed, only that it was begun. */
function addedBlocks(note: VisitNote, rows: ReadonlyMap<string, CellRow>, signing: Signing): Block[] {
  const title = `${kindsOf(note)} of ${showDate(note.NoteDate)}`;
  if (note.signedAt === null)
    return [{ is: 'notice', text: `${title} is not signed yet. Its text is not printed here.` }];
  return [
    { is: 'addendum', title },
    ...textBlocks(note),
    ...cellTables(note.Cells, rows).map((table): Block => ({ is: 'table', table })),
    ...signatureBlocks(note, signing),
  ];
}
