import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '#contract/base/errors.ts';
import { schemaVersion } from '#contract/schema-version.ts';
import { CaseId, DeviceId, PatientId, ScriptId, VisitId } from '#contract/base/ids.ts';
import type { PushEntry } from '#contract/sync/endpoints.ts';
import { cast, type DemoUserName } from '#server/demo/cast.ts';
import { demoId } from '#server/demo/ids.ts';
import { handlers } from '#server/handlers.ts';
import { commandsOn, type Commands } from '#server/testing/commands.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';

let db: TestDatabase;
let call: Commands;
let device: DeviceId;
beforeAll(async () => {
  db = await testDatabase();
  call = commandsOn(db);
});
beforeEach(() => {
  device = DeviceId.parse(randomUUID());
});
afterAll(() => db.close());

const { today } = cast.visits;

function entry(mid: number, name: string, input: Record<string, unknown>, more: Partial<PushEntry> = {}): PushEntry {
  return {
    mid,
    name,
    input,
    base: {},
    schemaVersion: 1,
    madeAt: '2026-11-18T09:40:00.000Z',
    clockOffset: -2_000,
    ...more,
  };
}

function push(as: DemoUserName, entries: PushEntry[], on = call) {
  return on('sync.push', { device, entries }, { as });
}

type Fault = Record<string, string | number>;

/** A server whose command for changing patients fails in a given way. */
function failing(error: Error, faults: Fault[] = []): Commands {
  const commands = { ...handlers, patients: { ...handlers.patients, update: () => Promise.reject(error) } };
  return commandsOn(db, { commands, report: (fault) => void faults.push(fault) });
}

async function visit(id: string): Promise<{ stage: string; stamp: string }> {
  const [row] = await db.owner<{ stage: string; stamp: string }>(
    `select stage, to_jsonb(updated_at) #>> '{}' as stamp from visits where "VisitId" = $1`,
    [id],
  );
  if (!row) throw new Error('no such visit');
  return row;
}

async function moves(id: string): Promise<number> {
  const rows = await db.owner(`select 1 from visit_history where "VisitId" = $1 and action = 'moved'`, [id]);
  return rows.length;
}

async function putAt(id: string, stage: string): Promise<{ id: string; stamp: string }> {
  await db.owner(
    `update visits set stage = $2, "intakeConflict" = '[]', "intakeIncomplete" = false where "VisitId" = $1`,
    [id, stage],
  );
  return { id, stamp: (await visit(id)).stamp };
}

const ok = (mid: number) => ({ mid, status: 'ok', kind: null, reason: null, current: null });

