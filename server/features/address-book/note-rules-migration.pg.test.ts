import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chartRulesOn } from '#contract/address-book/chart-rules.ts';
import { DatedRules } from '#contract/address-book/payer-rules.ts';
import type { Payer } from '#contract/address-book/payer.ts';
import { cast } from '#server/demo/cast.ts';
import { commandsOn, type Commands } from '#server/testing/commands.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';

const file = join(import.meta.dirname, '..', '..', 'migrations', '0100-note-rules-on-devices.sql');
const { medicare, blueHarbor, compFund } = cast.payers;

let db: TestDatabase;
let call: Commands;
beforeAll(async () => {
  db = await testDatabase();
  call = commandsOn(db);
});
afterAll(() => db.close());

const history = (...all: object[]) => all.map((one) => DatedRules.parse(one));
const dated = async () =>
  new Map((await db.owner<Payer>(`select * from payers where site = 'demo'`)).map((one) => [String(one.PayerId), one]));

test('payers of before get the rules that notes follow, day by day, as the server resolves them', async () => {
  const as = { as: 'admin' } as const;
  const site = await call('addressBook.payerDefaultRules', {}, as);
  await call(
    'addressBook.savePayerDefaultRules',
    {
      version: site.version,
      history: history(
        { EffectiveFrom: null, rules: { AssistantMayFinalize: false } },
        { EffectiveFrom: '2026-06-01', rules: { ComplexityElementsRequired: true } },
      ),
    },
    as,
  );
  for (const [id, own] of [
    [
      medicare,
      history(
        { EffectiveFrom: null, rules: {} },
        { EffectiveFrom: '2026-03-01', rules: { AssistantMayFinalize: true } },
      ),
    ],
    [blueHarbor, history({ EffectiveFrom: null, rules: { TimelyFilingDays: 90 } })],
    [compFund, history({ EffectiveFrom: null, rules: { ComplexityElementsRequired: true } })],
  ] as const) {
    const { version } = await call('addressBook.payerRules', { id: id as never }, as);
    await call('addressBook.savePayerRules', { id: id as never, history: own, version }, as);
  }
  const days = ['2026-01-05', '2026-03-01', '2026-05-31', '2026-06-01', '2027-01-01'];
  const told = (of: ReadonlyMap<string, Payer>) =>
    [medicare, blueHarbor, compFund].map((id) => {
      const payer = of.get(id);
      return days.map((day) => {
        const { AssistantMayFinalize, ComplexityElementsRequired } = payer ? chartRulesOn(payer, day) : {};
        return [AssistantMayFinalize, ComplexityElementsRequired];
      });
    });
  const now = told(await dated());
  await db.owner(
    `update payers set "DatedRules" = (
       select jsonb_agg(e - 'AssistantMayFinalize' - 'ComplexityElementsRequired' order by at)
       from jsonb_array_elements("DatedRules") with ordinality as one (e, at))
     where jsonb_array_length("DatedRules") > 0`,
  );
  expect(
    told(await dated())
      .flat(2)
      .filter((one) => one !== undefined),
  ).toEqual([]);
  await db.owner(readFileSync(file, 'utf8'));
  expect(told(await dated())).toEqual(now);
  expect(now[0]?.map(([finalizes]) => finalizes)).toEqual([false, true, true, true, true]);
});

test('so whether the minutes must fit the visit', async () => {
  const as = { as: 'admin' } as const;
  const site = await call('addressBook.payerDefaultRules', {}, as);
  await call(
    'addressBook.savePayerDefaultRules',
    {
      version: site.version,
      history: history(
        { EffectiveFrom: null, rules: {} },
        { EffectiveFrom: '2026-06-01', rules: { VisitTimeRequired: true } },
      ),
    },
    as,
  );
  const { version } = await call('addressBook.payerRules', { id: blueHarbor as never }, as);
  const own = history(
    { EffectiveFrom: null, rules: {} },
    { EffectiveFrom: '2026-03-01', rules: { VisitTimeRequired: true } },
    { EffectiveFrom: '2026-07-01', rules: { VisitTimeRequired: false } },
  );
  await call('addressBook.savePayerRules', { id: blueHarbor as never, history: own, version }, as);
  const days = ['2026-01-05', '2026-03-01', '2026-06-01', '2026-07-01'];
  const told = (of: ReadonlyMap<string, Payer>) =>
    [medicare, blueHarbor, compFund].map((id) => {
      const payer = of.get(id);
      return days.map((day) => payer && chartRulesOn(payer, day).VisitTimeRequired);
    });
  const now = told(await dated());
  expect(now[1]).toEqual([false, true, true, false]);
  await db.owner(
    `update payers set "DatedRules" = (
       select jsonb_agg(e - 'VisitTimeRequired' order by at) from jsonb_array_elements("DatedRules") with ordinality as one (e, at))
     where jsonb_array_length("DatedRules") > 0`,
  );
  expect(told(await dated())[1]).toEqual([undefined, undefined, undefined, undefined]);
  await db.owner(readFileSync(file.replace('0100-note-rules', '0312-visit-time'), 'utf8'));
  expect(told(await dated())).toEqual(now);
});
