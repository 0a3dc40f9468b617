import { describe, expect, test } from 'vitest';
import { entityNames } from '../kept-rows.ts';
import { clinicEntities, dayEntities, differing, patientEntities, sumsOf, visitEntities } from './sameness.ts';

const row = (key: string, version: string) => ({ key, version });
const three = [row('aa1', '9223372036854775807'), row('bb1', '-5'), row('cc2', '7')];

describe('sums', () => {
  test('do not depend on the order', () => {
    expect(differing(sumsOf('visits', three), sumsOf('visits', three.toReversed()))).toEqual([]);
  });

  test('are compared as 64 bits, so that both sides may add in their own way', () => {
    const [one] = sumsOf('visits', three);
    const other = { entity: 'visits' as const, bucket: '1', count: 2, sum: String(BigInt(one?.sum ?? 0) - 2n ** 64n) };
    expect(differing([one as never], [other])).toEqual([]);
  });

  test.each([
    ['a row is missing', three.slice(1), [{ bucket: '1', count: 2 }]],
    ['a row is stale', [row('aa1', '1'), ...three.slice(1)], [{ bucket: '1', count: 2 }]],
    ['a row is too many', [...three, row('dd9', '3')], [{ bucket: '9', count: 0 }]],
    ['a row has no version', [...three.slice(0, 2), { key: 'cc2' }], [{ bucket: '2', count: 1 }]],
    [
      'two rows changed places',
      [row('aa1', '7'), row('bb1', '-5'), row('cc2', '9223372036854775807')],
      [
        { bucket: '1', count: 2 },
        { bucket: '2', count: 1 },
      ],
    ],
  ])('when %s', (_case, own, expected) => {
    const found = differing(sumsOf('visits', own), sumsOf('visits', three));
    expect(found).toEqual(expected.map((each) => ({ entity: 'visits', ...each })));
  });
});

test('every row of the mirror comes with the clinic, its days, a chart or a visit', () => {
  const all = [...clinicEntities, ...dayEntities, ...patientEntities, ...visitEntities];
  expect(all.toSorted()).toEqual(entityNames.toSorted());
});
