import { expect, test } from 'vitest';
import { placesOn } from './places.ts';

const detail = { sentence: '', state: 'ok', rule: null, fix: null } as const;

test('a plan takes its days of the line, a dot its day, and a week is free on both sides', () => {
  const bars = [{ ...detail, PlanOfCareId: 'a', from: '2026-01-08', to: '2026-03-18' }];
  const dots = [{ ...detail, kind: 'sent' as const, on: '2026-01-15', aboutId: 'a' }];
  const places = placesOn({ bars, dots }, '2026-01-22');
  expect(places.marks).toEqual([{ insetInlineStart: '8.43%', width: '84.34%' }, { insetInlineStart: '16.87%' }]);
  expect(places.today).toBe('25.3%');
});

test('today is on the line after all plans have ended', () => {
  const bars = [{ ...detail, PlanOfCareId: 'a', from: '2026-01-08', to: '2026-01-08' }];
  expect(placesOn({ bars, dots: [] }, '2026-02-08').today).toBe('84.44%');
});

test('dots of one day stand beside each other, the next day by itself', () => {
  const dot = (kind: 'eval' | 'sent' | 'signed', on: string) => ({ ...detail, kind, on, aboutId: kind });
  const dots = [dot('eval', '2026-01-08'), dot('sent', '2026-01-08'), dot('signed', '2026-01-09')];
  const places = placesOn({ bars: [], dots }, '2026-01-10').marks.map(({ insetInlineStart }) => insetInlineStart);
  expect(places).toEqual(['43.75%', 'calc(43.75% + 24px)', '50%']);
});
