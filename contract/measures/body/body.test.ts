import { expect, test } from 'vitest';
import { cellKey } from '../../documentation/field-keys.ts';
import { fieldWords } from '../../documentation/field-words.ts';
import { testId } from '../../testing/rows.ts';
import { BodyMark, markText } from './body-mark.ts';
import { markPlace, markPlaceAt, markProblem, markWords } from './mark-place.ts';
import { bodyDrawings, bodyTable, marksOf } from './marks.ts';
import { bodyRegion, bodyRegionAt, bodyRegions } from './body-regions.ts';

test('every region is within the picture, and its center is in it', () => {
  for (const region of bodyRegions) {
    for (const [x, y] of region.polygon) expect([x >= 0 && x <= 1000, y >= 0 && y <= 1000]).toEqual([true, true]);
    expect(bodyRegionAt(region.View, ...region.center)?.name).toBe(region.name);
  }
});

test('names are each of one region of a view, and every sided one has its other side', () => {
  for (const view of ['front', 'back'] as const) {
    const names = bodyRegions.filter(({ View }) => View === view).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  }
  for (const { Region, View, Side } of bodyRegions.filter((each) => each.Side !== null))
    expect(bodyRegion(Region, View, Side === 'L' ? 'R' : 'L')).toBeDefined();
});

test('the right of the patient is on the left of the front and on the right of the back', () => {
  for (const { View, Side, center } of bodyRegions.filter((each) => each.Side !== null))
    expect(center[0] < 500).toBe((View === 'front') === (Side === 'R'));
});

test('no two regions overlap', () => {
  const inside = (name: string, view: 'front' | 'back') =>
    bodyRegions.filter((each) => each.name === name && each.View === view);
  for (const view of ['front', 'back'] as const) {
    let hits = 0;
    for (let x = 3; x < 1000; x += 7) {
      for (let y = 3; y < 1000; y += 7) {
        const found = bodyRegionAt(view, x, y);
        if (!found) continue;
        hits += 1;
        const last = bodyRegions.toReversed().find((each) => each.View === view && isIn(each.polygon, x, y));
        expect(inside(found.name, view)).toContain(last);
      }
    }
    expect(hits).toBeGreaterThan(2000);
  }
});

function isIn(polygon: readonly (readonly [number, number])[], x: number, y: number): boolean {
  let winding = false;
  for (let at = 0, before = polygon.length - 1; at < polygon.length; before = at, at += 1) {
    const [x1, y1] = polygon[at] ?? [0, 0];
    const [x2, y2] = polygon[before] ?? [0, 0];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) winding = !winding;
  }
  return winding;
}

test.each([
  ['front', 250 + 197, 722, 'Right front of the knee'],
  ['back', 250 + 197, 722, 'Left back of the knee'],
  ['front', 500, 50, 'Head'],
  ['back', 500, 480, 'Sacrum'],
  ['back', 530, 410, 'Right low back'],
  ['front', 530, 410, 'Left abdomen'],
  ['front', 20, 20, undefined],
] as const)('%s at %i, %i is %s', (view, x, y, name) => expect(bodyRegionAt(view, x, y)?.name).toBe(name));

test('a mark drawn on the front stays at its very point of the front', () => {
  const place = markPlaceAt('front', 447.4, 721.8);
  expect(place).toEqual({ Region: 'knee', View: 'front', Side: 'R', x: 447, y: 722 });
  expect(place && markProblem(place)).toBeNull();
  expect(markPlaceAt('front', 5, 5)).toBeNull();
  expect(markPlaceAt('front', -50, 2000)).toBeNull();
});

test('a mark from the list is at the center of its region', () => {
  for (const region of bodyRegions) expect(markProblem(markPlace(region))).toBeNull();
});

test.each([
  ['another view', { View: 'back' as const, Side: 'R' as const }, 'Place the mark inside of: Right back of the knee.'],
  ['no side', { Side: null }, 'Choose a region of this view, with its side.'],
  ['the other side', { Side: 'L' as const }, 'Place the mark inside of: Left front of the knee.'],
  ['a region this view lacks', { Region: 'sacrum', Side: null }, 'Choose a region of this view, with its side.'],
  ['a point beside the body', { x: 1, y: 1 }, 'Place the mark inside of: Right front of the knee.'],
])('%s is refused', (_, other, problem) => {
  expect(markProblem({ Region: 'knee', View: 'front', Side: 'R', x: 447, y: 722, ...other })).toBe(problem);
});

test('a mark reads as a line of the list', () => {
  const place = { Region: 'knee', View: 'front', Side: 'R', x: 447, y: 722 } as const;
  expect(markWords({ ...place, Quality: 'aching', Intensity: 4 })).toBe('Right front of the knee: aching, 4/10');
  expect(markWords({ ...place, Quality: null, Intensity: null })).toBe('Right front of the knee');
  const row = { ...place, Quality: 'aching', Intensity: 4 };
  expect(markText(row)).toBe('knee, right, front: aching, 4/10');
  expect(BodyMark.parse(row)).toEqual(row);
  expect(BodyMark.safeParse({ ...row, Region: '<b>' }).success).toBe(false);
  expect(BodyMark.safeParse({ ...row, x: 1001 }).success).toBe(false);
});

test('a mark on the front stays on the front on paper, whatever else was marked', () => {
  const front = { Region: 'knee', View: 'front', Side: 'R', x: 447, y: 722, Quality: 'aching', Intensity: 4 } as const;
  const back = { ...front, View: 'back', Side: 'L', Quality: null, Intensity: null } as const;
  const key = (n: number) => cellKey('mark', testId(n), 'Mark');
  const cells = { [key(2)]: back, [key(1)]: front, [key(3)]: null };
  expect(marksOf(cells).map(({ id }) => id)).toEqual([testId(1), testId(2)]);
  expect(bodyTable(cells)?.rows).toEqual([
    ['Front', 'Right front of the knee', 'aching', '4/10'],
    ['Back', 'Left back of the knee', '', ''],
  ]);
  expect(bodyTable({})).toBeNull();
  expect(bodyDrawings({})).toEqual([]);
  const drawn = bodyDrawings(cells).map(({ caption, words, dots }) => [caption, words, dots]);
  expect(drawn).toEqual([
    ['Front', 'Right front of the knee: aching, 4/10', [{ x: 167, y: 722 }]],
    ['Back', 'Left back of the knee', [{ x: 167, y: 722 }]],
  ]);
  expect(fieldWords(key(2), back)).toBe('knee, left, back');
});

test('a mark of the patient says so, wherever it is read', () => {
  const mark: BodyMark = {
    Region: 'knee',
    View: 'front',
    Side: 'R',
    x: 447,
    y: 722,
    Quality: 'aching',
    Intensity: 4,
    From: 'patient',
  };
  expect(markText(mark)).toBe('knee, right, front: aching, 4/10, marked by the patient');
  expect(markWords(mark)).toBe('Right front of the knee: aching, 4/10, marked by the patient');
  expect(markWords({ ...mark, Quality: null, Intensity: null })).toBe('Right front of the knee: marked by the patient');
  const cells = { [cellKey('mark', '0193a0a0-0000-7000-8000-00000000000a', 'Mark')]: mark };
  expect(bodyTable(cells)?.rows).toEqual([
    ['Front', 'Right front of the knee (marked by the patient)', 'aching', '4/10'],
  ]);
});
