import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { CaseExercise } from '#contract/flowsheet/case-exercise.ts';
import { drawnBlocks, includes, mostDrawn, rowsIn, type DrawnBlock, type RowRange } from './row-window.ts';

/** Until rows were drawn: a name and a plan below it. */
const usualHeight = 44;
/** The head of a block, and that of the columns, in px. */
const headHeight = 36;
/** Drawn beyond what is seen, in px, so that a turn of the wheel meets rows. */
const beyond = 700;
/** Nearer than this to the end of what is drawn, in px, the next are drawn. */
const margin = 300;
/** Where a grid does not tell how much of it is seen. */
const usualView = 600;

type Block = { CPT_Code: string | null; rows: CaseExercise[] };
type Options = {
  grid: RefObject<HTMLDivElement | null>;
  blocks: readonly Block[];
  /** The place of the row with the tab stop. */
  active: number;
};

/**
 * The rows of a long flowsheet that are drawn: those in sight, some beyond, and the one with the tab stop. `look` is asked
 * whenever something may have been scrolled.
 */
export function useRowWindow({ grid, blocks, active }: Options): {
  drawn: DrawnBlock<Block, CaseExercise>[];
  look: () => void;
} {
  const ids = useMemo(() => blocks.flatMap(({ rows }) => rows.map(({ CaseExerciseId: id }) => String(id))), [blocks]);
  const isWindowed = ids.length > mostDrawn;
  const [known, setKnown] = useState<ReadonlyMap<string, number>>(new Map());
  const [range, setRange] = useState<RowRange>({ from: 0, to: Math.ceil((usualView + beyond) / usualHeight) });
  const heights = useMemo(() => heightsOf(ids, known), [ids, known]);
  const latest = useRef({ blocks, ids, known, heights, range });
  useLayoutEffect(() => {
    latest.current = { blocks, ids, known, heights, range };
  });

  const look = useCallback(() => {
    const element = grid.current;
    const now = latest.current;
    if (!element || now.ids.length <= mostDrawn) return;
    const view = { top: element.scrollTop, bottom: element.scrollTop + (element.clientHeight || usualView) };
    const wider = (by: number) => ({ top: view.top - by, bottom: view.bottom + by });
    if (includes(now.range, rowsIn(withHeads(now.blocks, now.heights), wider(margin)))) return;
    const measured = withMeasured(now.known, element);
    setKnown(measured);
    setRange(rowsIn(withHeads(now.blocks, heightsOf(now.ids, measured)), wider(beyond)));
  }, [grid]);

  useLayoutEffect(look, [look, ids]);
  useEffect(() => {
    const element = grid.current;
    if (!element || !isWindowed) return undefined;
    const resized = new ResizeObserver(look);
    resized.observe(element);
    return () => resized.disconnect();
  }, [grid, isWindowed, look]);

  const all = { from: 0, to: ids.length };
  return { drawn: drawnBlocks(blocks, heights, isWindowed ? range : all, active), look };
}

/** Rows that were never drawn are thought to be as high as those that were, on average. */
function heightsOf(ids: readonly string[], known: ReadonlyMap<string, number>): number[] {
  const sum = [...known.values()].reduce((total, height) => total + height, 0);
  const usual = known.size === 0 ? usualHeight : sum / known.size;
  return ids.map((id) => known.get(id) ?? usual);
}

/** Where a row begins in the grid is told with the heads above it: each counts with the row below. */
function withHeads(blocks: readonly Block[], heights: readonly number[]): number[] {
  const steps = [...heights];
  let first = 0;
  for (const { rows } of blocks) {
    steps[first] = (heights[first] ?? 0) + (first === 0 ? 2 : 1) * headHeight;
    first += rows.length;
  }
  return steps;
}

/** With the heights of the rows that are drawn now; the very same where there is nothing new. */
function withMeasured(known: ReadonlyMap<string, number>, grid: HTMLElement): ReadonlyMap<string, number> {
  const measured = [...grid.querySelectorAll<HTMLElement>('[data-exercise-row]')].flatMap((row) => {
    const id = row.dataset['exerciseRow'] ?? '';
    const height = row.offsetHeight;
    return height > 0 && known.get(id) !== height ? [[id, height] as const] : [];
  });
  return measured.length === 0 ? known : new Map([...known, ...measured]);
}