describe('exactly once', () => {
  test('a call that is sent again takes effect once and gets the same outcome', async () => {
    const { id, stamp } = await putAt(today.confirmed, 'confirmed');
    const before = await moves(id);
    const calls = [entry(1, 'visits.move', { id, destination: 'checkedIn', lastUpdated: stamp })];
    const first = await push('front', calls);
    expect(first).toEqual({ outcomes: [ok(1)], retryFrom: null });
    expect(await push('front', calls)).toEqual(first);
    expect((await visit(id)).stage).toBe('checkedIn');
    expect((await moves(id)) - before).toBe(1);
  });

  test('twins that arrive together take effect once', async () => {
    const patient = { ...(await patientFields()), PatientId: randomUUID() };
    const { id, stamp } = await putAt(today.confirmed, 'confirmed');
    const before = await moves(id);
    const calls = [
      entry(1, 'patients.create', { patient, insurances: [] }),
      entry(2, 'visits.move', { id, destination: 'checkedIn', lastUpdated: stamp }),
      entry(3, 'patients.update', { id: patient.PatientId, changes: { Phone: '5035550101' } }),
    ];
    const replies = await Promise.all([
      push('front', calls),
      push('front', calls.toReversed()),
      push('front', calls),
      push('front', calls),
    ]);
    for (const reply of replies) {
      expect(reply.outcomes.toSorted((a, b) => a.mid - b.mid)).toEqual([ok(1), ok(2), ok(3)]);
    }
    expect((await moves(id)) - before).toBe(1);
    expect(
      (await db.owner(`select 1 from patients where "PatientId" = $1 and "Phone" = '5035550101'`, [patient.PatientId]))
        .length,
    ).toBe(1);
    const audit = await db.owner<{ UserId: string; DeviceId: string }>(
      `select distinct "UserId", "DeviceId" from audit_entry where pk = $1`,
      [patient.PatientId],
    );
    expect(audit).toEqual([{ UserId: cast.users.front, DeviceId: device }]);
  });

  test('calls that arrive in another order are run as they were made', async () => {
    const patient = { ...(await patientFields()), PatientId: randomUUID() };
    const reply = await push('front', [
      entry(2, 'patients.update', { id: patient.PatientId, changes: { City: 'Bend' } }),
      entry(1, 'patients.create', { patient, insurances: [] }),
    ]);
    expect(reply.outcomes).toEqual([ok(1), ok(2)]);
  });

  test('another call under a number that was used is not taken for the first: the device is told, nothing runs', async () => {
    await push('front', [entry(1, 'patients.update', { id: cast.patients.rosa, changes: { Phone: '5035550110' } })]);
    const later = { madeAt: '2026-11-18T09:41:00.000Z' };
    const of = (City: string) => ({ id: cast.patients.rosa, changes: { City } });
    const copy = [entry(1, 'patients.update', of('Yachats'), later), entry(2, 'patients.update', of('Sisters'), later)];
    expect(await push('front', copy)).toEqual({ outcomes: [], retryFrom: null, isCopy: true });
    // An older state that was put back holds calls that were run already; it learns of those.
    const first = entry(1, 'patients.update', { id: cast.patients.rosa, changes: { Phone: '5035550110' } });
    await push('front', [first, entry(3, 'patients.update', of('Bend'))]);
    expect(await push('front', [first, entry(3, 'patients.update', of('Sisters'), later)])).toEqual({
      outcomes: [ok(1)],
      retryFrom: null,
      isCopy: true,
    });
    const [rosa] = await db.owner<{ City: string }>(`select "City" from patients where "PatientId" = $1`, [
      cast.patients.rosa,
    ]);
    expect(['Yachats', 'Sisters']).not.toContain(rosa?.City);
    device = DeviceId.parse(randomUUID());
    expect(await push('front', copy)).toEqual({ outcomes: [ok(1), ok(2)], retryFrom: null });
  });

  test('the outcome comes with the pull that holds its effect, to that device alone', async () => {
    const { id, stamp } = await putAt(today.confirmed, 'confirmed');
    const pull = (as: DemoUserName, cookie: string | null, of = device) =>
      call('sync.pull', { device: of, cookie, more: null }, { as });
    const { cookie } = await pull('front', null);
    await push('front', [entry(7, 'visits.move', { id, destination: 'checkedIn', lastUpdated: stamp })]);
    const reply = await pull('front', cookie);
    expect(reply.outcomes).toMatchObject([ok(7)]);
    expect(reply.put.find((each) => each.entity === 'visits')?.rows[0]).toMatchObject({
      VisitId: id,
      stage: 'checkedIn',
    });
    expect((await pull('front', reply.cookie)).outcomes).toEqual([]);
    expect((await pull('front', cookie, DeviceId.parse(randomUUID()))).outcomes).toEqual([]);
    // A device that starts anew with a full outbox learns what was already done.
    expect((await pull('front', null)).outcomes).toMatchObject([ok(7)]);
    await expect(pull('pt', null)).rejects.toMatchObject({ kind: 'conflict' });
  });
});

