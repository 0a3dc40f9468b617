import { expect, test } from 'vitest';
import { mustStartAnew, type Cookie } from './cookie.ts';
import { shortened } from './snapshot.ts';

const day = 24 * 3_600_000;
const since: Cookie = {
  epoch: '1',
  snapshot: '100000000:100000400:100000000',
  boot: 'b',
  scopes: 's',
  schemaVersion: 5,
  UserId: 'u',
  site: 'demo',
  at: 1_000 * day,
};
const running = Array.from({ length: 170 }, (_, at) => 100_000_000 + at).join(',');
const now = `100000000:100000500:${running}`;

test.each<[string, Partial<Cookie>, string, boolean]>([
  ['the same history, further on', {}, now, false],
  ['with so much running that the next cookie is a shortened one', { snapshot: shortened(now, 1_500) }, now, false],
  ['of a backup that has not come so far', {}, '100000000:100000399:', true],
  ['of another history', { epoch: '2' }, now, true],
  ['other scopes', { scopes: 't' }, now, true],
  ['another schema', { schemaVersion: 6 }, now, true],
  ['someone else', { UserId: 'v' }, now, true],
  ['within the days that are remembered', { at: since.at + 90 * day }, now, false],
  ['longer ago than is remembered', { at: since.at + 90 * day + 1 }, now, true],
])('a device starts anew or goes on: %s', (_name, change, snapshot, is) => {
  expect(mustStartAnew(since, { ...since, snapshot, ...change }, snapshot)).toBe(is);
});
