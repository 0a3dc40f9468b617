import { expect, test } from 'vitest';
import { cellKey, cellOf } from '../../documentation/field-keys.ts';
import { partOf, partProblem } from './part.ts';
import { regionsTreated } from './regions-treated.ts';
import { segmentFindings, segmentRow } from './segment-findings.ts';
import { regionOfSegment, segmentName, spinalSegments } from './segments.ts';
import { spineRefusal } from './spine-refusal.ts';

test('segments go from C0 to the pelvis', () => {
  expect(spinalSegments).toHaveLength(8 + 12 + 5 + 1 + 2);
  expect([spinalSegments[0], spinalSegments.at(-1)]).toEqual(['C0', 'pelvisR']);
  for (const segment of spinalSegments)
    expect(cellOf(cellKey('segment', segment, 'Pain'))).toEqual({ owner: 'segment', id: segment, name: 'Pain' });
  for (const wrong of ['C8', 'T0', 'T13', 'L6', '', 'c5', 'pelvis'])
    expect(cellOf(cellKey('segment', wrong, 'Pain'))).toBeNull();
  expect([regionOfSegment('C0'), regionOfSegment('L5'), regionOfSegment('X1')]).toEqual([
    'cervical',
    'lumbar',
    undefined,
  ]);
  expect(['C5', 'pelvisL', 'sacrum'].map(segmentName)).toEqual(['C5', 'Left pelvis', 'Sacrum']);
});

test.each<[string[], string[], string | null]>([
  [[], [], null],
  [['X9'], [], null],
  [['C5'], ['cervical'], '98940'],
  [['C1', 'C2', 'C7'], ['cervical'], '98940'],
  [['L5', 'C5'], ['cervical', 'lumbar'], '98940'],
  [['C5', 'T4', 'L5'], ['cervical', 'thoracic', 'lumbar'], '98941'],
  [['C5', 'T4', 'L5', 'sacrum'], ['cervical', 'thoracic', 'lumbar', 'sacral'], '98941'],
  [['pelvisL', 'pelvisR'], ['pelvic'], '98940'],
  [['C5', 'T4', 'L5', 'sacrum', 'pelvisR'], ['cervical', 'thoracic', 'lumbar', 'sacral', 'pelvic'], '98942'],
])('%j are regions %j and code %s', (segments, regions, code) => {
  expect(regionsTreated(segments)).toMatchObject({ regions, code });
});

test('the rule says why', () => {
  expect(regionsTreated(['C5', 'T4', 'L5']).rule).toBe(
    '3 regions treated (cervical, thoracic, lumbar): 98941 covers 3 to 4.',
  );
  expect(regionsTreated([]).rule).toBe('No spinal region was treated.');
});

const finding = (Segment: string, letters: string, Treated = true) => ({
  Segment,
  Pain: letters.includes('P') ? 4 : null,
  Asymmetry: letters.includes('A') ? 'left' : null,
  Range: letters.includes('R') ? 'restricted' : null,
  Tissue: letters.includes('T') ? 'spasm' : null,
  Treated,
  Technique: null,
});

test.each([
  ['', false],
  ['P', false],
  ['A', false],
  ['R', false],
  ['T', false],
  ['PA', true],
  ['PR', true],
  ['PT', false],
  ['AR', true],
  ['AT', true],
  ['RT', true],
  ['PAR', true],
  ['PRT', true],
  ['PART', true],
])('a treated segment with “%s” is enough: %s', (letters, isEnough) => {
  expect(partProblem([finding('C5', letters)]) === null).toBe(isEnough);
  expect(partOf(finding('C5', letters)).join('')).toBe(letters);
});

const rule = 'Spine: record two of pain, asymmetry, range and tissue, with asymmetry or range among them';

test.each([
  [
    'every treated segment needs its own',
    [finding('C5', 'PA'), finding('L5', 'PT'), finding('C1', 'A')],
    `${rule}, for C1, L5.`,
  ],
  ['an untreated one needs nothing', [finding('C5', 'PA'), finding('L5', 'P', false)], null],
  ['without treatment one that shows it is enough', [finding('C5', 'PA', false), finding('L5', 'P', false)], null],
  ['without treatment none shows it', [finding('C5', 'P', false)], `${rule}.`],
  ['nothing was found', [], `${rule}.`],
])('%s', (_, findings, problem) => expect(partProblem(findings)).toBe(problem));

test('no pain, or blank words, is no finding', () => {
  expect(partOf({ Pain: 0, Asymmetry: ' ', Range: '', Tissue: null })).toEqual([]);
});

test('findings are read from the cells of a note, from top to bottom; an emptied cell says nothing', () => {
  const segment = (id: string, name: string) => cellKey('segment', id, name);
  const cells = {
    [segment('L5', 'Range')]: 'restricted',
    [segment('L5', 'Treated')]: 'yes',
    [segment('C1', 'Pain')]: 0,
    [segment('T4', 'Pain')]: null,
    [segment('T5', 'Treated')]: null,
  };
  expect(segmentFindings(cells)).toMatchObject([
    { Segment: 'C1', Pain: 0, Range: null, Treated: false },
    { Segment: 'L5', Pain: null, Range: 'restricted', Treated: true },
  ]);
});

test('a segment reads in words', () => {
  const row = segmentRow('pelvisL');
  expect([row.name, row.words('Treated', 'yes'), row.words('Treated', null), row.words('Pain', 4)]).toEqual([
    'Left pelvis',
    'Yes',
    '',
    '4',
  ]);
  expect(segmentRow('C1').order).toBeLessThan(segmentRow('L5').order);
});

test.each([
  ['DC', 'DC', null],
  ['DC', 'PT', 'Only a chiropractor can record findings of the spine.'],
  ['SLP', 'SLP', 'Findings of the spine belong in a case of chiropractic. They were not saved.'],
  ['PT', 'DC', 'Findings of the spine belong in a case of chiropractic. They were not saved.'],
] as const)('in a case of %s, findings of the spine by a %s: %s', (discipline, ProviderType, refusal) => {
  expect(spineRefusal(discipline, { SuperUser: false, ProviderType })).toBe(refusal);
});