describe('parked', () => {
  test("a call that can never succeed is parked with the reason and the server's row; the next ones go on", async () => {
    const one = await putAt(today.scheduled, 'scheduled');
    const two = await putAt(today.confirmed, 'confirmed');
    const calls = [
      entry(1, 'visits.move', { id: one.id, destination: 'closed', lastUpdated: one.stamp }),
      entry(2, 'documentation.sign', { id: one.id }),
      entry(3, 'patients.update', { id: cast.patients.rosa, changes: { Nonsense: 1 } }),
      entry(4, 'session.signOut', {}),
      entry(5, 'sync.push', { device, entries: [] }),
      entry(6, 'visits.move', { id: randomUUID(), destination: 'confirmed', lastUpdated: one.stamp }),
      entry(7, 'visits.move', { id: two.id, destination: 'checkedIn', lastUpdated: two.stamp }),
      entry(8, 'visits.move', { id: one.id, destination: 'confirmed', lastUpdated: one.stamp }, { schemaVersion: 0 }),
    ];
    const { outcomes, retryFrom } = await push('front', calls);
    expect(retryFrom).toBeNull();
    expect(outcomes.map((each) => [each.mid, each.status, each.kind])).toEqual([
      [1, 'parked', expect.stringMatching(/user-visible|no-permission/)],
      [2, 'parked', 'no-permission'],
      [3, 'parked', 'invalid'],
      [4, 'parked', 'invalid'],
      [5, 'parked', 'invalid'],
      [6, 'parked', 'not-found'],
      [7, 'ok', null],
      [8, 'parked', 'invalid'],
    ]);
    expect(outcomes[2]?.reason).toContain('Nonsense');
    expect((await visit(one.id)).stage).toBe('scheduled');
    expect((await push('front', calls)).outcomes).toEqual(outcomes);
  });

  test('a reply that is no success is parked with its sentence, and nothing of the call stays', async () => {
    const id = today.intakeConflict;
    const { stamp, stage } = await visit(id);
    expect(stage).toBe('checkedIn');
    const before = await moves(id);
    const { outcomes } = await push('pt', [
      entry(1, 'visits.move', { id, destination: 'inProgress', lastUpdated: stamp }),
    ]);
    expect(outcomes).toMatchObject([
      { mid: 1, status: 'parked', kind: 'conflict', current: { VisitId: id, stage: 'checkedIn' } },
    ]);
    expect(outcomes[0]?.reason).toContain('intake answers differ');
    expect(await moves(id)).toBe(before);
  });
});

describe('three-way merge', () => {
  const noteOf = async (id: string) =>
    (
      await db.owner<{ Sections: Record<string, string> }>(`select "Sections" from visit_notes where "NoteId" = $1`, [
        id,
      ])
    )[0]?.Sections;
  const writes = async (id: string) =>
    (await db.owner(`select 1 from audit_entry where entity = 'visitNotes' and pk = $1`, [id])).length;

  test('of a note, the sections no one else changed are saved once and the others come back as a draft', async () => {
    const id = today.inProgress;
    const caseId = (await db.owner<{ CaseId: string }>(`select "CaseId" from visits where "VisitId" = $1`, [id]))[0]
      ?.CaseId;
    const before = await noteOf(id);
    const base = { Subjective: before?.['Subjective'] ?? '', Plan: before?.['Plan'] ?? '' };
    const save = (mid: number, changes: Record<string, string>, from: Record<string, string>) =>
      entry(mid, 'documentation.save', { id: caseId, VisitId: id, changes }, { base: from });
    const desk = DeviceId.parse(randomUUID());
    await call('sync.push', { device: desk, entries: [save(1, { Subjective: 'desk' }, base)] }, { as: 'pt' });
    const calls = [
      save(1, { Subjective: 'bedside', Plan: 'stairs' }, base),
      // What was typed after it started from the text of the first, in both sections.
      save(2, { Plan: 'stairs twice' }, { Plan: 'stairs' }),
      save(3, { Subjective: 'bedside, later' }, { Subjective: 'bedside' }),
    ];
    const { outcomes } = await push('pt', calls);
    expect(outcomes.map((each) => [each.mid, each.status, each.kind])).toEqual([
      [1, 'parked', 'conflict'],
      [2, 'ok', null],
      [3, 'parked', 'conflict'],
    ]);
    expect(outcomes[0]?.reason).toContain(
      'Someone else, or you in another window, changed Subjective of this note first.',
    );
    expect(outcomes[0]?.current).toMatchObject({ VisitId: id, Sections: { Subjective: 'desk', Plan: 'stairs' } });
    expect(await noteOf(id)).toMatchObject({ Subjective: 'desk', Plan: 'stairs twice' });
    const written = await writes(id);
    expect((await push('pt', calls)).outcomes).toEqual(outcomes);
    expect(await writes(id)).toBe(written);
    const pulled = await call('sync.pull', { device, cookie: null, more: null }, { as: 'pt' });
    expect(pulled.outcomes).toMatchObject(outcomes);
  });

  test('alerts merge as a set; of a phone number the last arrival wins and the loser stays in the history', async () => {
    const id = cast.patients.walter;
    await db.owner(`update patients set alerts = '{"Fall risk","Pacemaker"}', "Phone" = '1' where "PatientId" = $1`, [
      id,
    ]);
    const base = { alerts: ['Fall risk', 'Pacemaker'], Phone: '1' };
    const update = (alerts: string[], Phone: string) => [
      entry(1, 'patients.update', { id, changes: { alerts, Phone } }, { base }),
    ];
    await push('front', update(['Fall risk', 'Pacemaker', 'Latex allergy'], '5035550111'));
    device = DeviceId.parse(randomUUID());
    expect((await push('front', update(['Pacemaker', 'Hard of hearing'], '5035550122'))).outcomes).toEqual([ok(1)]);
    const [now] = await db.owner(`select alerts, "Phone" from patients where "PatientId" = $1`, [id]);
    expect(now).toEqual({ alerts: ['Pacemaker', 'Latex allergy', 'Hard of hearing'], Phone: '5035550122' });
    const history = await db.owner<{ phone: string }>(
      `select detail ->> 'Phone' as phone from audit_entry where entity = 'patients' and pk = $1 order by id desc limit 2`,
      [id],
    );
    expect(history.map(({ phone }) => phone)).toEqual(['5035550122', '5035550111']);
  });

  test('two merges of one set that arrive together both hold', async () => {
    const id = cast.patients.gus;
    await db.owner(`update patients set alerts = '{}' where "PatientId" = $1`, [id]);
    const names = ['one', 'two', 'three', 'four'];
    await Promise.all(
      names.map((alert) =>
        call(
          'sync.push',
          {
            device: DeviceId.parse(randomUUID()),
            entries: [entry(1, 'patients.update', { id, changes: { alerts: [alert] } }, { base: { alerts: [] } })],
          },
          { as: 'front' },
        ),
      ),
    );
    const [now] = await db.owner<{ alerts: string[] }>(`select alerts from patients where "PatientId" = $1`, [id]);
    expect(now?.alerts.toSorted()).toEqual(names.toSorted());
  });

  test('more alerts than a chart holds are parked, not cut off', async () => {
    const id = cast.patients.rosa;
    const nine = Array.from({ length: 9 }, (_, at) => `alert ${at}`);
    await db.owner(`update patients set alerts = $2 where "PatientId" = $1`, [id, nine]);
    const { outcomes } = await push('front', [
      entry(1, 'patients.update', { id, changes: { alerts: ['mine', 'mine too'] } }, { base: { alerts: [] } }),
    ]);
    expect(outcomes).toMatchObject([{ status: 'parked', kind: 'conflict', current: { alerts: nine } }]);
    const [now] = await db.owner(`select alerts from patients where "PatientId" = $1`, [id]);
    expect(now).toEqual({ alerts: nine });
  });
});

