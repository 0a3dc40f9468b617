import { NoteId, type CaseExerciseId, type CaseId, type VisitId } from '#contract/base/ids.ts';
import { isSameValue } from '#contract/base/same-value.ts';
import type { CaseExercise } from '#contract/flowsheet/case-exercise.ts';
import { keptCell, mergedCells, type CellChange, type Cells } from '#contract/flowsheet/merge-cells.ts';
import { lastSigned, type FlowsheetVisit } from '#contract/flowsheet/same-as-last.ts';
import { VisitExercises, type VisitCell } from '#contract/flowsheet/visit-exercises.ts';
import type { Visit } from '#contract/visits/visit.ts';
import type { WrittenDraft } from '../drafts/drafts.ts';
import { parkedCalls, queueWrite, queueWrites, type ParkedCall, type Write } from '../outbox/outbox.ts';
import { discardCall, replaceCalls } from '../outbox/refused-calls.ts';
import { readRow, readRows, readWhere } from './reads.ts';
import { earlierVisitsOfCase } from './visits.ts';

/** How many earlier visits stand beside today. */
export const columnsBeside = 6;
/** Earlier visits are looked through by so many at once. */
const step = 12;

export type Flowsheet = {
  /** In their order; a stopped one only while a visit that is shown says something of it. */
  rows: CaseExercise[];
  /** What is recorded of this visit. */
  cells: Cells;
  /** The last visits with anything recorded, the latest first. */
  earlier: FlowsheetVisit[];
  /** The latest signed one, from which `=` takes: it may stand further back. */
  last: FlowsheetVisit | null;
};

/** The flowsheet of a visit: its rows, its column and those before it. Only as many earlier visits are read as are shown. */
export async function readFlowsheet(visit: Visit): Promise<Flowsheet> {
  const rows = await rowsOfCase(visit.CaseId);
  const own = await readRow('visitExercises', visit.VisitId);
  const before = rows.length === 0 ? [] : await earlierVisitsOfCase(visit.CaseId, visit.Start);
  const earlier: FlowsheetVisit[] = [];
  for (let at = 0; at < before.length; at += step) {
    earlier.push(...(await columnsOf(before.slice(at, at + step))));
    if (earlier.length >= columnsBeside && lastSigned(earlier)) break;
  }
  const shown = earlier.slice(0, columnsBeside);
  const cells = own?.Cells ?? {};
  const isSaid = ({ CaseExerciseId: id }: CaseExercise) => [{ Cells: cells }, ...shown].some(({ Cells }) => Cells[id]);
  return {
    rows: rows.filter((row) => row.StoppedOn === null || isSaid(row)),
    cells,
    earlier: shown,
    last: lastSigned(earlier),
  };
}

/** The rows of a case's flowsheet in their order, stopped ones among them. */
export async function rowsOfCase(CaseId: CaseId): Promise<CaseExercise[]> {
  const rows = await readWhere('caseExercises', { index: 'CaseId', equals: CaseId });
  return rows.toSorted((a, b) => a.SortOrder - b.SortOrder || (a.CaseExerciseId < b.CaseExerciseId ? -1 : 1));
}

/** The rows that visits with a signed note say something of, as far as this device knows. */
export async function signedRowsOf(CaseId: CaseId): Promise<ReadonlySet<string>> {
  const columns = await readWhere('visitExercises', { index: 'CaseId', equals: CaseId });
  const notes = await readRows(
    'visitNotes',
    columns.map(({ VisitId: id }) => id),
  );
  const signed = new Set(notes.filter(({ signedAt }) => signedAt !== null).map(({ NoteId: id }) => String(id)));
  return new Set(columns.flatMap(({ VisitId: id, Cells }) => (signed.has(id) ? Object.keys(Cells) : [])));
}

async function columnsOf(visits: readonly Visit[]): Promise<FlowsheetVisit[]> {
  const ids = visits.map(({ VisitId: id }) => id);
  const columns = new Map((await readRows('visitExercises', ids)).map((row) => [row.VisitId, row.Cells]));
  const notes = await readRows('visitNotes', ids);
  const signed = new Map(notes.map((note) => [String(note.NoteId), note.signedAt]));
  return visits.flatMap(({ VisitId: id, Start }): FlowsheetVisit[] => {
    const Cells = columns.get(id);
    if (!Cells || Object.keys(Cells).length === 0) return [];
    return [{ VisitId: id, NoteId: NoteId.parse(id), Start, signedAt: signed.get(id) ?? null, Cells }];
  });
}

/** Rows and cells of a visit as its signer reads them. */
export async function exercisesOfVisit({ VisitId: id, CaseId }: Pick<Visit, 'VisitId' | 'CaseId'>) {
  const rows = await rowsOfCase(CaseId);
  const own = await readRow('visitExercises', id);
  return { rows, cells: own?.Cells ?? {} };
}

