import { drawBody } from './draw-body.ts';
import { drawFace } from './draw-face.ts';
import { drawHandSide, drawPalm } from './draw-hand.ts';
import { drawProp } from './draw-props.ts';
import { figures, type FigureKey } from './figures.ts';
import { arrow, line, newInk, round, type Ink } from './ink.ts';
import { arranged } from './layout.ts';
import type { Arrow, Figure, Joint, Point } from './pose.ts';
import type { Joints } from './skeleton.ts';

/** How wide and high the picture is, in px, and what screen readers say; without a title it is decoration. */
export type FigureOptions = { size: number; title: string | null };

export function isFigureKey(key: string): key is FigureKey {
  return Object.hasOwn(figures, key);
}

/**
 * The drawing of an exercise as an SVG element, or null for a key without one. It carries no ids and takes the color
 * of the text around it. Start and end stand side by side, or above each other where the body lies.
 */
export function figureSvg(key: string, { size, title }: FigureOptions): string | null {
  if (!isFigureKey(key)) return null;
  const figure: Figure = figures[key];
  const first = panel(figure, false);
  const panels = figure.end ? [first.ink, panel(figure, true, first.joints).ink] : [first.ink];
  const { viewBox, content } = arranged(panels);
  const name = title === null ? 'aria-hidden="true"' : `role="img" aria-label="${escaped(title)}"`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${viewBox}" ${name} ` +
    `fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round">${content}</svg>`
  );
}

function escaped(text: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (mark) => names[mark] ?? mark);
}

function panel(figure: Figure, isEnd: boolean, startJoints: Joints | null = null): { ink: Ink; joints: Joints | null } {
  const ink = newInk();
  let joints: Joints | null = null;
  const drawProps = () => {
    for (const prop of figure.props ?? []) drawProp(ink, prop, joints);
  };
  if (figure.view === 'side' || figure.view === 'front') {
    joints = drawBody(ink, { ...figure.start, ...(isEnd && figure.end) }, figure);
    drawProps();
    if (figure.isFromAbove) sheet(ink);
    else if (!figure.near) line(ink, floorOf(ink), { width: 1.6, opacity: 0.45 });
  } else {
    if (figure.view === 'hand') drawHandSide(ink, { ...figure.start, ...(isEnd && figure.end) });
    else if (figure.view === 'palm') drawPalm(ink, { ...figure.start, ...(isEnd && figure.end) });
    else if (figure.view === 'face') drawFace(ink, isEnd && figure.end ? figure.end : figure.start);
    drawProps();
  }
  if (isEnd || !figure.end) for (const each of figure.arrows ?? []) drawArrow(ink, each, startJoints, joints);
  return { ink, joints };
}

/** The mat under a body that is seen from above. */
function sheet({ box, elements }: Ink): void {
  const size = `width="${round(box.right - box.left)}" height="${round(box.top - box.bottom)}"`;
  elements.unshift(
    `<rect x="${round(box.left)}" y="${round(-box.top)}" ${size} rx="5" fill="currentColor" stroke="none" opacity=".12"/>`,
  );
}

function floorOf(ink: Ink): Point[] {
  return [
    [ink.box.left - 2, 0],
    [ink.box.right + 2, 0],
  ];
}

/** Around which joint each joint turns. */
const pivots: Record<Joint, keyof Joints> = {
  hip: 'ankle',
  shoulder: 'hip',
  head: 'shoulder',
  elbow: 'shoulder1',
  hand: 'shoulder1',
  elbow2: 'shoulder2',
  hand2: 'shoulder2',
  knee: 'hip1',
  ankle: 'hip1',
  toe: 'ankle',
  knee2: 'hip2',
  ankle2: 'hip2',
  toe2: 'ankle2',
};

function drawArrow(ink: Ink, spec: Arrow, from: Joints | null, to: Joints | null): void {
  if (typeof spec !== 'string') return arrow(ink, spec[0], spec[1], spec[2] ?? 0);
  if (!from || !to) return;
  const pivot = to[pivots[spec]] as Point;
  const start = outward(pivot, from[spec], 9);
  const end = outward(pivot, to[spec], 9);
  const [dx, dy] = [end[0] - start[0], end[1] - start[1]];
  const turn = dx * (pivot[1] - start[1]) - dy * (pivot[0] - start[0]);
  const bulge = Math.hypot(dx, dy) * 0.18;
  arrow(ink, start, end, turn > 0 ? -bulge : bulge);
}

function outward(pivot: Point, point: Point, by: number): Point {
  const [dx, dy] = [point[0] - pivot[0], point[1] - pivot[1]];
  const length = Math.hypot(dx, dy) || 1;
  return [point[0] + (dx / length) * by, point[1] + (dy / length) * by];
}
