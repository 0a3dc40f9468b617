/** What the law says in figures: days, treatment days, cents, percent; 1 where a rule is in force at all. */
export type LawKey =
  | 'certificationDays'
  | 'verbalDays'
  | 'planDays'
  | 'sentInsteadOfSigned'
  | 'progressTreatmentDays'
  | 'progressGraceDays'
  | 'kxThreshold'
  | 'targetedReview'
  | 'assistantPercent';

export type LawFigure = {
  key: LawKey;
  value: number;
  /** First and last day it is in force; null is open. */
  from: string | null;
  to: string | null;
  source: string;
};

/** Figures in force on a day; null where none is known. */
export type Laws = Record<LawKey, LawFigure | null>;

const manual = 'Medicare Benefit Policy Manual, chapter 15';
const certification = `${manual}, section 220.1.3; 42 CFR 424.24`;
const report = `${manual}, section 220.3 D`;

/** Money in cents. A figure that was not found at a source is not here, so that its clock says it is unknown. */
export const lawFigures: readonly LawFigure[] = [
  { key: 'certificationDays', value: 30, from: '2008-01-01', to: null, source: certification },
  { key: 'verbalDays', value: 14, from: '2008-01-01', to: null, source: certification },
  { key: 'planDays', value: 90, from: '2008-01-01', to: null, source: certification },
  {
    key: 'sentInsteadOfSigned',
    value: 1,
    from: '2025-01-01',
    to: null,
    source: '42 CFR 424.24, as changed by the Medicare physician fee schedule for 2025',
  },
  { key: 'progressTreatmentDays', value: 10, from: '2013-01-01', to: null, source: report },
  // Known in the trade, and not found at a source that could be read.
  { key: 'progressGraceDays', value: 7, from: '2013-01-01', to: null, source: `${report} (not confirmed)` },
  kx(2021, 2_110_00, 'therapycomply.com'),
  kx(2022, 2_150_00, 'Noridian, KX modifier thresholds'),
  kx(2023, 2_230_00, 'Noridian, CR 12923'),
  kx(2024, 2_330_00, 'Noridian, CR 13371'),
  kx(2025, 2_410_00, 'prombs.com and proactivechart.com, secondary sources'),
  kx(2026, 2_480_00, 'four secondary sources; no page of CMS was found'),
  {
    key: 'targetedReview',
    value: 3_000_00,
    from: '2018-01-01',
    to: '2028-12-31',
    source: 'Bipartisan Budget Act of 2018, section 50202; MLN Matters MM11055',
  },
  {
    key: 'assistantPercent',
    value: 10,
    from: '2020-01-01',
    to: null,
    source: 'Medicare Claims Processing Manual, chapter 5, section 20.1',
  },
];

/** One amount for physical and speech therapy together, and the same for occupational therapy. */
function kx(year: number, value: number, source: string): LawFigure {
  return { key: 'kxThreshold', value, from: `${year}-01-01`, to: `${year}-12-31`, source };
}

/** The figures of a day, from the table given or from the one above. */
export function lawsOn(date: string, table: readonly LawFigure[] = lawFigures): Laws {
  const find = (key: LawKey) =>
    table.findLast((one) => one.key === key && (one.from ?? '') <= date && (one.to === null || date <= one.to)) ?? null;
  return {
    certificationDays: find('certificationDays'),
    verbalDays: find('verbalDays'),
    planDays: find('planDays'),
    sentInsteadOfSigned: find('sentInsteadOfSigned'),
    progressTreatmentDays: find('progressTreatmentDays'),
    progressGraceDays: find('progressGraceDays'),
    kxThreshold: find('kxThreshold'),
    targetedReview: find('targetedReview'),
    assistantPercent: find('assistantPercent'),
  };
}
