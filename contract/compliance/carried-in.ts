import { z } from 'zod';
import { DateString } from '../base/dates.ts';
import { Cents } from '../base/money.ts';
import type { Discipline } from '../providers/provider.ts';

/** Physical and speech therapy share one threshold; occupational therapy has its own. */
export const thresholdBuckets = ['ptSlp', 'ot'] as const;
export const ThresholdBucket = z.enum(thresholdBuckets);
export type ThresholdBucket = z.output<typeof ThresholdBucket>;

/** The bucket a discipline's dollars fall into; null for chiropractic, which has none. */
export function thresholdBucket(discipline: Discipline): ThresholdBucket | null {
  if (discipline === 'DC') return null;
  return discipline === 'OT' ? 'ot' : 'ptSlp';
}

/** What a case brings along from elsewhere, such as another clinic or another system. */
export const CarriedIn = z.strictObject({
  /** The last day these counts include; what happened here up to it is in them. */
  AsOf: DateString,
  /** Since the last progress report. */
  TreatmentDays: z.int().min(0).max(99),
  /** Of the script and the authorization that cover `AsOf`. */
  VisitsUsed: z.int().min(0).max(999),
  /** Allowed amounts by bucket and calendar year. */
  Cents: z
    .array(z.strictObject({ Bucket: ThresholdBucket, Year: z.int().min(2018).max(2100), Cents: Cents.min(0) }))
    .max(20),
});
export type CarriedIn = z.output<typeof CarriedIn>;

/** Cents brought along for a bucket and a year. */
export function carriedCents(carriedIn: CarriedIn | null, bucket: ThresholdBucket, year: number): number {
  const rows = carriedIn?.Cents.filter((one) => one.Bucket === bucket && one.Year === year) ?? [];
  return rows.reduce((sum, one) => sum + one.Cents, 0);
}
