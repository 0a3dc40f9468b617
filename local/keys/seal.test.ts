import { describe, expect, test } from 'vitest';
import { openCached, openedValues } from '../store/opened.ts';
import { open, openAll, sealContext, seal, sealAll, tryOpen } from './seal.ts';
import { newDataKey } from '../testing/device.ts';

const place = sealContext('patients', 'key-1');

describe('a sealed value', () => {
  test('opens to what it was, with a new nonce each time', async () => {
    const key = await newDataKey();
    const value = { LastName: 'Núñez', list: [1, null, 'x'] };
    const one = await seal(key, place, value);
    const two = await seal(key, place, value);
    expect(await open(key, place, one)).toEqual(value);
    expect(one.n).toHaveLength(12);
    expect(one.n).not.toEqual(two.n);
    expect(new TextDecoder('latin1').decode(one.c)).not.toContain('LastName');
  });

  test.each([
    ['another row', sealContext('patients', 'key-2')],
    ['another table', sealContext('visits', 'key-1')],
    ['another schema', sealContext('patients', 'key-1', 99)],
  ])('does not open in %s', async (_, elsewhere) => {
    const key = await newDataKey();
    const sealed = await seal(key, place, 'value');
    expect(await tryOpen(key, elsewhere, sealed)).toBeUndefined();
  });

  test('does not open when a bit was changed, when it was cut short, or with another key', async () => {
    const key = await newDataKey();
    const sealed = await seal(key, place, 'value');
    const bent = new Uint8Array(sealed.c.slice(0));
    bent[0] = (bent[0] ?? 0) ^ 1;
    expect(await tryOpen(key, place, { n: sealed.n, c: bent.buffer })).toBeUndefined();
    expect(await tryOpen(key, place, { n: sealed.n, c: sealed.c.slice(0, -1) })).toBeUndefined();
    expect(await tryOpen(await newDataKey(), place, sealed)).toBeUndefined();
    await expect(open(await newDataKey(), place, sealed)).rejects.toThrow();
  });

  test('in a batch, one that does not open leaves the others', async () => {
    const key = await newDataKey();
    const [a, b] = await sealAll(key, [
      { place: 'a', value: 1 },
      { place: 'b', value: 2 },
    ]);
    if (!a || !b) throw new Error('nothing was sealed');
    expect(
      await openAll(key, [
        { place: 'b', sealed: a },
        { place: 'b', sealed: b },
      ]),
    ).toEqual([undefined, 2]);
  });
});

describe('opened values', () => {
  test('are the very same object while the nonce is the same, and new after a change', async () => {
    const key = await newDataKey();
    const opened = openedValues();
    const sealed = await seal(key, place, { v: 1 });
    const [first] = await openCached(opened, key, [{ place, sealed }]);
    const [again] = await openCached(opened, key, [{ place, sealed }]);
    expect(again).toBe(first);
    const changed = await seal(key, place, { v: 2 });
    expect(await openCached(opened, key, [{ place, sealed: changed }])).toEqual([{ v: 2 }]);
  });

  test('those who ask at the same moment get the very same object', async () => {
    const key = await newDataKey();
    const opened = openedValues();
    const sealed = await seal(key, 'a', { text: 'x' });
    const ask = () => openCached<object>(opened, key, [{ place: 'a', sealed }]);
    const [[first], [second]] = (await Promise.all([ask(), ask()])) as [object[], object[]];
    expect(first).toEqual({ text: 'x' });
    expect(second).toBe(first);
    expect(opened.underWay.size).toBe(0);
  });

  test('least recently used go first', async () => {
    const key = await newDataKey();
    const opened = openedValues(2);
    const one = async (name: string) => ({ place: name, sealed: await seal(key, name, { name }) });
    const [a, b, c] = [await one('a'), await one('b'), await one('c')];
    await openCached(opened, key, [a, b]);
    await openCached(opened, key, [a]);
    await openCached(opened, key, [c]);
    expect([...opened.byPlace.keys()]).toEqual(['a', 'c']);
  });
});
