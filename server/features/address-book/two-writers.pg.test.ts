import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SomeRules } from '#contract/address-book/payer-rules.ts';
import type { EndpointName, InputOf } from '#contract/endpoints.ts';
import { cast } from '#server/demo/cast.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const { medicare } = cast.payers;
const write = (name: EndpointName, input: object) => api.call(name, input as InputOf<EndpointName>, { as: 'admin' });
/** Rules of two days: each of these is set on one of them. */
const rulesOf = (first: SomeRules, later: SomeRules) => ({
  history: [
    { EffectiveFrom: null, rules: { TimelyFilingDays: 90, MaxUnits: 8, ...first } },
    { EffectiveFrom: '2031-01-01', rules: { TimelyFilingDays: 91, ...later } },
  ],
});

test('rules of a payer that someone else has changed are not replaced by who saw what nobody can read', async () => {
  const save = (changes: object) => write('addressBook.savePayerRules', { id: medicare, ...changes });
  await save(rulesOf({}, {}));
  const unreadable = { ...rulesOf({ MaxUnits: 7 }, {}), base: { history: 'none' } };
  await expect(save(unreadable)).rejects.toMatchObject({ kind: 'changed-elsewhere' });
  await save({ ...rulesOf({}, {}), base: { history: 'none' } });
});

test('a day of rules added while someone else changes the rules before it is told to who adds it', async () => {
  const save = (changes: object) => write('addressBook.savePayerDefaultRules', changes);
  const seen = rulesOf({}, {});
  await save(seen);
  await save(rulesOf({}, { MaxUnits: 9 }));
  const added = [...seen.history, { EffectiveFrom: '2032-01-01', rules: seen.history[1]?.rules }];
  const refused = { kind: 'changed-elsewhere', current: rulesOf({}, { MaxUnits: 9 }) };
  await expect(save({ history: added, base: seen })).rejects.toMatchObject(refused);
});
