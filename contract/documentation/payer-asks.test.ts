import { describe, expect, test } from 'vitest';
import { payer } from '../testing/rows.ts';
import { usuallyApplied } from '../address-book/applied-rules.ts';
import { usuallyAsked } from '../address-book/chart-rules.ts';
import { nothingBeside } from './beside.ts';
import { nothingAsked, payerAsks, type PayerAsks } from './payer-asks.ts';
import type { AlsoType, NoteType } from './note-types.ts';
import { missingToSign } from './ready-to-sign.ts';

const medicare = { ...payer, Kind: 'medicare' as const, DatedRules: [] };
const acme = { ...payer, Kind: 'commercial' as const, DatedRules: [] };
const self = { ...payer, Kind: 'selfPay' as const, DatedRules: [] };
const asking = {
  ...acme,
  DatedRules: [
    { EffectiveFrom: null, ...usuallyApplied('commercial'), ...usuallyAsked('commercial') },
    {
      EffectiveFrom: '2026-03-01',
      ...usuallyApplied('commercial'),
      ...usuallyAsked('commercial'),
      ComplexityElementsRequired: true,
    },
  ],
};
const [yes, no] = [true, false];

test.each([
  ['nobody', [], 'PT', '2026-03-01', no, no],
  ['Medicare', [medicare], 'PT', '2026-03-01', yes, yes],
  ['Medicare of a chiropractor', [medicare], 'DC', '2026-03-01', no, yes],
  ['Medicare after the patient', [self, medicare], 'OT', '2026-03-01', yes, yes],
  ['Medicare as the second', [acme, medicare], 'PT', '2026-03-01', yes, no],
  ['another before its rule', [asking], 'PT', '2026-02-28', no, no],
  ['another from its rule on', [asking], 'PT', '2026-03-01', no, yes],
] as const)('what %s asks', (_name, payers, discipline, day, treatmentMinutes, complexity) => {
  expect(payerAsks(payers, { day, discipline, visit: null })).toEqual({
    treatmentMinutes,
    complexity,
    visitMinutes: null,
  });
});

const full = { History: 'x', PriorLevel: 'x', Subjective: 'x', Objective: 'x', Assessment: 'x', Plan: 'x' };
type Written = { NoteType?: NoteType; AlsoTypes?: AlsoType[]; TreatmentMinutes?: number | null };
const lacks = (
  note: Written & { Elements?: Record<string, string | null> },
  services: Parameters<typeof missingToSign>[1],
  asked: PayerAsks = { treatmentMinutes: yes, complexity: yes, visitMinutes: null },
) => {
  const whole = { NoteType: 'daily' as const, AlsoTypes: [], Sections: full, Elements: {}, Cells: {}, ...note };
  const missing = missingToSign(whole, services, { ...nothingBeside, asked });
  return missing.filter((sentence) => /requires it|Treatment/.test(sentence));
};
const timed = { CPT_Code: '97110', Minutes: 23, Count: null };
const untimed = (CPT_Code: string) => ({ CPT_Code, Minutes: null, Count: 1 });
const minutes = 'Treatment minutes are missing. Enter the minutes of the whole visit.';

describe('treatment minutes', () => {
  test.each([
    ['timed services add up', {}, [timed], []],
    ['an untimed one leaves them open', {}, [timed, untimed('97012')], [minutes]],
    ['an untimed one with minutes does not', {}, [{ ...untimed('97012'), Minutes: 15 }], []],
    ['they were entered', { TreatmentMinutes: 40 }, [timed, untimed('97012')], []],
    ['no minute at all is no answer', { TreatmentMinutes: 0 }, [untimed('97012')], [minutes]],
    [
      'fewer than the timed ones',
      { TreatmentMinutes: 20 },
      [timed, untimed('97012')],
      ['Treatment time is 20 minutes, but the timed services add up to 23.'],
    ],
    ['as many as the timed ones', { TreatmentMinutes: 23 }, [timed], []],
    ['nothing was done', {}, [], []],
  ])('where %s', (_name, note, services, missing) => {
    expect(lacks(note, services)).toEqual(missing);
  });

  test('where nobody asks for them', () => {
    expect(lacks({}, [untimed('97012')], nothingAsked)).toEqual([]);
  });
});