/** Queues cells with what they held before. */
export async function saveCells(
  id: VisitId,
  cells: readonly CellChange[],
  base: Readonly<Record<string, VisitCell | null>>,
  draft: WrittenDraft,
): Promise<void> {
  await queueWrite('flowsheet.save', { id, cells: [...cells] }, base, draft);
}

export type NewRow = Omit<CaseExercise, 'PatientId' | 'updated_at'>;

export async function addRow(row: NewRow): Promise<void> {
  await queueWrite('flowsheet.createCaseExercise', row);
}

type Placed = Pick<CaseExercise, 'CaseExerciseId' | 'SortOrder'>;

/** Gives rows another place; `before` says where they were. */
export async function placeRows(rows: readonly Placed[], before: readonly Placed[]): Promise<void> {
  const was = new Map(before.map(({ CaseExerciseId: id, SortOrder }) => [id, SortOrder]));
  await queueWrites(
    rows.map(({ CaseExerciseId: id, SortOrder }): Write => {
      const base = { SortOrder: was.get(id) };
      return { name: 'flowsheet.updateCaseExercise', input: { id, changes: { SortOrder } }, base };
    }),
  );
}

/** Cells of this device that a visit did not take. */
export type RefusedCells = {
  mids: number[];
  reason: string | null;
  /** Where mine differs from what the visit holds now. */
  cells: CellOver[];
};

/** `isThere`: whether the case still has the exercise; in one that was removed nothing can be saved. */
export type CellOver = {
  CaseExerciseId: CaseExerciseId;
  Name: string;
  isThere: boolean;
  mine: VisitCell | null;
  now: VisitCell | null;
};

export async function refusedCells({
  VisitId: id,
  CaseId,
}: Pick<Visit, 'VisitId' | 'CaseId'>): Promise<RefusedCells | null> {
  const refused = (await parkedCalls()).filter((call) => call.name === 'flowsheet.save' && call.input['id'] === id);
  const last = refused.at(-1);
  if (!last) return null;
  return {
    mids: refused.map(({ mid }) => mid),
    reason: last.reason,
    cells: await cellsOver({ VisitId: id, CaseId }, refused),
  };
}

/**
 * What cells of refused calls say beside what the visit holds now. Left out are those it has already, and those that the
 * server took when it refused others of the same call.
 */
export async function cellsOver(
  of: Pick<Visit, 'VisitId' | 'CaseId'>,
  refused: readonly Pick<ParkedCall, 'input' | 'current'>[],
): Promise<CellOver[]> {
  const { rows, cells } = await exercisesOfVisit(of);
  const mine = new Map<CaseExerciseId, VisitCell | null>();
  for (const { input, current } of refused) {
    const said = VisitExercises.safeParse(current).data?.Cells;
    for (const { CaseExerciseId, Cell } of (input['cells'] ?? []) as CellChange[]) {
      // What was taken stands for what this device said of the cell before.
      if (said && isSameValue(keptCell(Cell), keptCell(said[CaseExerciseId]))) mine.delete(CaseExerciseId);
      else mine.set(CaseExerciseId, Cell);
    }
  }
  return [...mine].flatMap(([CaseExerciseId, Cell]) => {
    const { conflicts } = mergedCells(cells, [{ CaseExerciseId, Cell }], { [CaseExerciseId]: neverThere });
    if (conflicts.length === 0) return [];
    const row = rows.find((one) => one.CaseExerciseId === CaseExerciseId);
    const Name = row?.Name ?? 'Removed exercise';
    return [{ CaseExerciseId, Name, isThere: row !== undefined, mine: Cell, now: cells[CaseExerciseId] ?? null }];
  });
}

/** A base that no cell has, so that whatever differs is listed. */
const neverThere = { differs: true };

/** Mine as it is sent again, on what the visit holds now; without exercises that were removed. */
export function cellsAgain(cells: readonly CellOver[]) {
  const left = cells.filter(({ isThere }) => isThere);
  return {
    cells: left.map(({ CaseExerciseId, mine }): CellChange => ({ CaseExerciseId, Cell: mine })),
    base: Object.fromEntries(left.map(({ CaseExerciseId, now }) => [CaseExerciseId, now])),
  };
}

/** Saves mine after all, by someone who sees what the visit holds now. */
export async function resendCells(id: VisitId, { mids, cells }: RefusedCells): Promise<void> {
  const again = cellsAgain(cells);
  await replaceCalls(mids, 'flowsheet.save', { id, cells: again.cells }, again.base);
}

/** Gives mine up, on record. */
export async function keepTheirs({ mids }: RefusedCells): Promise<void> {
  for (const mid of mids) await discardCall(mid, 'Compared with the flowsheet. The flowsheet did not change.');
}