describe('a discard', () => {
  const discard = (mid: number, of: number, more: Record<string, unknown> = {}) =>
    entry(mid, 'sync.recordDiscard', {
      device,
      mid: of,
      name: 'visits.move',
      reason: 'The patient came after all.',
      record: today.confirmed,
      ...more,
    });
  const audited = () =>
    db.owner(`select action, entity, pk, detail, "UserId" from audit_entry where action = 'discard' and pk like $1`, [
      `${device}/%`,
    ]);

  test('of a refused change is written to the audit log once, with its reason and ids alone', async () => {
    await push('front', [entry(1, 'visits.move', { id: randomUUID(), destination: 'confirmed', lastUpdated: 'x' })]);
    const calls = [discard(2, 1), discard(3, 99, { record: null })];
    expect((await push('front', calls)).outcomes).toEqual([ok(2), ok(3)]);
    await push('front', calls);
    expect(await audited()).toEqual([
      {
        action: 'discard',
        entity: 'waitingCall',
        pk: `${device}/1`,
        detail: { name: 'visits.move', reason: 'The patient came after all.', record: today.confirmed },
        UserId: cast.users.front,
      },
      expect.objectContaining({ pk: `${device}/99` }),
    ]);
  });

  test('is refused for a change that was taken, a call that never waits, and a device of someone else', async () => {
    await push('front', [entry(1, 'patients.update', { id: cast.patients.rosa, changes: { Phone: '5035550177' } })]);
    const foreign = DeviceId.parse(randomUUID());
    await call('sync.push', { device: foreign, entries: [entry(1, 'none', {})] }, { as: 'pt' });
    const { outcomes } = await push('front', [
      discard(2, 1),
      discard(3, 9, { name: 'session.logout' }),
      discard(4, 1, { device: foreign }),
      discard(5, 1, { device: randomUUID() }),
      discard(6, 9, { reason: '  ' }),
    ]);
    expect(outcomes.map(({ status, kind }) => [status, kind])).toEqual([
      ['parked', 'conflict'],
      ['parked', 'invalid'],
      ['parked', 'not-found'],
      ['parked', 'not-found'],
      ['parked', 'invalid'],
    ]);
    expect(await audited()).toEqual([]);
  });
});

