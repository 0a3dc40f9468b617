import { useEffect, useMemo } from 'react';
import type { CaseExerciseId } from '#contract/base/ids.ts';
import { isSameValue } from '#contract/base/same-value.ts';
import { keptCell, withCells, type CellChange, type Cells } from '#contract/flowsheet/merge-cells.ts';
import type { VisitCell } from '#contract/flowsheet/visit-exercises.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { saveCells, type Flowsheet } from '#local/reads/flowsheet.ts';
import { createAutosave, type Autosave } from '#shared/autosave/autosave.ts';
import { useEdited, useQuietAutosave } from '#shared/autosave/use-autosave.ts';
import { announceSaved } from '#shared/ui/live-region/live-region.tsx';
import type { SavedStateKind } from '#shared/ui/saved-state/saved-state.tsx';

/** Cells by the id of their row; null says nothing. */
type CellFields = Record<string, VisitCell | null>;

export type FlowsheetEditing = {
  /** The column of the visit with what was typed. */
  cells: Cells;
  change(changes: readonly CellChange[]): void;
  flush(): Promise<void>;
  state: { state: SavedStateKind; at: Date | null };
};

const same = (one: VisitCell | null, other: VisitCell | null) => isSameValue(keptCell(one), keptCell(other));

/** What is entered in the flowsheet of a visit, for the parts of its page that show cells. */
export type FlowsheetEntry = {
  autosave: Autosave<CellFields>;
  /** What the device holds. */
  confirmed: Cells | undefined;
  flush(): Promise<void>;
  /** Whatever a crash left is among the cells; before that nothing may be entered. */
  isRead: boolean;
};

/** The cells of a visit while they are entered. The page it is asked for is not drawn again with every key. */
export function useFlowsheet({ VisitId }: Pick<Visit, 'VisitId'>, sheet: Flowsheet | undefined): FlowsheetEntry {
  const { autosave, isRead } = useQuietAutosave(() =>
    createAutosave<CellFields>({
      draftKey: unsavedKey.flowsheet(VisitId),
      record: VisitId,
      same,
      save: async (changes, base, draft) => {
        const cells = Object.entries(changes) as [CaseExerciseId, VisitCell | null][];
        await saveCells(
          VisitId,
          cells.map(([CaseExerciseId, Cell]) => ({ CaseExerciseId, Cell: keptCell(Cell) })),
          Object.fromEntries(Object.entries(base).map(([row, was]) => [row, keptCell(was)])),
          draft,
        );
        announceSaved('Flowsheet saved on this device.');
      },
    }),
  );
  const confirmed = sheet?.cells;
  useEffect(() => {
    if (!confirmed) return;
    const rows = [...Object.keys(confirmed), ...Object.keys(autosave.snapshot())];
    autosave.seen(Object.fromEntries(rows.map((row) => [row, confirmed[row as CaseExerciseId] ?? null])));
  }, [autosave, confirmed]);
  return { autosave, confirmed, flush: () => autosave.flush(), isRead };
}

/** The column of the visit as it reads with what was typed. */
export function useCells({ autosave, confirmed }: FlowsheetEntry): Cells {
  const edited = useEdited(autosave);
  return useMemo(() => {
    const typed = Object.entries(edited).flatMap(([row, of]): CellChange[] =>
      of ? [{ CaseExerciseId: row as CaseExerciseId, Cell: of.value }] : [],
    );
    return withCells(confirmed ?? {}, typed);
  }, [confirmed, edited]);
}

/** Typed cells over what the device holds, and the way to change them. */
export function useCellEditing(entry: FlowsheetEntry): FlowsheetEditing {
  const { autosave, confirmed, flush } = entry;
  const edited = useEdited(autosave);
  return {
    cells: useCells(entry),
    change(changes) {
      for (const { CaseExerciseId: row, Cell } of changes) autosave.change(row, Cell, confirmed?.[row] ?? null);
    },
    flush,
    state: stateOf(Object.values(edited)),
  };
}

/** Of all cells the state that asks most. */
function stateOf(edited: readonly ({ state: SavedStateKind; at: Date | null } | undefined)[]) {
  const all = edited.flatMap((one) => one ?? []);
  const found = (['failed', 'unsaved'] as const).map((state) => all.find((one) => one.state === state)).find(Boolean);
  return found ?? all.at(-1) ?? { state: 'untouched' as const, at: null };
}
