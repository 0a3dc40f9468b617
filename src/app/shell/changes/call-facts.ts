import { showDate } from '#contract/base/dates.ts';
import { showPhone } from '#contract/base/text.ts';
import { noteSections } from '#contract/documentation/visit-note.ts';
import type { Patient } from '#contract/patients/patient.ts';
import { stageNames, VisitStage } from '#contract/visits/stage.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { servicesOfVisit } from '#local/charges.ts';
import { noteOfVisit } from '#local/documentation.ts';
import type { ParkedCall } from '#local/outbox.ts';
import { readPatient } from '#local/patients.ts';
import { currentWords, spoken } from '../call-words.ts';

/** One line of a refused change: what it would have made of a value, and what the server holds. */
export type Fact = { name: string; mine: string; now: string };

/** What a refused call would have done against what the server holds now, as far as this device knows. */
export async function factsOfCall(call: ParkedCall, visit: Visit | undefined): Promise<Fact[]> {
  switch (call.name) {
    case 'visits.move':
      return [
        { name: 'Stage', mine: stageWord(call.input['destination']), now: visit ? stageNames[visit.stage] : '-' },
      ];
    case 'patients.update':
      return patientFacts(call);
    case 'patients.create':
      return newPatientFacts(call);
    case 'documentation.save':
      return noteFacts(call);
    case 'charges.save':
      return chargeFacts(call, visit);
    default:
      return currentWords(call.current).map(({ name, value }) => ({ name, mine: '', now: value }));
  }
}

/** The row a refusal came with, or the one of this device where that is newer. */
export function newerVisit(call: ParkedCall, visit: Visit | undefined): Visit | undefined {
  const said = call.current as Partial<Visit> | null;
  if (!visit || typeof said !== 'object' || said === null || said.VisitId !== visit.VisitId) return visit;
  return said.updated_at && said.updated_at > visit.updated_at ? { ...visit, ...said } : visit;
}

async function patientFacts({ input, current }: ParkedCall): Promise<Fact[]> {
  const patient = await readPatient(input['id'] as Patient['PatientId']);
  const now = { ...(current as object | null), ...patient } as Record<string, unknown>;
  const changes = Object.entries((input['changes'] as object | undefined) ?? {});
  return changes.map(([field, value]) => ({
    name: spoken(field),
    mine: shown(field, value),
    now: shown(field, now[field]),
  }));
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

async function noteFacts({ input }: ParkedCall): Promise<Fact[]> {
  const note = await noteOfVisit(input['VisitId'] as Visit['VisitId']);
  const changes = input['changes'] as Partial<Record<(typeof noteSections)[number], string>>;
  return noteSections.flatMap((section) => {
    const mine = changes[section];
    return mine === undefined ? [] : [{ name: section, mine: shortened(mine), now: shortened(note?.[section] ?? '') }];
  });
}

type Line = { CPT_Code: string; Minutes: number | null; Count: number | null };

async function chargeFacts({ input }: ParkedCall, visit: Visit | undefined): Promise<Fact[]> {
  const mine = (input['services'] as Line[] | undefined) ?? [];
  const now = visit ? await servicesOfVisit(visit.VisitId) : [];
  return [{ name: 'Services', mine: servicesWord(mine), now: servicesWord(now) }];
}

function servicesWord(lines: readonly Line[]): string {
  if (lines.length === 0) return 'None';
  return lines
    .map(({ CPT_Code, Minutes, Count }) => `${CPT_Code} ${Minutes === null ? `× ${Count ?? 1}` : `${Minutes} min`}`)
    .join(', ');
}

function shown(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  if (Array.isArray(value)) return value.length === 0 ? 'None' : value.join(', ');
  if (field === 'Phone') return showPhone(String(value));
  return field === 'DateOfBirth' ? showDate(String(value)) : String(value);
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