describe('stamps', () => {
  test('two moves of one visit that both carry the first stamp go through, across pushes', async () => {
    const { id, stamp } = await putAt(today.scheduled, 'scheduled');
    const move = (mid: number, destination: string) =>
      entry(mid, 'visits.move', { id, destination, lastUpdated: stamp });
    expect((await push('front', [move(1, 'confirmed'), move(2, 'checkedIn')])).outcomes).toEqual([ok(1), ok(2)]);
    expect((await push('front', [move(3, 'inProgress')])).outcomes).toEqual([ok(3)]);
    expect((await visit(id)).stage).toBe('inProgress');
  });

  test('a change by someone else in between parks the later move', async () => {
    const { id, stamp } = await putAt(today.scheduled, 'scheduled');
    const move = (mid: number, destination: string) =>
      entry(mid, 'visits.move', { id, destination, lastUpdated: stamp });
    await push('front', [move(1, 'confirmed')]);
    await db.owner(`update visits set "PlaceOfService" = '12' where "VisitId" = $1`, [id]);
    const { outcomes } = await push('front', [move(2, 'checkedIn')]);
    expect(outcomes).toMatchObject([
      { status: 'parked', kind: 'changed-elsewhere', current: { VisitId: id, stage: 'confirmed' } },
    ]);
  });

  test('what someone else changed while a note waited for its visit is not taken for a change of our own', async () => {
    const { id, stamp } = await putAt(today.inProgress, 'inProgress');
    const [found] = await db.owner<{ CaseId: string; Plan: string }>(
      `select visits."CaseId", "Sections" ->> 'Plan' as "Plan" from visits left join visit_notes using (site, "VisitId") where "VisitId" = $1`,
      [id],
    );
    const elsewhere = new pg.Client({ connectionString: db.ownerUrl });
    await elsewhere.connect();
    try {
      await elsewhere.query('begin');
      await elsewhere.query(`update visits set "PlaceOfService" = '12' where "VisitId" = $1`, [id]);
      const note = { id: found?.CaseId, VisitId: id, changes: { Plan: 'Written while the desk was at it.' } };
      const pushed = push('pt', [
        entry(1, 'documentation.save', note, { base: { Plan: found?.Plan ?? '' } }),
        entry(2, 'visits.move', { id, destination: 'review', lastUpdated: stamp }),
      ]);
      await expect
        .poll(() =>
          db.owner(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`),
        )
        .toHaveLength(1);
      await elsewhere.query('commit');
      expect((await pushed).outcomes).toMatchObject([
        { mid: 1, status: 'ok' },
        { mid: 2, status: 'parked', kind: 'changed-elsewhere', current: { VisitId: id, stage: 'inProgress' } },
      ]);
    } finally {
      await elsewhere.end();
    }
  });

  test("another device may not lean on this one's stamps", async () => {
    const { id, stamp } = await putAt(today.scheduled, 'scheduled');
    const move = (destination: string) => [entry(1, 'visits.move', { id, destination, lastUpdated: stamp })];
    await push('front', move('confirmed'));
    device = DeviceId.parse(randomUUID());
    expect((await push('front', move('checkedIn'))).outcomes).toMatchObject([
      { status: 'parked', kind: 'changed-elsewhere' },
    ]);
  });

  test('a stamp that is no time is parked', async () => {
    const { id } = await putAt(today.scheduled, 'scheduled');
    const calls = [
      entry(1, 'visits.move', { id, destination: 'confirmed', lastUpdated: 'twenty characters, no time' }),
    ];
    expect((await push('front', calls)).outcomes).toMatchObject([{ status: 'parked', kind: 'invalid' }]);
  });
});

describe('trouble', () => {
  test("someone else's device is refused in a sentence, learns nothing, and nothing runs", async () => {
    const write = (mid: number, Phone: string) =>
      entry(mid, 'patients.update', { id: cast.patients.rosa, changes: { Phone } });
    await push('front', [write(1, '5035550177')]);
    const told = await push('pt', [write(1, '5035550177'), write(2, '5035550178')]).catch((error: unknown) => error);
    expect(told).toMatchObject({
      kind: 'conflict',
      message: 'This device can’t sync for this sign-in. Its waiting changes are kept.',
    });
    const [rosa] = await db.owner(`select "Phone" from patients where "PatientId" = $1`, [cast.patients.rosa]);
    const outcomes = await db.owner(`select mid::int from sync_outcome where "DeviceId" = $1`, [device]);
    expect([rosa, outcomes]).toEqual([{ Phone: '5035550177' }, [{ mid: 1 }]]);
  });

  test('trouble that passes stops the queue there and remembers nothing', async () => {
    const busy = failing(new AppError('unavailable', 'later'));
    const { id, stamp } = await putAt(today.confirmed, 'confirmed');
    const calls = [
      entry(1, 'visits.move', { id, destination: 'checkedIn', lastUpdated: stamp }),
      entry(2, 'patients.update', { id: cast.patients.rosa, changes: { Phone: '5035550102' } }),
      entry(3, 'patients.update', { id: cast.patients.gus, changes: { Phone: '5035550102' } }),
    ];
    expect(await push('front', calls, busy)).toEqual({ outcomes: [ok(1)], retryFrom: 2 });
    expect(await push('front', calls)).toEqual({ outcomes: [ok(1), ok(2), ok(3)], retryFrom: null });
  });

  test('a fault of ours is tried five times, then parked and told without the data', async () => {
    const faults: Fault[] = [];
    const broken = failing(new TypeError('5035550103 is not a function'), faults);
    const calls = [
      entry(1, 'patients.update', { id: cast.patients.rosa, changes: { Phone: '5035550103' } }),
      entry(2, 'patients.create', { patient: { ...(await patientFields()), PatientId: randomUUID() }, insurances: [] }),
    ];
    for (let time = 0; time < 5; time += 1)
      expect(await push('front', calls, broken)).toEqual({ outcomes: [], retryFrom: 1 });
    const { outcomes } = await push('front', calls.slice(0, 1), broken);
    expect(outcomes).toMatchObject([
      { mid: 1, status: 'parked', reason: expect.stringContaining('is kept on this device') },
    ]);
    expect(faults.length).toBe(6);
    expect(faults[0]).toMatchObject({ name: 'patients.update', mid: 1, error: 'TypeError' });
    expect(JSON.stringify(faults)).not.toContain('5035550103');
  });

  test('a call that never ends in time is parked after some attempts, and those behind it run', async () => {
    const slow = failing(Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' }));
    const calls = [entry(1, 'patients.update', { id: cast.patients.rosa, changes: { Phone: '5035550105' } })];
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect(await push('front', calls, slow)).toEqual({ outcomes: [], retryFrom: 1 });
    const [outcome] = (await push('front', calls, slow)).outcomes;
    expect(outcome).toMatchObject({ status: 'parked', kind: 'unavailable', reason: /several times/ });
  });

  test('a call about a record that was deleted is parked with a sentence, nothing changes, and those behind it run', async () => {
    const [visit] = await db.owner<{ id: string }>(
      `select "VisitId" as id from visits where site = 'demo' and stage = 'scheduled' and "Start" >= '2026-11-20'
       order by 1 limit 1`,
    );
    const id = VisitId.parse(visit?.id);
    const script = { ScriptId: ScriptId.parse(randomUUID()), CaseId: CaseId.parse(demoId('demo', 'case', 'samira')) };
    const terms = { ReferringProviderId: null, Start: null, End: null, Visits: 6, Note: null };
    await call('cases.createScript', { ...script, ...terms }, { as: 'front' });
    const { visit: last } = await call('visits.get', { id }, { as: 'front' });
    await call('cases.removeScript', { id: script.ScriptId }, { as: 'front' });
    await call('visits.remove', { id, deletionReason: 'Booked twice' }, { as: 'front' });
    const [before] = await db.owner<{ id: string }>(`select max(id) as id from sync_change where site = 'demo'`);
    const { outcomes } = await push('front', [
      entry(1, 'cases.updateScript', { id: script.ScriptId, changes: { Visits: 12 } }, { base: { Visits: 6 } }),
      entry(2, 'visits.move', { id, destination: 'confirmed', lastUpdated: last.updated_at }),
      entry(3, 'patients.update', { id: randomUUID(), changes: { Phone: '5035550120' } }),
      entry(4, 'patients.update', { id: cast.patients.gus, changes: { Phone: '5035550121' } }),
    ]);
    const gone = (mid: number, reason: string) => ({ mid, status: 'parked', kind: 'not-found', reason, current: null });
    expect(outcomes).toEqual([
      gone(1, 'This script was not found, or you can’t see it.'),
      gone(2, 'This visit was not found, or you can’t see it.'),
      gone(3, 'This patient was not found, or you can’t see them.'),
      ok(4),
    ]);
    const changes = await db.owner(`select entity, pk from sync_change where site = 'demo' and id > $1`, [before?.id]);
    expect(changes).toEqual([{ entity: 'patients', pk: cast.patients.gus }]);
  });

  test('a clock a day ahead or behind decides nothing: the last arrival stays, the offset is kept', async () => {
    const day = 86_400_000;
    const write = (mid: number, Phone: string, ms: number) =>
      entry(
        mid,
        'patients.update',
        { id: cast.patients.gus, changes: { Phone } },
        { base: { Phone: 'x' }, madeAt: new Date(Date.now() + ms).toISOString(), clockOffset: -ms },
      );
    await push('front', [write(1, '5035550130', day), write(2, '5035550131', -day)]);
    const [gus] = await db.owner<{ Phone: string }>(`select "Phone" from patients where "PatientId" = $1`, [
      cast.patients.gus,
    ]);
    expect(gus?.Phone).toBe('5035550131');
    const kept = await db.owner<{ offset: string }>(
      `select "clockOffset" as offset from sync_outcome where "DeviceId" = $1 order by mid`,
      [device],
    );
    expect(kept.map((row) => Number(row.offset))).toEqual([-day, day]);
  });

  test('a value that no column can hold is parked at once and holds up nothing', async () => {
    const { id, stamp } = await putAt(today.scheduled, 'scheduled');
    const { outcomes, retryFrom } = await push('pt', [
      entry(1, 'session.savePreferences', { id: cast.users.pt, Preferences: { note: 'a\u0000b' } }),
      entry(2, 'visits.move', { id, destination: 'confirmed', lastUpdated: '2026-02-30T10:00:00Z' }),
      entry(3, 'visits.move', { id, destination: 'confirmed', lastUpdated: stamp }),
    ]);
    expect(retryFrom).toBeNull();
    expect(outcomes.map(({ status, kind }) => [status, kind])).toEqual([
      ['parked', 'invalid'],
      ['parked', 'invalid'],
      ['ok', null],
    ]);
  });

  test('a write lost to a deadlock comes again', async () => {
    const locked = failing(Object.assign(new Error('deadlock detected'), { code: '40P01' }));
    const calls = [entry(1, 'patients.update', { id: cast.patients.rosa, changes: { Phone: '5035550104' } })];
    expect(await push('front', calls, locked)).toEqual({ outcomes: [], retryFrom: 1 });
  });

  test('a refusal says each thing once', async () => {
    const changes = { ProviderId: randomUUID() };
    const [gus] = await db.owner<{ id: string }>(`select "CaseId" as id from cases where "PatientId" = $1`, [
      cast.patients.gus,
    ]);
    const { outcomes } = await push('front', [entry(1, 'cases.update', { id: gus?.id, changes })]);
    expect(outcomes).toMatchObject([{ status: 'parked', reason: 'This provider was not found. Nothing was changed.' }]);
  });

  test('an app newer than the server waits', async () => {
    const { id, stamp } = await putAt(today.confirmed, 'confirmed');
    const newer = entry(
      2,
      'patients.update',
      { id: cast.patients.rosa, changes: {} },
      { schemaVersion: schemaVersion + 1 },
    );
    // Of a kind that the device tells its person.
    await expect(push('front', [newer])).rejects.toMatchObject({ kind: 'conflict', message: /newer than the server/ });
    const calls = [entry(1, 'visits.move', { id, destination: 'checkedIn', lastUpdated: stamp }), newer];
    expect(await push('front', calls)).toEqual({ outcomes: [ok(1)], retryFrom: 2 });
  });
});

async function patientFields(): Promise<Record<string, unknown>> {
  const { patient } = await call('patients.get', { id: PatientId.parse(cast.patients.rosa) }, { as: 'front' });
  const {
    PatientId: _id,
    PersonId: _person,
    Type: _type,
    DeathDate: _death,
    created_at: _created,
    updated_at: _updated,
    ...fields
  } = patient;
  return fields;
}
