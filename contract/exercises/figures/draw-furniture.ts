import { line, type Ink } from './ink.ts';

export const faint = 0.55;
export const thing = { width: 2.4, opacity: faint };
const seat = 20;

/** A seat whose middle is at x, its back to the left. */
export function chair(ink: Ink, x: number, hasBack: boolean): void {
  line(
    ink,
    [
      [x - 13, seat],
      [x + 13, seat],
    ],
    { width: 4, opacity: faint },
  );
  for (const leg of [x - 12, x + 11])
    line(
      ink,
      [
        [leg, 0],
        [leg, seat],
      ],
      thing,
    );
  if (hasBack)
    line(
      ink,
      [
        [x - 12, seat],
        [x - 14, seat + 36],
      ],
      thing,
    );
}

/** On the floor, or the top of a table. */
export function mat(ink: Ink, from: number, to: number, top: number): void {
  line(
    ink,
    [
      [from, top - 2],
      [to, top - 2],
    ],
    { width: 4, opacity: 0.35 },
  );
  if (top > 10)
    for (const x of [from + 8, to - 8])
      line(
        ink,
        [
          [x, 0],
          [x, top - 4],
        ],
        thing,
      );
}
