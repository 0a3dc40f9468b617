import { expect, test } from 'vitest';
import { loadPart } from './load-part.ts';

test('a part that does not come is the network out of reach, and comes with the next try', async () => {
  let comes = false;
  const load = () => (comes ? Promise.resolve('part') : Promise.reject(new TypeError('Failed to fetch')));
  await expect(loadPart(load)).rejects.toMatchObject({ name: 'AppError', kind: 'unavailable' });
  comes = true;
  await expect(loadPart(load)).resolves.toBe('part');
});
