import { z } from 'zod';
import { serviceWords } from '#contract/charges/service-words.ts';
import { isRealDate, showDate } from '#contract/base/dates.ts';
import { careToSign, noCare } from '#contract/documentation/care-to-sign.ts';
import { changedSinceSeen, SeenToSign } from '#contract/documentation/seen-to-sign.ts';
import { noteField } from '#contract/documentation/note-field.ts';
import type { NoteChanges } from '#contract/documentation/note-fields.ts';
import { VisitNote } from '#contract/documentation/visit-note.ts';
import { columnsApart } from '#contract/flowsheet/cell-words.ts';
import { scoreWords, type OutcomeMeasureOf } from '#contract/outcomes/outcomes-table.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { VisitId, type NoteId } from '#contract/base/ids.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import { servicesOfVisit } from '#local/reads/charges.ts';
import { readNote } from '#local/reads/documentation.ts';
import { exercisesOfVisit } from '#local/reads/flowsheet.ts';
import { loadOutcomeMeasures } from '#local/reads/outcomes.ts';
import { careOfNote } from '#local/reads/goals.ts';
import { plainFieldNames, readFieldNames } from '#local/reads/note-field-names.ts';
import type { FieldDiff } from '#local/reads/record-diff.ts';
import { readSetup } from '#local/store/setup.ts';

/** In short where the note can be compared at its visit; whole where it cannot, because the visit is not here. */
export async function noteDiff({ input, current }: ParkedCall, visit: Visit | undefined): Promise<FieldDiff[]> {
  const told = VisitNote.safeParse(current).data;
  const note = (await readNote(noteIdIn(input))) ?? (visit ? undefined : told);
  const changes = input['changes'] as NoteChanges;
  const names = await readFieldNames(Object.keys(changes));
  const words = visit ? shortened : (text: string) => text || 'Empty';
  // Of a note that is not here, nobody knows what it says now.
  const now = (field: string) =>
    note === undefined && !visit ? '' : words(names.words(field, noteField(note, field)));
  return Object.entries(changes).map(([field, mine]) => ({
    name: names.title(field),
    mine: words(names.words(field, mine)),
    now: now(field),
  }));
}

/** The whole of what was written. */
export function noteText({ input }: ParkedCall): string {
  const changes = input['changes'] as NoteChanges;
  return Object.entries(changes)
    .map(([field, value]) => `${plainFieldNames.title(field)}\n${plainFieldNames.words(field, value)}`)
    .join('\n\n');
}

/** What is not as its signer saw it; null where all is. */
export async function signDiff(call: ParkedCall): Promise<FieldDiff[] | null> {
  const id = call.input['id'] as NoteId;
  // A visit's note has the id of the visit.
  const [note, services, setup] = await Promise.all([readNote(id), servicesOfVisit(VisitId.parse(id)), readSetup()]);
  const seen = SeenToSign.safeParse(call.base).data ?? {};
  const care = note ? careToSign(note, await careOfNote(note.CaseId, note.NoteDate)) : noCare;
  const sheet = note
    ? await exercisesOfVisit({ CaseId: note.CaseId, VisitId: VisitId.parse(id) })
    : { rows: [], cells: {} };
  const codes = setup?.cptDescriptions ?? [];
  const changed = changedSinceSeen(seen, note, services, codes, sheet.cells, care);
  if (changed.length === 0) return null;
  const former: Readonly<Record<string, unknown>> = seen.note ?? seen;
  const names = await readFieldNames(changed);
  const measureOf = changed.includes('Outcome measures') ? await loadOutcomeMeasures() : () => undefined;
  const wasSeen = (field: string) => names.words(field, former[field] ?? noteField(undefined, field));
  return changed.map((field) => {
    if (field === 'Charges')
      return { name: field, mine: serviceWords(seen.services ?? []), now: serviceWords(services) };
    if (field === 'Flowsheet') {
      const { mine, now } = columnsApart(seen.exercises ?? {}, sheet.cells, sheet.rows);
      return { name: field, ...apart(mine, now) };
    }
    if (field === 'Outcome measures')
      return {
        name: field,
        ...apart(scoresInLine(seen.outcomes, measureOf), scoresInLine(care.outcomes, measureOf)),
      };
    if (field === 'Goals') return { name: field, ...apart(careWords(seen.goals), careWords(care.goals)) };
    if (field === 'Plan of care') return { name: field, ...apart(careWords(seen.plans), careWords(care.plans)) };
    return { name: names.title(field), ...apart(wasSeen(field), names.words(field, noteField(note, field))) };
  });
}

const shownOfCare = [
  'Text',
  'Function',
  'Baseline',
  'Target',
  'TargetDate',
  'From',
  'To',
  'VisitsPerWeek',
  'PlanWeeks',
  'Amount',
  'Interventions',
];

/** What goals or plans of care say, in one line. */
function careWords(rows: Readonly<Record<string, unknown>> = {}): string {
  const wordsOf = (value: unknown) => {
    if (typeof value === 'number') return String(value);
    return typeof value === 'string' && isRealDate(value) ? showDate(value) : value;
  };
  const lineOf = (row: unknown) => {
    const said: Readonly<Record<string, unknown>> = { ...(row as object) };
    return shownOfCare.flatMap((field) => wordsOf(said[field]) || []).join(', ');
  };
  return Object.values(rows).map(lineOf).join('; ');
}

const Scored = z.object({ MeasureKey: z.string(), Version: z.number(), Score: z.number(), Date: z.string() });

/** Scores of outcome measures in one line, in the order they were entered. */
function scoresInLine(rows: Readonly<Record<string, unknown>> = {}, measureOf: OutcomeMeasureOf): string {
  const lines = Object.entries(rows)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([, row]) => {
      const scored = Scored.safeParse(row).data;
      if (!scored) return 'A score';
      const { MeasureKey, Version, Score, Date } = scored;
      const measure = measureOf(MeasureKey, Version);
      return `${measure?.Name ?? MeasureKey} ${scoreWords(measure, Score)}, ${showDate(Date)}`;
    });
  return lines.join('; ');
}

function noteIdIn(input: ParkedCall['input']): NoteId {
  return (input['NoteId'] ?? input['VisitId']) as NoteId;
}

/** Two texts in short, from a little before where they part. */
function apart(mine: string, now: string): Pick<FieldDiff, 'mine' | 'now'> {
  const length = Math.min(mine.length, now.length);
  let at = 0;
  while (at < length && mine[at] === now[at]) at += 1;
  const from = at > 60 ? mine.lastIndexOf(' ', at - 40) + 1 : 0;
  const part = (text: string) => (from > 0 ? `…${shortened(text.slice(from))}` : shortened(text));
  return { mine: part(mine), now: part(now) };
}

function shortened(text: string): string {
  const line = text.trim();
  if (line === '') return 'Empty';
  return line.length > 140 ? `${line.slice(0, 140).trimEnd()}…` : line;
}