describe('complexity of an evaluation', () => {
  const evaluation = { NoteType: 'eval' as const, TreatmentMinutes: 60 };
  const all = ['History and comorbidities', 'Examination of body systems', 'Clinical presentation'];
  const missing = (labels: string[], code: string) => labels.map((one) => `${one} is missing. ${code} requires it.`);
  test.each([
    ['97161', [...all, 'Clinical decision making']],
    ['97163', [...all, 'Clinical decision making']],
    ['97165', ['History and comorbidities', 'Examination of body systems', 'Clinical decision making']],
    ['97167', ['History and comorbidities', 'Examination of body systems', 'Clinical decision making']],
    ['97164', []],
    ['97168', []],
    ['92523', []],
  ])('of %s', (code, labels) => {
    expect(lacks(evaluation, [untimed(code)])).toEqual(missing(labels, code));
  });

  test('is there once it is chosen, and only an evaluation says it', () => {
    const Elements = {
      complexityHistory: 'low',
      complexityExam: 'low',
      complexityPresentation: 'low',
      complexityDecision: 'low',
    };
    expect(lacks({ ...evaluation, Elements }, [untimed('97161')])).toEqual([]);
    expect(lacks({ ...evaluation, Elements: { ...Elements, complexityExam: null } }, [untimed('97161')])).toEqual(
      missing(['Examination of body systems'], '97161'),
    );
    expect(lacks({ TreatmentMinutes: 60 }, [untimed('97161')])).toEqual([]);
    expect(lacks(evaluation, [untimed('97161')], nothingAsked)).toEqual([]);
  });
});

describe('the time of the visit', () => {
  const strict = {
    ...acme,
    DatedRules: [
      { EffectiveFrom: null, ...usuallyApplied('commercial'), ...usuallyAsked('commercial') },
      {
        EffectiveFrom: '2026-03-01',
        ...usuallyApplied('commercial'),
        ...usuallyAsked('commercial'),
        VisitTimeRequired: true,
      },
    ],
  };
  const visit = { Start: '2026-03-02T10:00', End: '2026-03-02T10:45' };
  const ofDay = { day: '2026-03-02', discipline: 'PT' as const };

  test.each([
    ['a payer that asks for it', [strict], '2026-03-02', visit, 45],
    ['before it did', [strict], '2026-02-28', visit, null],
    ['a note without a visit', [strict], '2026-03-02', null, null],
    ['Medicare, unless told', [medicare], '2026-03-02', visit, null],
    ['a payer that is not billed first', [acme, strict], '2026-03-02', visit, null],
    ['nobody', [], '2026-03-02', visit, null],
  ] as const)('%s', (_name, payers, day, of, visitMinutes) => {
    expect(payerAsks(payers, { ...ofDay, day, visit: of }).visitMinutes).toBe(visitMinutes);
  });

  const beyond = (Minutes: number | null, TreatmentMinutes: number | null, visitMinutes: number | null) => {
    const note = {
      NoteType: 'daily' as const,
      AlsoTypes: [],
      Sections: full,
      Elements: {},
      Cells: {},
      TreatmentMinutes,
    };
    const asked = { ...nothingAsked, visitMinutes };
    const missing = missingToSign(note, [{ ...timed, Minutes }], { ...nothingBeside, asked });
    return missing.filter((sentence) => sentence.includes('visit was booked'));
  };
  const sentence = (minutes: number) =>
    `${minutes} minutes are recorded, and the visit was booked for 45. This payer requires the visit time. Correct the minutes or the time of the visit.`;

  test.each([
    ['all of it', 45, null, 45, []],
    ['a minute more', 46, null, 45, [sentence(46)]],
    ['the whole treatment, longer than its services', 30, 50, 45, [sentence(50)]],
    ['no payer that asks', 90, null, null, []],
  ] as const)('%s keeps a note from being signed or not', (_name, minutes, whole, visitMinutes, expected) => {
    expect(beyond(minutes, whole, visitMinutes)).toEqual(expected);
  });
});
