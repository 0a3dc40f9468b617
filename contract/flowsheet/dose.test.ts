import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assistLevels, bandColors, Dose, hasAmount, noDose, sides } from './dose.ts';
import { parseDose } from './parse-dose.ts';
import { showDose } from './show-dose.ts';

const dose = (given: Partial<Dose>) => ({ kind: 'dose', dose: { ...noDose, ...given } });
const sets = (Sets: number, Reps: number, more: Partial<Dose> = {}) => dose({ Sets, Reps, ...more });
const lb = (Load: number): Partial<Dose> => ({ Load, LoadUnit: 'lb' });
const red: Partial<Dose> = { Load: 'red', LoadUnit: 'band' };

describe('what a clinician types', () => {
  test.each([
    ['3x10@5lb', sets(3, 10, lb(5))],
    ['3x10', sets(3, 10)],
    [' 3 X 10 ', sets(3, 10)],
    ['3×10 @ 5 LB', sets(3, 10, lb(5))],
    ['3*10 5lbs', sets(3, 10, lb(5))],
    ['3x10, 2.5 kg', sets(3, 10, { Load: 2.5, LoadUnit: 'kg' })],
    ['3x10 5#', sets(3, 10, lb(5))],
    ['3x10 red band', sets(3, 10, red)],
    ['3x10 Red', sets(3, 10, red)],
    ['3x10 @ red theraband L', sets(3, 10, { ...red, Side: 'L' })],
    ['3x10 band', sets(3, 10, { LoadUnit: 'band' })],
    ['3x10 grey tb', sets(3, 10, { Load: 'gray', LoadUnit: 'band' })],
    ['3x30s', dose({ Reps: 3, HoldSeconds: 30 })],
    ['10x10s', dose({ Reps: 10, HoldSeconds: 10 })],
    ['10 x 10 sec', dose({ Reps: 10, HoldSeconds: 10 })],
    ['3x1 min', dose({ Reps: 3, HoldSeconds: 60 })],
    ['2x10x5s', sets(2, 10, { HoldSeconds: 5 })],
    ['2x10 5s', sets(2, 10, { HoldSeconds: 5 })],
    ['2x10 hold 5 seconds', sets(2, 10, { HoldSeconds: 5 })],
    ['3 sets 45s', dose({ Sets: 3, Seconds: 45 })],
    ['3 sets of 45s', dose({ Sets: 3, Seconds: 45 })],
    ['3x30s hold', dose({ Reps: 3, HoldSeconds: 30 })],
    ['3x30"', dose({ Reps: 3, HoldSeconds: 30 })],
    ['30s x 3', dose({ Reps: 3, HoldSeconds: 30 })],
    ['10 reps x 5 sec hold', dose({ Reps: 10, HoldSeconds: 5 })],
    ['3 sets of 10', sets(3, 10)],
    ['3 sets x 10 reps', sets(3, 10)],
    ['15x', dose({ Reps: 15 })],
    ['3x10 w/ 5lb', sets(3, 10, lb(5))],
    ['3x10 ea side', sets(3, 10, { Side: 'LR' })],
    ['3x10/side', sets(3, 10, { Side: 'LR' })],
    ['3x10 L, R', sets(3, 10, { Side: 'LR' })],
    ['3x10 bil.', sets(3, 10, { Side: 'LR' })],
    ['100 ft x 2', dose({ Sets: 2, Distance: 100, DistanceUnit: 'ft' })],
    ['3x2m', dose({ Reps: 3, HoldSeconds: 120 })],
    ['2m L', dose({ Seconds: 120, Side: 'L' })],
    ['5 min', dose({ Seconds: 300 })],
    ['1.5 min', dose({ Seconds: 90 })],
    ['1:30', dose({ Seconds: 90 })],
    ['1m30s', dose({ Seconds: 90 })],
    ['90 S', dose({ Seconds: 90 })],
    ['15 reps R', dose({ Reps: 15, Side: 'R' })],
    ['x15 both', dose({ Reps: 15, Side: 'LR' })],
    ['3x10 L/R', sets(3, 10, { Side: 'LR' })],
    ['3x10 each', sets(3, 10, { Side: 'LR' })],
    ['50 ft', dose({ Distance: 50, DistanceUnit: 'ft' })],
    ['2x50ft CGA', dose({ Sets: 2, Distance: 50, DistanceUnit: 'ft', Assist: 'CGA' })],
    ['20 meters', dose({ Distance: 20, DistanceUnit: 'm' })],
    ['3x10 min a', sets(3, 10, { Assist: 'Min A' })],
    ['3x10 minA', sets(3, 10, { Assist: 'Min A' })],
    ['3x10 mod assist', sets(3, 10, { Assist: 'Mod A' })],
    ['3x10 mod i', sets(3, 10, { Assist: 'Mod I' })],
    ['5lb', dose(lb(5))],
    ['', { kind: 'empty' }],
    ['  \n', { kind: 'empty' }],
    ['-', { kind: 'skipped', reason: null }],
    [' – ', { kind: 'skipped', reason: null }],
    ['- Knee pain', { kind: 'skipped', reason: 'Knee pain' }],
    ['skipped: no time', { kind: 'skipped', reason: 'no time' }],
  ])('“%s”', (typed, expected) => {
    expect(parseDose(typed)).toEqual(expected);
  });
});

