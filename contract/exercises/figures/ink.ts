import type { Point } from './pose.ts';

/** Collects SVG elements of one panel and the room they take. The floor is y = 0, up is positive. */
export type Ink = {
  add(element: string): void;
  cover(point: Point, radius: number): void;
  readonly elements: string[];
  readonly box: { left: number; right: number; bottom: number; top: number };
};

export function newInk(): Ink {
  const elements: string[] = [];
  const box = { left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity };
  return {
    elements,
    box,
    add: (element) => void elements.push(element),
    cover([x, y], radius) {
      box.left = Math.min(box.left, x - radius);
      box.right = Math.max(box.right, x + radius);
      box.bottom = Math.min(box.bottom, y - radius);
      box.top = Math.max(box.top, y + radius);
    },
  };
}

export function round(value: number): number {
  return Math.round(value * 10) / 10 + 0;
}

/** `x y` as SVG counts, down from the floor. */
export function at([x, y]: Point): string {
  return `${round(x)} ${round(-y)}`;
}

type LineLook = { width: number; opacity?: number; dash?: string; fill?: boolean };

export function line(ink: Ink, points: readonly Point[], { width, opacity, dash, fill }: LineLook): void {
  for (const point of points) ink.cover(point, width / 2);
  const look =
    `stroke-width="${width}"` +
    (opacity === undefined ? '' : ` opacity="${opacity}"`) +
    (dash === undefined ? '' : ` stroke-dasharray="${dash}"`) +
    (fill ? ' fill="currentColor"' : '');
  ink.add(`<path d="M${points.map(at).join('L')}${fill ? 'Z' : ''}" ${look}/>`);
}

export function dot(ink: Ink, center: Point, radius: number, opacity?: number): void {
  ink.cover(center, radius);
  const faint = opacity === undefined ? '' : ` opacity="${opacity}"`;
  ink.add(`<circle ${centerOf(center)} r="${round(radius)}" fill="currentColor" stroke="none"${faint}/>`);
}

export function ring(ink: Ink, center: Point, radius: number, width: number): void {
  ink.cover(center, radius + width / 2);
  ink.add(`<circle ${centerOf(center)} r="${round(radius)}" stroke-width="${width}"/>`);
}

function centerOf([x, y]: Point): string {
  return `cx="${round(x)}" cy="${round(-y)}"`;
}

/** An arrow from a place to another, bulging to its left by the given length. */
export function arrow(ink: Ink, from: Point, to: Point, bulge: number): void {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  if (length < 4) return;
  const control: Point = [
    (from[0] + to[0]) / 2 - (dy / length) * bulge * 2,
    (from[1] + to[1]) / 2 + (dx / length) * bulge * 2,
  ];
  const toward = Math.atan2(to[1] - control[1], to[0] - control[0]);
  const wing = (turn: number): Point => [to[0] - Math.cos(toward + turn) * 6, to[1] - Math.sin(toward + turn) * 6];
  for (const point of [from, to, wing(0.5), wing(-0.5)]) ink.cover(point, 2);
  ink.cover([(control[0] + (from[0] + to[0]) / 2) / 2, (control[1] + (from[1] + to[1]) / 2) / 2], 2);
  ink.add(
    `<path d="M${at(from)}Q${at(control)} ${at(to)}M${at(wing(0.5))}L${at(to)}L${at(wing(-0.5))}" stroke-width="2"/>`,
  );
}
