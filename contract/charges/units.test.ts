import { existsSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CptDescription } from './service.ts';
import { billableUnits, explainUnits, type UnitLine } from './units.ts';

const timedCodes = ['97032', '97035', '97110', '97112', '97116', '97140'];
const codes: CptDescription[] = [
  ...timedCodes.map((CPT_Code) => code(CPT_Code, true)),
  code('97161', false),
  code('S9999', true),
  { ...code('97150', true), AlwaysUntimed: true },
];

function code(CPT_Code: string, timed: boolean): CptDescription {
  return { CPT_Code, Description: CPT_Code, AlwaysUntimed: false, timed, disciplines: ['PT'], alwaysTherapy: true };
}

function linesOf(...recorded: [string, number | null, number?][]): UnitLine[] {
  return recorded.map(([CPT_Code, Minutes, Count], at) => ({
    ServiceId: `line ${at}`,
    CPT_Code,
    Minutes,
    Count: Count ?? null,
  }));
}

function unitsPerLine(lines: UnitLine[], method: 'cms' | 'spm'): number[] {
  const { units } = billableUnits(lines, codes, method);
  return lines.map((line) => units[line.ServiceId] ?? -1);
}

describe('the vectors of domain 6.1', () => {
  test.each<{ lines: [string, number][]; cms: number[]; spm: number[] }>([
    {
      lines: [
        ['97112', 24],
        ['97110', 23],
      ],
      cms: [2, 1],
      spm: [2, 2],
    },
    {
      lines: [
        ['97112', 20],
        ['97110', 20],
      ],
      cms: [2, 1],
      spm: [1, 1],
    },
    {
      lines: [
        ['97110', 33],
        ['97140', 7],
      ],
      cms: [2, 1],
      spm: [2, 0],
    },
    {
      lines: [
        ['97110', 18],
        ['97140', 13],
        ['97116', 10],
        ['97035', 8],
      ],
      cms: [1, 1, 1, 0],
      spm: [1, 1, 1, 1],
    },
    {
      lines: [
        ['97112', 7],
        ['97110', 7],
        ['97140', 7],
      ],
      cms: [1, 0, 0],
      spm: [0, 0, 0],
    },
    {
      lines: [
        ['97110', 25],
        ['97140', 15],
        ['97112', 10],
      ],
      cms: [2, 1, 0],
      spm: [2, 1, 1],
    },
    {
      lines: [
        ['97110', 8],
        ['97140', 8],
      ],
      cms: [1, 0],
      spm: [1, 1],
    },
    { lines: [['97110', 7]], cms: [0], spm: [0] },
  ])('$lines', ({ lines, cms, spm }) => {
    expect(unitsPerLine(linesOf(...lines), 'cms')).toEqual(cms);
    expect(unitsPerLine(linesOf(...lines), 'spm')).toEqual(spm);
  });
});

test.each([
  [0, 0],
  [7, 0],
  [8, 1],
  [22, 1],
  [23, 2],
  [37, 2],
  [38, 3],
  [52, 3],
  [53, 4],
  [67, 4],
  [68, 5],
  [82, 5],
  [83, 6],
  [97, 6],
  [98, 7],
  [112, 7],
  [113, 8],
  [127, 8],
  [128, 9],
])('%i minutes of one code make %i units by either method', (minutes, units) => {
  expect(unitsPerLine(linesOf(['97110', minutes]), 'cms')).toEqual([units]);
  expect(unitsPerLine(linesOf(['97110', minutes]), 'spm')).toEqual([units]);
});

test('the order of the lines breaks a tie', () => {
  expect(unitsPerLine(linesOf(['97112', 10], ['97140', 15], ['97110', 25]), 'cms')).toEqual([1, 1, 1]);
});

test('a code on several lines is pooled and billed on its first line', () => {
  const lines = linesOf(['97110', 10], ['97140', 15], ['97110', 13]);
  expect(unitsPerLine(lines, 'cms')).toEqual([2, 1, 0]);
  expect(unitsPerLine(lines, 'spm')).toEqual([2, 1, 0]);
});

test('untimed codes count by their count, whatever their minutes', () => {
  const lines = linesOf(['97161', 45], ['S9999', 60, 2], ['97150', 30], ['97110', 15]);
  expect(unitsPerLine(lines, 'cms')).toEqual([1, 2, 1, 1]);
  const { totalTimedMinutes, totalMinutes } = billableUnits(lines, codes, 'cms');
  expect({ totalTimedMinutes, totalMinutes }).toEqual({ totalTimedMinutes: 15, totalMinutes: 150 });
});