describe('what is no dose keeps its text and has one sentence', () => {
  const example = 'is not part of a dose. Type it like 3x10@5lb, 3x30s, 2m L or -.';
  test.each([
    ['10', 'Say what 10 means: 10 reps, 10s or 10 lb.'],
    ['3x10 5', 'Say what 5 means: 5 reps, 5s or 5 lb.'],
    ['3x10@5', 'Add lb or kg after the load: 5lb.'],
    ['3x10x5', 'Add s to the last number: 5s.'],
    ['felt good', `“felt” ${example}`],
    ['3x10 lb', `“lb” ${example}`],
    ['1 1/2 min', 'Say what 1 means: 1 rep, 1s or 1 lb.'],
    ['200m', 'Say what 200m means: 200 min or 200 meters.'],
    ['3x100 m', 'Say what 100m means: 100 min or 100 meters.'],
    ['-5', '“-” means skipped. Remove it, or give the reason in words.'],
    ['- 3x10', '“-” means skipped. Remove it, or give the reason in words.'],
    ['3x10 6"', 'Say what 6 means: 6 reps, 6s or 6 lb.'],
    ['3x8-10', `“-10” ${example}`],
    ['3xx', `“3xx” ${example}`],
    ['3x10 2x8', 'This dose gives the sets twice.'],
    ['3x10 5lb red band', 'This dose gives the load twice.'],
    ['3x10 L R', 'This dose gives the side twice.'],
    ['0x10', 'Enter 1 to 50 sets.'],
    ['3x1000', 'Enter 1 to 999 reps.'],
    ['5000 min', 'Enter a time of 1 second to 4 hours, in whole seconds.'],
    ['0.01 min', 'Enter a time of 1 second to 4 hours, in whole seconds.'],
    ['3x10 5000lb', 'Enter a load of 0.1 to 2,000, with at most 2 decimals.'],
    ['3x10 5.123lb', 'Enter a load of 0.1 to 2,000, with at most 2 decimals.'],
    ['L', 'Add how much: 3x10 or 5 min.'],
    ['x'.repeat(10_000), 'This text is too long for a dose. Move it to the comment.'],
    [`3x10 ${'y'.repeat(60)}`, `“${'y'.repeat(20)}…” ${example}`],
  ])('“%s”', (typed, problem) => {
    expect(parseDose(typed)).toEqual({ kind: 'problem', problem, text: typed });
  });

  test('any text at all, in time', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 600, unit: 'binary' }), (typed) => {
        const parsed = parseDose(typed);
        expect(parsed.kind !== 'dose' || Dose.safeParse(parsed.dose).success).toBe(true);
        expect(parsed.kind !== 'problem' || parsed.text === typed).toBe(true);
      }),
    );
    const started = performance.now();
    for (const piece of ['1', '1 ', '1x', '1.', '3x10 ', '- ']) parseDose(piece.repeat(Math.floor(500 / piece.length)));
    expect(performance.now() - started).toBeLessThan(500);
  });
});

const hundredths = (most: number) => fc.integer({ min: 10, max: most * 100 }).map((value) => value / 100);
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const load = fc.oneof(
  fc.constant({ Load: null, LoadUnit: null }),
  fc.record({ Load: hundredths(2_000), LoadUnit: fc.constantFrom('lb' as const, 'kg' as const) }),
  fc.record({ Load: orNull(fc.constantFrom(...bandColors)), LoadUnit: fc.constant('band' as const) }),
);
const distance = fc.oneof(
  fc.constant({ Distance: null, DistanceUnit: null }),
  fc.record({ Distance: hundredths(10_000), DistanceUnit: fc.constantFrom('m' as const, 'ft' as const) }),
);
const counts = fc.record({
  Sets: orNull(fc.integer({ min: 1, max: 50 })),
  Reps: orNull(fc.integer({ min: 1, max: 999 })),
  HoldSeconds: orNull(fc.integer({ min: 1, max: 3_600 })),
  Seconds: orNull(fc.integer({ min: 1, max: 14_400 })),
  Side: orNull(fc.constantFrom(...sides)),
  Assist: orNull(fc.constantFrom(...assistLevels)),
});
const anyDose = fc
  .tuple(counts, load, distance)
  .map(([first, second, third]): Dose => ({ ...first, ...second, ...third }))
  .filter(hasAmount);

test('every dose is shown as it can be typed', () => {
  fc.assert(
    fc.property(anyDose, (given) => {
      expect(Dose.parse(given)).toEqual(given);
      expect(parseDose(showDose(given))).toEqual({ kind: 'dose', dose: given });
      expect(parseDose(showDose(given).toUpperCase())).toEqual({ kind: 'dose', dose: given });
    }),
    { numRuns: 400 },
  );
});

test.each([
  [{ Load: 5 }, false],
  [{ Load: 'red' as const, LoadUnit: 'lb' as const }, false],
  [{ Load: 5, LoadUnit: 'band' as const }, false],
  [{ LoadUnit: 'band' as const }, true],
  [{ Distance: 5 }, false],
  [{ Distance: 5, DistanceUnit: 'm' as const }, true],
  [{ Sets: 0 }, false],
  [{ Reps: 1.5 }, false],
])('%j is stored: %s', (given, isStored) => {
  expect(Dose.safeParse({ ...noDose, Reps: 10, ...given }).success).toBe(isStored);
});
