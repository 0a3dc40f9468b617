import { expect, test } from 'vitest';
import { CarriedIn, carriedCents, thresholdBucket } from './carried-in.ts';
import { lawFigures, lawsOn, type LawKey } from './laws.ts';

test.each<[LawKey, string, number | null]>([
  ['certificationDays', '2026-01-05', 30],
  ['verbalDays', '2026-01-05', 14],
  ['planDays', '2026-01-05', 90],
  ['planDays', '2007-12-31', null],
  ['progressTreatmentDays', '2026-01-05', 10],
  ['progressGraceDays', '2026-01-05', 7],
  ['sentInsteadOfSigned', '2024-12-31', null],
  ['sentInsteadOfSigned', '2025-01-01', 1],
  ['kxThreshold', '2020-12-31', null],
  ['kxThreshold', '2021-06-01', 211_000],
  ['kxThreshold', '2022-06-01', 215_000],
  ['kxThreshold', '2023-06-01', 223_000],
  ['kxThreshold', '2024-02-29', 233_000],
  ['kxThreshold', '2025-12-31', 241_000],
  ['kxThreshold', '2026-01-01', 248_000],
  ['kxThreshold', '2027-01-01', null],
  ['targetedReview', '2028-12-31', 300_000],
  ['targetedReview', '2029-01-01', null],
  ['assistantPercent', '2019-12-31', null],
  ['assistantPercent', '2020-01-01', 10],
])('%s on %s is %s', (key, day, value) => {
  expect(lawsOn(day)[key]?.value ?? null).toBe(value);
});

test('every figure has its source, and no two of one kind are in force on a day', () => {
  for (const [at, one] of lawFigures.entries()) {
    expect(one.source).not.toBe('');
    const others = lawFigures.slice(at + 1).filter(({ key }) => key === one.key);
    for (const other of others) expect((one.to ?? '9999') < (other.from ?? '')).toBe(true);
  }
});

test('another table', () => {
  expect(lawsOn('2026-01-01', []).planDays).toBeNull();
});

test('what was brought along, by bucket and year', () => {
  const carried = CarriedIn.parse({
    AsOf: '2026-01-01',
    TreatmentDays: 3,
    VisitsUsed: 4,
    Cents: [
      { Bucket: 'ptSlp', Year: 2026, Cents: 100 },
      { Bucket: 'ptSlp', Year: 2026, Cents: 20 },
      { Bucket: 'ot', Year: 2026, Cents: 3 },
    ],
  });
  expect([
    carriedCents(carried, 'ptSlp', 2026),
    carriedCents(carried, 'ot', 2025),
    carriedCents(null, 'ot', 2026),
  ]).toEqual([120, 0, 0]);
  expect((['PT', 'SLP', 'OT', 'DC'] as const).map(thresholdBucket)).toEqual(['ptSlp', 'ptSlp', 'ot', null]);
  expect(CarriedIn.safeParse({ ...carried, TreatmentDays: -1 }).success).toBe(false);
});