test('a code no one knows counts as untimed', () => {
  expect(unitsPerLine(linesOf(['99999', 60]), 'spm')).toEqual([1]);
});

test('why: both methods side by side in plain sentences', () => {
  const { cms, spm } = explainUnits(linesOf(['97110', 33], ['97140', 7], ['97161', null]), codes);
  expect(cms.reason).toBe(
    'Why 4 units: 40 timed minutes make 3 units under CMS total time (38–52). ' +
      '97110 has 33 min: 2 full blocks; larger or earlier leftovers come first, so its 3 min get none. ' +
      '97140 has 7 min: no full block, and its 7 min left over get one more. 97161 is untimed and counts 1.',
  );
  expect(spm.reason).toBe(
    'Why 3 units: under the rule of eights each code counts on its own. ' +
      '97110 has 33 min: 2 full blocks; 3 min left over are under 8 and add none. ' +
      '97140 has 7 min: no full block; 7 min left over are under 8 and add none. 97161 is untimed and counts 1.',
  );
  expect([cms.total, cms.timedUnits, spm.total, spm.timedUnits]).toEqual([4, 3, 3, 2]);
  expect(cms.perCode).toContainEqual({ CPT_Code: '97140', minutes: 7, units: 1 });
});

test.each([
  [linesOf(), 'No services are recorded yet.'],
  [
    linesOf(['97110', 5]),
    'Why 0 units: 5 timed minutes make 0 units under CMS total time (0–7). 97110 has 5 min: no full block; its 5 min left over do not reach another unit.',
  ],
  [linesOf(['97161', null]), 'Why 1 unit: 97161 is untimed and counts 1.'],
])('why, case %#', (lines, sentence) => {
  expect(explainUnits(lines, codes).cms.reason).toBe(sentence);
});

const anyLines = fc.array(
  fc.record({
    CPT_Code: fc.constantFrom(...timedCodes),
    Minutes: fc.integer({ min: 0, max: 130 }),
    ServiceId: fc.uuid(),
    Count: fc.constant(null),
  }),
  { maxLength: 8 },
);

test('CMS units always sum to the table and no code gets more than its blocks and one', () => {
  fc.assert(
    fc.property(anyLines, (lines) => {
      const { cms } = explainUnits(lines, codes);
      const minutes = lines.reduce((sum, line) => sum + line.Minutes, 0);
      expect(cms.total).toBe(Math.floor((minutes + 7) / 15));
      const perLine = Object.values(billableUnits(lines, codes, 'cms').units);
      expect(perLine.reduce((sum, units) => sum + units, 0)).toBe(cms.total);
      for (const each of cms.perCode) {
        const blocks = Math.floor((each.minutes ?? 0) / 15);
        expect([blocks, blocks + 1]).toContain(each.units);
      }
    }),
  );
});

const facts = new URL('../../../shared/data/therapy/facts.json', import.meta.url);
describe.runIf(existsSync(facts))('the collected vectors of shared/data', () => {
  type Vector = {
    minutes: Record<string, number>;
    medicareUnits: Record<string, number>;
    totalUnits: number;
    amaPerCodeUnits: Record<string, number>;
  };
  const vectors: Vector[] = existsSync(facts)
    ? JSON.parse(readFileSync(facts, 'utf8')).eightMinuteRule.testVectors
    : [];
  test.each(vectors)('$minutes', ({ minutes, totalUnits, amaPerCodeUnits, medicareUnits }) => {
    // JSON objects with whole-number keys lose their order; most minutes first keeps the intent.
    const lines = linesOf(...Object.entries(minutes).toSorted((a, b) => b[1] - a[1]));
    const { cms, spm } = explainUnits(lines, codes);
    expect(cms.total).toBe(totalUnits);
    for (const each of spm.perCode) expect(each.units).toBe(amaPerCodeUnits[each.CPT_Code]);
    // Where minutes are equal either code may take the unit, so only the amounts are compared.
    expect(
      cms.perCode
        .map((each) => each.units)
        .filter(Boolean)
        .toSorted((a, b) => a - b),
    ).toEqual(
      Object.values(medicareUnits)
        .filter(Boolean)
        .toSorted((a, b) => a - b),
    );
  });
});
