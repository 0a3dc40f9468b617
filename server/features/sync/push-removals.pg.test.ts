import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DeviceId } from '#contract/base/ids.ts';
import { schemaVersion } from '#contract/schema-version.ts';
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

const madeAt = '2026-11-18T09:40:00.000Z';
const CaseId = demoId('demo', 'case', 'samira');

type Call = [name: string, input: Record<string, unknown>, base?: Record<string, unknown>];

/** What a device kept while it was away, all at once. */
async function arrive(...calls: Call[]) {
  const entries = calls.map(([name, input, base = {}], at) => {
    return { mid: at + 1, name, input, base, schemaVersion, madeAt, clockOffset: 0 };
  });
  const { outcomes } = await call('sync.push', { device: DeviceId.parse(randomUUID()), entries }, { as: 'front' });
  return outcomes.map(({ kind, current }) => (kind === null ? 'ok' : { kind, current }));
}

describe('a removal that waited on a device while someone else changed the record', () => {
  const id = randomUUID();
  const authorization = {
    CaseId,
    InsuranceId: demoId('demo', 'insurance', 'samira-1'),
    Number: 'A-17',
    Kind: 'visits',
    Allowed: 12,
    Status: 'approved',
    Start: '2026-01-05',
    End: '2026-12-31',
    CountRule: 'signed',
    Note: null,
  };
  const stored = () => db.owner(`select "Allowed", "End"::text from authorizations where "AuthorizationId" = $1`, [id]);

  test('of an authorization leaves it, and its user is asked', async () => {
    const theirs = { Allowed: 24, End: '2027-03-31' };
    expect(await arrive(['cases.createAuthorization', { ...authorization, AuthorizationId: id }])).toEqual(['ok']);
    expect(await arrive(['cases.updateAuthorization', { id, changes: theirs }])).toEqual(['ok']);
    expect(await arrive(['cases.removeAuthorization', { id }, authorization])).toMatchObject([
      { kind: 'changed-elsewhere', current: { AuthorizationId: id, ...theirs } },
    ]);
    expect(await stored()).toEqual([theirs]);
  });

  test('takes what the device itself changed before as seen, and one of an older app is taken as it is', async () => {
    const mine = { ...authorization, Allowed: 30, End: '2027-03-31' };
    const changing: Call = ['cases.updateAuthorization', { id, changes: { Allowed: 30 } }, { Allowed: 24 }];
    expect(await arrive(changing, ['cases.removeAuthorization', { id }, mine])).toEqual(['ok', 'ok']);
    expect(await stored()).toEqual([]);
    expect(await arrive(['cases.createAuthorization', { ...authorization, AuthorizationId: id }])).toEqual(['ok']);
    expect(await arrive(['cases.removeAuthorization', { id }])).toEqual(['ok']);
  });

  test('of a place on the waitlist leaves it there, unless it is off the list already', async () => {
    const request = randomUUID();
    const wish = {
      CaseId,
      FacilityId: cast.facilities.harborview,
      ProviderId: null,
      VisitTypeName: 'PT Follow-up',
      Minutes: 45,
      grid: Array.from({ length: 7 }, () => [{ start: '09:00', end: '12:00' }]),
      Priority: 2,
      Expires: '2027-02-01',
      Note: null,
      VisitId: null,
    };
    const save: Call = ['scheduling.saveVisitRequest', { ...wish, id: request }];
    const withdraw = (base: Record<string, unknown>): Call => [
      'scheduling.withdrawVisitRequest',
      { id: request },
      base,
    ];
    const now = { ...wish, Priority: 1 };
    expect(await arrive(save, ['scheduling.saveVisitRequest', { ...now, id: request }, wish])).toEqual(['ok', 'ok']);
    expect(await arrive(withdraw(wish))).toMatchObject([
      { kind: 'changed-elsewhere', current: { Priority: 1, state: 'open' } },
    ]);
    expect(await arrive(withdraw({ ...now, state: 'open', updated_at: '' }))).toEqual(['ok']);
    expect(await arrive(withdraw(wish))).toEqual(['ok']);
  });
});
