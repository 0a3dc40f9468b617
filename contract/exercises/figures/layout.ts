import { at, round, type Ink } from './ink.ts';
import type { Point } from './pose.ts';

const margin = 4;
const gap = 16;

/** The panels beside each other, or below each other where they are wider than high. */
export function arranged(panels: readonly Ink[]): { viewBox: string; content: string } {
  const [first, second] = panels;
  if (!first) return { viewBox: '0 0 1 1', content: '' };
  const isStacked = Math.max(...panels.map(({ box }) => (box.right - box.left) / (box.top - box.bottom))) > 1.15;
  const boxes = [first.box];
  const content = [first.elements.join('')];
  if (second) {
    const move: Point = isStacked
      ? [0, first.box.bottom - second.box.top - gap]
      : [first.box.right - second.box.left + gap, 0];
    const { left, right, top, bottom } = second.box;
    boxes.push({ left: left + move[0], right: right + move[0], top: top + move[1], bottom: bottom + move[1] });
    content.push(`<g transform="translate(${at(move)})">${second.elements.join('')}</g>`);
    content.push(between(first.box, isStacked));
  }
  const left = Math.min(...boxes.map((box) => box.left)) - margin;
  const top = Math.max(...boxes.map((box) => box.top)) + margin;
  const width = Math.max(...boxes.map((box) => box.right)) + margin - left;
  const height = top - Math.min(...boxes.map((box) => box.bottom)) + margin;
  return { viewBox: `${round(left)} ${round(-top)} ${round(width)} ${round(height)}`, content: content.join('') };
}

/** A small filled triangle from the first posture to the second. */
function between(box: Ink['box'], isDown: boolean): string {
  const [x, y]: Point = isDown
    ? [(box.left + box.right) / 2, box.bottom - gap / 2]
    : [box.right + gap / 2, (box.top + box.bottom) / 2];
  const corners: Point[] = isDown
    ? [
        [x - 5, y + 3],
        [x + 5, y + 3],
        [x, y - 4],
      ]
    : [
        [x - 3, y + 5],
        [x - 3, y - 5],
        [x + 4, y],
      ];
  return `<path d="M${corners.map(at).join('L')}Z" fill="currentColor" stroke="none" opacity=".6"/>`;
}
