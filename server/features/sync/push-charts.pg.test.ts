import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DeviceId } from '#contract/base/ids.ts';
import { schemaVersion } from '#contract/schema-version.ts';
import type { PushEntry } from '#contract/sync/endpoints.ts';
import { cast, type DemoUserName } from '#server/demo/cast.ts';
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
      reason: expect.stringMatching(/97110.*Your charges were not saved/),
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

describe('a signature that waited:', () => {
  const text = { Subjective: 's', Objective: 'o', Assessment: 'a', Plan: 'p' };
  const id = today.ptaInProgress;
  const CaseId = demoId('demo', 'case', 'person-29');
  const first = line(30);
  const seen = { ...text, services: [first] };
  const write = (changes: Partial<typeof text>, as: DemoUserName = 'pta') =>
    call('documentation.save', { id: CaseId, VisitId: id, changes }, { as });
  const charge = (services: Line[]) => call('charges.save', { id, services: services as never }, { as: 'pta' });
  const noteOf = async () =>
    (await db.owner<Row>(`select "signedAt", "cosignedAt" from visit_notes where "VisitId" = $1`, [id]))[0];

  test('text that its writer never saw is not signed, nor are such charges', async () => {
    await write({ ...text, Objective: 'theirs' });
    await charge([first, line(10)]);
    expect(await arrives('pta', 'documentation.sign', { id }, seen)).toMatchObject({
      status: 'parked',
      kind: 'changed-elsewhere',
      reason: expect.stringMatching(/Objective and Charges\..*not signed/),
      current: { visitNote: { Sections: { Objective: 'theirs' } }, services: [{}, {}] },
    });
    await write(text);
    expect(await arrives('pta', 'documentation.sign', { id }, seen)).toMatchObject({
      reason: expect.stringMatching(/signed it: Charges\./),
    });
    expect(await arrives('pta', 'documentation.sign', { id }, { Plan: 7 })).toMatchObject({ kind: 'invalid' });
    expect(await noteOf()).toEqual({ signedAt: null, cosignedAt: null });
  });

  test('what is as they saw it is signed, and cosigned likewise', async () => {
    await charge([first]);
    expect(await arrives('pta', 'documentation.sign', { id }, seen)).toMatchObject({ status: 'ok' });
    await charge([{ ...first, Minutes: 45 }]);
    expect(await arrives('pt', 'documentation.cosign', { id }, seen)).toMatchObject({
      kind: 'changed-elsewhere',
      reason: expect.stringMatching(/Charges\..*not cosigned/),
    });
    expect(await noteOf()).toMatchObject({ signedAt: expect.anything(), cosignedAt: null });
    // As an app tells it since notes have kinds.
    const now = { note: text, services: [{ ...first, Minutes: 45 }] };
    expect(await arrives('pt', 'documentation.cosign', { id }, now)).toMatchObject({ status: 'ok' });
  });
});
