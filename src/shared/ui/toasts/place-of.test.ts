import { expect, test } from 'vitest';
import { placeOf, type Box } from './place-of.ts';

const at = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});
const below = at(10, 700, 370, 60);
const above = at(10, 56, 370, 60);

test.each([
  ['nothing in the way', null, [], false],
  ['the focus elsewhere', at(20, 300, 100, 32), [], false],
  ['the focus below', at(20, 710, 100, 32), [], true],
  ['the focus above', at(20, 60, 100, 32), [], false],
  ['the focus above, and buttons below', at(20, 60, 100, 32), [at(0, 720, 390, 60)], false],
  ['buttons of a layer below', at(20, 300, 100, 32), [at(0, 720, 390, 60)], true],
  ['buttons that are not drawn', null, [at(0, 0, 0, 0)], false],
  ['something as large as the window has the focus', at(0, 0, 390, 844), [], false],
  ['it only touches', at(20, 760, 100, 32), [], false],
] as const)('toasts stand clear: %s', (_, focused, buttons, isAbove) => {
  expect(placeOf({ below, above, focused, buttons })).toBe(isAbove);
});
