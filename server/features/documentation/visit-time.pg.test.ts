import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DatedRules } from '#contract/address-book/payer-rules.ts';
import { cast } from '#server/demo/cast.ts';
import { demoId } from '#server/demo/ids.ts';
import { commandsOn, type Commands } from '#server/testing/commands.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';

let db: TestDatabase;
let call: Commands;
beforeAll(async () => {
  db = await testDatabase();
  call = commandsOn(db);
});
afterAll(() => db.close());

const visit = cast.visits.today.inProgress;
const gus = demoId('demo', 'case', 'gus');
const sign = () => call('documentation.sign', { id: visit }, { as: 'pt' });

test('a payer that requires the visit time turns minutes beyond it from a warning to a block', async () => {
  const text = { Subjective: 'Better.', Objective: 'Steady.', Assessment: 'Walks a mile.', Plan: 'Stairs.' };
  await call('documentation.save', { id: gus, VisitId: visit, changes: text }, { as: 'pt' });
  const services = [{ ServiceId: randomUUID(), CPT_Code: '97110', Minutes: 200, Count: null }];
  await call('charges.save', { id: visit, services } as never, { as: 'pt' });
  const as = { as: 'admin' } as const;
  const id = cast.payers.blueHarbor as never;
  const setRule = async (VisitTimeRequired: boolean) => {
    const { version } = await call('addressBook.payerRules', { id }, as);
    const history = [DatedRules.parse({ EffectiveFrom: null, rules: { VisitTimeRequired } })];
    await call('addressBook.savePayerRules', { id, version, history }, as);
  };
  await setRule(true);
  await expect(sign()).rejects.toMatchObject({
    kind: 'user-visible',
    message: expect.stringMatching(/200 minutes are recorded, and the visit was booked for \d+\. This payer requires/),
  });
  await setRule(false);
  expect((await sign()).visitNote.signedAt).not.toBeNull();
});
