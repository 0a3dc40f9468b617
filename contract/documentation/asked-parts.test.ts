import { describe, expect, test } from 'vitest';
import { askersOf, type Asker } from './asked-parts.ts';
import { nothingBeside } from './beside.ts';
import type { Cells } from './cell-values.ts';
import { cellKey } from './field-keys.ts';
import type { NoteType } from './note-types.ts';
import { missingToSign } from './ready-to-sign.ts';

const medicare = { Kind: 'medicare' as const };
const other = { Kind: 'commercial' as const };

test.each([
  ['DC' as const, [medicare], ['medicareChiropractic']],
  ['DC' as const, [other, medicare], ['medicareChiropractic']],
  ['DC' as const, [other], []],
  ['DC' as const, [], []],
  ['PT' as const, [medicare], []],
  [undefined, [medicare], []],
])('%s with %j is asked more by %j', (discipline, payers, askers) => {
  expect(askersOf(discipline, payers)).toEqual(askers);
});

const segment = (id: string, name: string) => cellKey('segment', id, name);
const c5: Cells = {
  [segment('C5', 'Pain')]: 4,
  [segment('C5', 'Asymmetry')]: 'left',
  [segment('C5', 'Treated')]: 'yes',
};
const part = 'Spine: record two of pain, asymmetry, range and tissue, with asymmetry or range among them';
const evaluated = { History: 'h', PriorLevel: 'p', Subjective: 's', Objective: 'o', Assessment: 'a', Plan: 'p' };
const measured = { [cellKey('measure', '00000000-0000-4000-8000-000000000001', 'Value')]: 90 };

describe('what Medicare asks of a chiropractor (CMS ch. 15 §240.1.2)', () => {
  test.each<[string, NoteType, { Sections?: object; Elements?: object; Cells?: Cells }, readonly Asker[], string[]]>([
    [
      'a first visit',
      'eval',
      { Cells: measured },
      ['medicareChiropractic'],
      [
        'First treatment is missing.',
        'Frequency and duration of care is missing.',
        'Present illness is empty.',
        `${part}.`,
      ],
    ],
    ['a first visit for another payer', 'eval', { Cells: measured }, [], []],
    [
      'a first visit that says all of it and treats nothing yet',
      'eval',
      {
        Sections: { PresentIllness: 'Lifted a box.' },
        Elements: { firstTreatment: '2026-01-05', careLevel: '2 a week for 6 weeks' },
        Cells: { ...measured, ...c5, [segment('C5', 'Treated')]: null },
      },
      ['medicareChiropractic'],
      [],
    ],
    [
      'a later visit',
      'daily',
      {},
      ['medicareChiropractic'],
      [
        'Change since the last visit is missing.',
        'Effect of treatment is missing.',
        `${part}.`,
        'Spine: mark the segments that were treated.',
      ],
    ],
    [
      'a later visit that treats a segment without findings',
      'daily',
      {
        Elements: { changeSince: 'better', treatmentEffect: 'Turns freely' },
        Cells: { ...c5, [segment('L5', 'Treated')]: 'yes' },
      },
      ['medicareChiropractic'],
      [`${part}, for L5.`],
    ],
    [
      'a later visit that says all of it',
      'daily',
      { Elements: { changeSince: 'better', treatmentEffect: 'Turns freely' }, Cells: c5 },
      ['medicareChiropractic'],
      [],
    ],
    [
      'a missed visit',
      'missedVisit',
      { Elements: { missedReason: 'noShow', contact: 'reached' } },
      ['medicareChiropractic'],
      [],
    ],
  ])('%s', (_, NoteType, { Sections = {}, Elements = {}, Cells: of = {} }, askers, missing) => {
    const note = {
      NoteType,
      AlsoTypes: [],
      Sections: { ...evaluated, Effect: 'none', ...Sections },
      Elements: { ...Elements },
      Cells: of,
    };
    const services = [{ CPT_Code: '98940', Minutes: null, Count: 1 }];
    expect(missingToSign(note, services, { ...nothingBeside, askers })).toEqual(missing);
  });
});
