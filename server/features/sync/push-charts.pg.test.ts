import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DeviceId } from '#contract/base/ids.ts';
import { schemaVersion } from '#contract/entities.ts';
import type { PushEntry } from '#contract/sync/endpoints.ts';
import { cast, type DemoUserName } from '#server/demo/cast.ts';
import { commandsOn, type Commands } from '#server/testing/commands.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';

let db: TestDatabase;
let call: Commands;
beforeAll(async () => {
  db = await testDatabase();
  call = commandsOn(db);
});
afterAll(() => db.close());

const { today } = cast.visits;
type Row = Record<string, unknown>;

/** What somebody wrote without the network arrives, with what they saw when they wrote it. */
async function arrives(as: DemoUserName, name: string, input: Row, base: Row) {
  const entry: PushEntry = {
    mid: 1,
    name,
    input,
    base,
    schemaVersion,
    madeAt: '2026-11-18T09:40:00.000Z',
    clockOffset: 0,
  };
  const device = DeviceId.parse(randomUUID());
  const { outcomes } = await call('sync.push', { device, entries: [entry] }, { as });
  return outcomes[0];
}

const line = (Minutes: number, CPT_Code = '97110') => ({ ServiceId: randomUUID(), CPT_Code, Minutes, Count: null });
type Line = ReturnType<typeof line>;

async function linesOf(id: string): Promise<Line[]> {
  return db.owner<Line>(
    `select "ServiceId", "CPT_Code", "Minutes", "Count" from services where "VisitId" = $1 order by "SortOrder"`,
    [id],
  );
}

describe('charges that two people entered, each without the other:', () => {
  const id = today.inProgress;
  const charge = (services: Line[]) => call('charges.save', { id, services: services as never }, { as: 'pt' });
  const late = (services: Line[], base: Row) => arrives('pt', 'charges.save', { id, services }, base);

  test('the later list adds to what the other one added', async () => {
    const [first, mine, theirs] = [line(15), line(20), line(10, '97530')];
    await charge([first, theirs]);
    expect(await late([first, mine], { services: [first] })).toMatchObject({ status: 'ok' });
    expect(await linesOf(id)).toEqual([first, mine, theirs]);
  });

  test('takes out what it took out, and nothing else', async () => {
    const [first, second, theirs] = [line(15), line(20), line(10, '97530')];
    await charge([first, second, theirs]);
    expect(await late([second], { services: [first, second] })).toMatchObject({ status: 'ok' });
    expect(await linesOf(id)).toEqual([second, theirs]);
  });

  test('leaves the minutes that the other one corrected', async () => {
    const [first, mine] = [line(15), line(20)];
    await charge([{ ...first, Minutes: 40 }]);
    expect(await late([first, mine], { services: [first] })).toMatchObject({ status: 'ok' });
    expect(await linesOf(id)).toEqual([{ ...first, Minutes: 40 }, mine]);
  });

  test('is refused where both changed one line, with what is recorded now', async () => {
    const first = line(15);
    const theirs = { ...first, Minutes: 40 };
    await charge([theirs]);
    expect(await late([{ ...first, Minutes: 30 }, line(8)], { services: [first] })).toMatchObject({
      status: 'parked',
      kind: 'changed-elsewhere',
      reason: expect.stringMatching(/97110.*Nothing of yours was recorded/),
      current: { services: [{ ServiceId: first.ServiceId, Minutes: 40 }] },
    });
    expect(await linesOf(id)).toEqual([theirs]);
  });

  test('is judged as what it comes to: units are counted over the lines of both', async () => {
    const [first, theirs] = [line(8), line(15, '97530')];
    await charge([theirs]);
    expect(await late([first], { services: [] })).toMatchObject({ status: 'ok' });
    const units = await db.owner<{ Units: number }>(`select "Units" from services where "VisitId" = $1`, [id]);
    expect(units.reduce((sum, each) => sum + each.Units, 0)).toBe(2);
  });

  test('is too long together', async () => {
    const theirs = Array.from({ length: 40 }, () => line(1));
    await charge(theirs);
    expect(
      await late(
        Array.from({ length: 11 }, () => line(1)),
        { services: [] },
      ),
    ).toMatchObject({
      status: 'parked',
      reason: expect.stringMatching(/at most 50/),
    });
    await charge([]);
  });

  test('replaces the list where an older app does not tell what it saw, and is refused where that cannot be read', async () => {
    const [theirs, mine] = [line(15), line(20)];
    await charge([theirs]);
    expect(await late([mine], { services: [{ CPT_Code: '97110' }] })).toMatchObject({
      status: 'parked',
      kind: 'invalid',
    });
    expect(await linesOf(id)).toEqual([theirs]);
    expect(await late([mine], {})).toMatchObject({ status: 'ok' });
    expect(await linesOf(id)).toEqual([mine]);
  });
});
