import { showMoney } from '#contract/base/money.ts';
import type { ServiceEntry } from '#contract/charges/service.ts';
import { changedSinceSeen, SeenToSign } from '#contract/documentation/seen-to-sign.ts';
import { noteSections, VisitNote, type NoteChanges } from '#contract/documentation/visit-note.ts';
import type { Patient } from '#contract/patients/patient.ts';
import { recordCall } from '#contract/records.ts';
import { stageNames, VisitStage } from '#contract/visits/stage.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { chargesOver, servicesOfVisit } from '#local/reads/charges.ts';
import { noteOfVisit } from '#local/reads/documentation.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import { readPatient } from '#local/reads/patients.ts';
import { readRow } from '#local/reads/reads.ts';
import { recordDiff, type FieldDiff } from '#local/reads/record-diff.ts';
import { readSetup } from '#local/store/setup.ts';
import { currentWords, spoken } from '../call-words.ts';
import { blockFacts, bookingFacts, dayFacts, removedFacts, requestFacts, scopeFacts } from './booking-facts.ts';
import { caseFieldName, caseFieldWords } from './case-field-words.ts';
import { caseNow, isDiagnosisClash } from './diagnosis-clash.ts';
import { shown } from './fact-words.ts';
import { newCaseFacts } from './new-case-facts.ts';
import { removalFacts } from './removal-facts.ts';

export type Fact = FieldDiff;

/** What a refused call would have done against what the server holds now, as far as this device knows. */
export async function factsOfCall(call: ParkedCall, visit: Visit | undefined): Promise<Fact[]> {
  if (recordCall(call.name)) return recordDiff(call);
  switch (call.name) {
    case 'visits.move':
      return moveFacts(call, visit);
    case 'visits.create':
    case 'visits.createSeries':
    case 'visits.reschedule':
      return bookingFacts(call, visit);
    case 'scheduling.saveNonPatientVisit':
      return blockFacts(call);
    case 'scheduling.removeNonPatientVisit':
      return removedFacts(call);
    case 'scheduling.saveVisitRequest':
      return requestFacts(call);
    case 'scheduling.withdrawVisitRequest':
    case 'cases.remove':
      return call.kind === 'changed-elsewhere' ? removalFacts(call) : currentFacts(call);
    case 'scheduling.createCustomDays':
      return dayFacts(call);
    case 'patients.update':
      return patientFacts(call);
    case 'patients.create':
      return newPatientFacts(call);
    case 'cases.create':
      return newCaseFacts(call);
    case 'cases.update':
      return caseFacts(call);
    case 'cases.discharge':
      return dischargeFacts(call);
    case 'documentation.save':
      return noteFacts(call, visit);
    case 'documentation.sign':
    case 'documentation.cosign':
      return signFacts(call);
    case 'charges.save':
      return chargeFacts(call);
    default:
      return currentFacts(call);
  }
}

function currentFacts({ current }: ParkedCall): Fact[] {
  return currentWords(current).map(({ name, value }) => ({ name, mine: '', now: value }));
}

function moveFacts({ input }: ParkedCall, visit: Visit | undefined): Fact[] {
  const { destination, LateFee } = input;
  return [
    { name: 'Stage', mine: stageWord(destination), now: visit ? stageNames[visit.stage] : '-' },
    ...scopeFacts(input),
    ...(typeof LateFee === 'number' ? [{ name: 'Late fee', mine: showMoney(LateFee), now: '-' }] : []),
  ];
}

/** The row a refusal came with, or the one of this device where that is newer. */
export function newerVisit(call: ParkedCall, visit: Visit | undefined): Visit | undefined {
  const said = call.current as Partial<Visit> | null;
  if (!visit || typeof said !== 'object' || said === null || said.VisitId !== visit.VisitId) return visit;
  return said.updated_at && said.updated_at > visit.updated_at ? { ...visit, ...said } : visit;
}

async function patientFacts(call: ParkedCall): Promise<Fact[]> {
  const changes = changesOf(call, await readPatient(call.input['id'] as Patient['PatientId']));
  return changes.map(({ field, mine, now }) => ({
    name: spoken(field),
    mine: shown(field, mine),
    now: shown(field, now),
  }));
}

async function caseFacts(call: ParkedCall): Promise<Fact[]> {
  if (!isDiagnosisClash(call)) return caseChangeFacts(call, await readRow('cases', String(call.input['id'])));
  const before = shown('Diagnoses', call.base['Diagnoses']);
  const facts = await caseChangeFacts(call, await caseNow(call));
  return facts.map((fact) => (fact.name === spoken('Diagnoses') ? { ...fact, before } : fact));
}

type Change = { field: string; mine: unknown; now: unknown };

