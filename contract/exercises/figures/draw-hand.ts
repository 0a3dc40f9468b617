import { line, type Ink } from './ink.ts';
import type { HandSide, Palm, Point } from './pose.ts';
import { along } from './skeleton.ts';

const shade = 0.3;

/** A hand from the side of the thumb: one finger is drawn for all four. */
export function drawHandSide(ink: Ink, { fore, wrist, fingers, thumb }: HandSide): void {
  const hand = fore + wrist;
  const base: Point = [0, 60];
  const start = along(base, fore, -42);
  const knuckle = along(base, hand, 24);
  const [mcp, pip, dip] = fingers;
  const first = along(knuckle, hand + mcp, 15);
  const second = along(first, hand + mcp + pip, 10);
  const tip = along(second, hand + mcp + pip + dip, 8);
  line(ink, [start, base, knuckle], { width: 14, opacity: shade });
  line(ink, [knuckle, first, second, tip], { width: 6.5 });
  const root = along(base, hand, 5);
  const bend = along(root, hand + thumb[0], 13);
  line(ink, [root, bend, along(bend, hand + thumb[0] + thumb[1], 10)], { width: 6, opacity: 0.55 });
}

const fingerLengths = [27, 30, 27, 21] as const;
const rootsAcross = [-9.5, -3.2, 3.2, 9.5] as const;

/** A right palm: the thumb is at the left of the picture. */
export function drawPalm(ink: Ink, { wrist = 0, spread, straight, thumb, touches, isBack }: Palm): void {
  const base: Point = [0, 34];
  const side = isBack ? -1 : 1;
  const tilt = wrist * side;
  const corner = (across: number, up: number) => along(along(base, tilt, up), tilt + 90, across * side);
  ink.add(`<g opacity="${shade}">`);
  line(ink, [along(base, 180, 34), base], { width: 17 });
  line(ink, [corner(-7, 1), corner(-9.5, 25), corner(9.5, 22), corner(7, 1)], { width: 7, fill: true });
  ink.add('</g>');
  const tips = rootsAcross.map((across, finger) => {
    const root = corner(across, 28 - Math.abs(finger - 1) * 1.5);
    const length = (fingerLengths[finger] ?? 0) * (straight[finger] ?? 1);
    const tip = along(root, tilt + (finger - 1.3) * spread * side, length);
    line(ink, [root, tip], { width: 5.6 });
    return tip;
  });
  const root = corner(-9, 6);
  const bend = along(root, tilt + thumb[0] * side, 15);
  const tip = touches === undefined ? undefined : tips[touches];
  line(ink, [root, bend, tip ?? along(bend, tilt + (thumb[0] + thumb[1]) * side, 12)], { width: 6 });
}
