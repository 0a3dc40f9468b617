import { dot, line, ring, type Ink } from './ink.ts';
import { chair, faint, mat, thing } from './draw-furniture.ts';
import type { Place, Point, Prop } from './pose.ts';
import { along, type Joints } from './skeleton.ts';

/** Draws one prop; joints are missing where the figure is a hand or a face. */
export function drawProp(ink: Ink, prop: Prop, joints: Joints | null): void {
  const place = (of: Place): Point => (typeof of === 'string' ? (joints?.[of] ?? [0, 0]) : of);
  switch (prop[0]) {
    case 'chair':
    case 'stool':
      return chair(ink, prop[1], prop[0] === 'chair');
    case 'mat':
      return mat(ink, prop[1], prop[2], prop[3] ?? 0);
    case 'wall':
      line(
        ink,
        [
          [prop[1], 0],
          [prop[1], 112],
        ],
        { width: 4, opacity: faint },
      );
      return;
    case 'counter':
      line(
        ink,
        [
          [prop[1], prop[3]],
          [prop[2], prop[3]],
        ],
        { width: 4, opacity: faint },
      );
      for (const x of [prop[1] + 3, prop[2] - 3])
        line(
          ink,
          [
            [x, 0],
            [x, prop[3]],
          ],
          thing,
        );
      return;
    case 'step':
      line(
        ink,
        [
          [prop[1], 0],
          [prop[1], prop[3]],
          [prop[2], prop[3]],
          [prop[2], 0],
        ],
        thing,
      );
      return;
    case 'ball':
      return ring(ink, place(prop[1]), prop[2], 2);
    case 'roll':
      return dot(ink, place(prop[1]), prop[2], 0.4);
    case 'weight':
      return weight(ink, place(prop[1]));
    case 'box':
      return box(ink, place(prop[1]));
    case 'band':
      line(ink, [place(prop[1]), place(prop[2])], { width: 2, dash: '4 2' });
      return;
    case 'stick':
      return stick(ink, place(prop[1]), place(prop[2]));
    case 'strap':
      line(ink, [place(prop[1]), place(prop[2])], { width: 1.6 });
  }
}

function weight(ink: Ink, [x, y]: Point): void {
  line(
    ink,
    [
      [x - 6, y],
      [x + 6, y],
    ],
    { width: 2.4 },
  );
  for (const end of [x - 6, x + 6])
    line(
      ink,
      [
        [end, y - 3],
        [end, y + 3],
      ],
      { width: 4 },
    );
}

function box(ink: Ink, [x, y]: Point): void {
  line(
    ink,
    [
      [x - 2, y - 8],
      [x + 14, y - 8],
      [x + 14, y + 6],
      [x - 2, y + 6],
      [x - 2, y - 8],
    ],
    { width: 2.4 },
  );
}

/** Longer than from hand to hand. */
function stick(ink: Ink, from: Point, to: Point): void {
  const direction = (Math.atan2(to[0] - from[0], to[1] - from[1]) * 180) / Math.PI;
  line(ink, [along(from, direction, -12), along(to, direction, 12)], { width: 2.6 });
}
