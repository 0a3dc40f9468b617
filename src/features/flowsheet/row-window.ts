/** Rows that are drawn, by their place from top to bottom; both ends included. */
export type RowRange = { from: number; to: number };
/** Part of a scrolled list, in px from its top. */
export type View = { top: number; bottom: number };

/** So few are all drawn: it costs no more than to choose among them. */
export const mostDrawn = 60;

/** The rows that lie in a view, even with a part. `heights` are those of all rows, in px; at least one is named. */
export function rowsIn(heights: readonly number[], { top, bottom }: View): RowRange {
  let from = -1;
  let to = 0;
  let at = 0;
  for (const [row, height] of heights.entries()) {
    if (from === -1 && at + height > top) from = row;
    if (at < bottom) to = row;
    at += height;
  }
  if (from === -1) from = heights.length - 1;
  return { from, to: Math.max(from, to) };
}

export function includes(drawn: RowRange, wanted: RowRange): boolean {
  return drawn.from <= wanted.from && wanted.to <= drawn.to;
}

export type DrawnRow<R> = {
  row: R;
  /** Its place among all rows. */
  place: number;
  /** The height, in px, of the rows between the drawn one above, or the head of the block, and this one. */
  gap: number;
};
export type DrawnBlock<B, R> = {
  block: B;
  rows: DrawnRow<R>[];
  /** Of those below the last drawn one, in px. */ after: number;
};

/**
 * The blocks with the rows of the range, and the one that is `kept` wherever it is: it holds the tab stop, and what is typed.
 * What is not drawn takes up the height it would have.
 */
export function drawnBlocks<R, B extends { rows: readonly R[] }>(
  blocks: readonly B[],
  heights: readonly number[],
  drawn: RowRange,
  kept: number,
): DrawnBlock<B, R>[] {
  let place = 0;
  return blocks.map((block) => {
    const rows: DrawnRow<R>[] = [];
    let gap = 0;
    for (const row of block.rows) {
      if (place === kept || (place >= drawn.from && place <= drawn.to)) {
        rows.push({ row, place, gap });
        gap = 0;
      } else gap += heights[place] ?? 0;
      place += 1;
    }
    return { block, rows, after: gap };
  });
}
