import { expect, test } from 'vitest';
import { isReadyForOutages, outageConditions, type OutageFacts } from './ready-for-outages.ts';

const hourMs = 3_600_000;
const now = Date.parse('2026-11-18T15:00:00Z');
const ready: OutageFacts = {
  isStorageKept: true,
  hydrated: { P0: true, P1: true, names: true },
  lastSyncAt: now - hourMs,
  now,
};

test.each<[string, Partial<OutageFacts>, string[]]>([
  ['everything is there', {}, []],
  ['the last exchange is just under a day old', { lastSyncAt: now - 24 * hourMs + 1 }, []],
  ['the last exchange is a day old', { lastSyncAt: now - 24 * hourMs }, ['lastSync']],
  ['nothing was exchanged yet', { lastSyncAt: null }, ['lastSync']],
  ['the clock was set back by a day', { lastSyncAt: now + 25 * hourMs }, ['lastSync']],
  ['the browser may clear its storage', { isStorageKept: false }, ['storage']],
  ['the browser does not say what it keeps', { isStorageKept: null }, ['storage']],
  ['the two weeks are not here', { hydrated: { P0: false, P1: true, names: true } }, ['workingSet']],
  ['the charts are not here', { hydrated: { P0: true, P1: false, names: true } }, ['workingSet']],
  ['the names are not here', { hydrated: { P0: true, P1: true, names: false } }, ['workingSet']],
  [
    'nothing is there',
    { isStorageKept: false, lastSyncAt: null, hydrated: { P0: false, P1: false, names: false } },
    ['storage', 'workingSet', 'lastSync'],
  ],
])('when %s', (_case, change, missing) => {
  const facts = { ...ready, ...change };
  expect(outageConditions(facts).flatMap(({ name, isMet }) => (isMet ? [] : [name]))).toEqual(missing);
  expect(isReadyForOutages(facts)).toBe(missing.length === 0);
});