/** Each changed field, as the call has it and as it is now. */
function changesOf({ input, current }: ParkedCall, row: object | undefined): Change[] {
  const now = { ...(current as object | null), ...row } as Record<string, unknown>;
  const changes = Object.entries((input['changes'] as object | undefined) ?? {});
  return changes.map(([field, mine]) => ({ field, mine, now: now[field] }));
}

async function caseChangeFacts(call: ParkedCall, row: object | undefined): Promise<Fact[]> {
  const facts = changesOf(call, row).map(async ({ field, mine, now }) => ({
    name: caseFieldName(field),
    mine: await caseFieldWords(field, mine),
    now: await caseFieldWords(field, now),
  }));
  return Promise.all(facts);
}

async function dischargeFacts({ input, current }: ParkedCall): Promise<Fact[]> {
  const row = (await readRow('cases', String(input['id']))) ?? (current as { DischargedAt?: unknown } | null);
  const dayOf = (day: unknown) => (day ? shown('DischargedAt', day) : 'Not discharged');
  return [{ name: 'Discharged', mine: dayOf(input['DischargedAt']), now: dayOf(row?.DischargedAt) }];
}

function newPatientFacts({ input, current }: ParkedCall): Fact[] {
  const mine = input['patient'] as Partial<Patient>;
  const there = (current ?? {}) as Partial<Patient>;
  return (['LastName', 'FirstName', 'DateOfBirth', 'Phone'] as const).map((field) => ({
    name: spoken(field),
    mine: shown(field, mine[field]),
    now: shown(field, there[field]),
  }));
}

/** In short where the note can be compared at its visit; whole where it cannot, because the visit is not here. */
async function noteFacts({ input, current }: ParkedCall, visit: Visit | undefined): Promise<Fact[]> {
  const told = VisitNote.safeParse(current).data;
  const note = (await noteOfVisit(input['VisitId'] as Visit['VisitId'])) ?? (visit ? undefined : told);
  const changes = input['changes'] as NoteChanges;
  const words = visit ? shortened : (text: string) => text || 'Empty';
  // Of a note that is not here, nobody knows what it says now.
  const now = (text: string | undefined) => (text === undefined && !visit ? '' : words(text ?? ''));
  return noteSections.flatMap((section) => {
    const mine = changes[section];
    return mine === undefined ? [] : [{ name: section, mine: words(mine), now: now(note?.[section]) }];
  });
}

/** What is not as its signer saw it. */
async function signFacts(call: ParkedCall): Promise<Fact[]> {
  const VisitId = call.input['id'] as Visit['VisitId'];
  const [note, services, setup] = await Promise.all([noteOfVisit(VisitId), servicesOfVisit(VisitId), readSetup()]);
  const seen = SeenToSign.safeParse(call.base).data ?? {};
  const changed = changedSinceSeen(seen, note, services, setup?.cptDescriptions ?? []);
  if (changed.length === 0) return currentFacts(call);
  return changed.map((name) =>
    name === 'Charges'
      ? { name, mine: servicesWord(seen.services ?? []), now: servicesWord(services) }
      : { name, ...apart(seen[name] ?? '', note?.[name] ?? '') },
  );
}

/** Two texts in short, from a little before where they part. */
function apart(mine: string, now: string): Pick<Fact, 'mine' | 'now'> {
  const length = Math.min(mine.length, now.length);
  let at = 0;
  while (at < length && mine[at] === now[at]) at += 1;
  const from = at > 60 ? mine.lastIndexOf(' ', at - 40) + 1 : 0;
  const part = (text: string) => (from > 0 ? `…${shortened(text.slice(from))}` : shortened(text));
  return { mine: part(mine), now: part(now) };
}

type Line = Pick<ServiceEntry, 'CPT_Code' | 'Minutes' | 'Count'>;

/** The lines as the call would leave them, with those that others recorded since. */
async function chargeFacts(call: ParkedCall): Promise<Fact[]> {
  const { services, now } = await chargesOver(call.input['id'] as Visit['VisitId'], [call]);
  return [{ name: 'Services', mine: servicesWord(services), now: servicesWord(now) }];
}

function servicesWord(lines: readonly Line[]): string {
  if (lines.length === 0) return 'None';
  return lines
    .map(({ CPT_Code, Minutes, Count }) => `${CPT_Code} ${Minutes === null ? `× ${Count ?? 1}` : `${Minutes} min`}`)
    .join(', ');
}

function stageWord(value: unknown): string {
  const stage = VisitStage.safeParse(value);
  return stage.success ? stageNames[stage.data] : '-';
}

function shortened(text: string): string {
  const line = text.trim();
  if (line === '') return 'Empty';
  return line.length > 140 ? `${line.slice(0, 140).trimEnd()}…` : line;
}
