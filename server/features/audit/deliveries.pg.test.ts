import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cast } from '#server/demo/cast.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';
import { auditLog } from '#server/testing/audit-log.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const { rosa, walter } = cast.patients;
const { list, all } = auditLog(() => api);

test('only of a device that is known as one it is believed that it fetches by itself', async () => {
  await api.call('sync.chart', { id: walter, by: 'device' }, { as: 'pta' });
  expect((await list({ PatientId: walter as never, action: 'view' })).entries.map(({ UserId }) => UserId)).toEqual([
    cast.users.pta,
  ]);
  const report = { name: 'Tablet', waiting: 0, parked: 0, isSealed: true, synced: true, keyChanges: [] };
  const id = crypto.randomUUID();
  await api.call('session.reportDevice', { ...report, id } as never, { as: 'biller' });
  await expect
    .poll(async () => {
      await api.call('sync.chart', { id: walter, by: 'device' }, { as: 'biller' });
      return (await list({ PatientId: walter as never, action: 'fetch' })).entries.map(({ UserId }) => UserId);
    })
    .toEqual([cast.users.biller]);
});

describe('what is shown or sent of many patients at once', () => {
  const week = { date: '2026-11-18', employeeIds: [], facilityId: null, patientId: null };
  const newest = async (action: string) => (await list({ action })).entries[0];

  test('is one entry with their number, found by each of them, and tells an administrator who they were', async () => {
    const { patients } = await api.call('scheduling.weekView', week, { as: 'front' });
    const entry = await newest('list');
    expect(entry).toMatchObject({ UserId: cast.users.front, entity: 'charts', pk: 'schedule', PatientId: null });
    const ids = patients.map(({ PatientId }) => PatientId).toSorted();
    expect(entry?.patients).toBeGreaterThanOrEqual(ids.length);
    const opened = await api.call('audit.get', { id: entry?.id as never }, { as: 'admin' });
    expect(opened.patients.map(({ PatientId }) => PatientId)).toEqual(expect.arrayContaining(ids));
    expect(opened.patients.every(({ name }) => name?.includes(', '))).toBe(true);
    expect(opened.values).toEqual([{ field: 'count', before: null, after: String(entry?.patients) }]);
    const found = await all({ PatientId: ids[0] as never });
    expect(found.map(({ id }) => id)).toContain(entry?.id);
    expect(await all({ PatientId: ids[0] as never, order: 'asc', sort: 'at' })).toEqual(found.toReversed());
  });

  test('is found in the log of each patient whose messages were shown', async () => {
    await api.db.owner(
      `insert into outbound_messages (site, "PatientId", channel, kind, recipient, subject, body)
       values ('demo', $1, 'text', 'reply', '5035550142', '', 'My knee hurts again.'), ('demo', null, 'text', 'code', '5035550143', '', '123456')`,
      [walter],
    );
    const { messages } = await api.call('messages.list', {}, { as: 'admin' });
    expect(messages.map(({ PatientId, body }) => [PatientId, body])).toEqual(
      expect.arrayContaining([
        [walter, 'My knee hurts again.'],
        [null, '123456'],
      ]),
    );
    const [entry] = (await list({ PatientId: walter as never, UserId: cast.users.admin as never })).entries;
    expect(entry).toMatchObject({ action: 'list', entity: 'charts', pk: 'messages' });
  });

  test('those who may be one person are not said to be searched for', async () => {
    const person = { FirstName: 'John', LastName: 'Rivers', PreferredName: null, DateOfBirth: '1966-06-06' };
    const { people } = await api.call(
      'samePeople.find',
      { ...person, Phone: null, Email: null, MemberIds: [] },
      { as: 'front' },
    );
    expect(await newest('list')).toMatchObject({ entity: 'charts', pk: 'same people', patients: people.length });
  });

  test('is not shown where it cannot be noted', async () => {
    await api.db.owner(`create function refuse() returns trigger language plpgsql as $$ begin raise 'full'; end $$`);
    await api.db.owner(
      `create trigger refuse before insert on audit_entry for each row when (new.entity = 'charts') execute function refuse()`,
    );
    const search = () => api.call('patients.list', { q: 'alvarez' }, { as: 'front' });
    await expect(search()).rejects.toThrow();
    await expect(api.call('scheduling.weekView', week, { as: 'front' })).rejects.toThrow();
    await api.db.owner('drop trigger refuse on audit_entry');
    expect((await search()).patients).not.toEqual([]);
    expect(await newest('list')).toMatchObject({ pk: 'patient search' });
  });

  test('is nothing where nobody was told of', async () => {
    const device = crypto.randomUUID() as never;
    const { cookie } = await api.call('sync.pull', { device, cookie: null, more: null }, { as: 'super' });
    await api.call('sync.pull', { device, cookie, more: null }, { as: 'super' });
    await api.call('patients.list', { q: 'Nobody at all' }, { as: 'super' });
    expect((await list({ UserId: cast.users.super as never })).entries.map(({ action }) => action)).toEqual([]);
    await api.call('patients.update', { id: rosa, changes: { City: 'Lynn' } }, { as: 'front' });
    await api.call('sync.pull', { device, cookie, more: null }, { as: 'super' });
    const [pulled] = (await list({ UserId: cast.users.super as never })).entries;
    expect(pulled).toMatchObject({ action: 'sync', patients: 1 });
    const { patients, values } = await api.call('audit.get', { id: pulled?.id as never }, { as: 'admin' });
    expect(patients.map(({ PatientId }) => PatientId)).toEqual([rosa]);
    expect(values).toContainEqual({ field: 'device', before: null, after: device });
  });

  test('a first sync is one entry for each reply, and a repair one for each patient', async () => {
    await api.call('sync.hydrate', { priority: 'P0', after: null, day: '2026-11-18' }, { as: 'super' });
    expect(await newest('first sync')).toMatchObject({ UserId: cast.users.super, patients: expect.any(Number) });
    const set = { kind: 'charts', PatientIds: [rosa, walter], VisitIds: [], from: '2026-11-18', to: '2026-11-18' };
    const buckets = [...'0123456789abcdef'];
    await api.call('sync.repair', { set, entity: 'patients', buckets } as never, { as: 'super' });
    const seen = (await list({ UserId: cast.users.super as never, action: 'view' })).entries;
    expect(seen.map(({ pk }) => pk).toSorted()).toEqual([rosa, walter].toSorted());
  });

  test('a refusal that shows a row is a view of its chart', async () => {
    const [visit] = await api.db.owner<{ id: string; patient: string }>(
      `select "VisitId" as id, "PatientId" as patient from visits where site = 'demo' and stage = 'closed' limit 1`,
    );
    const moved = api.call(
      'visits.move',
      { id: visit?.id as never, destination: 'scheduled', lastUpdated: '2020-01-01T00:00:00.000Z' as never },
      { as: 'pt' },
    );
    await expect(moved).rejects.toMatchObject({ current: { PatientId: visit?.patient } });
    const { entries } = await list({ UserId: cast.users.pt as never, action: 'view' });
    expect(entries.map(({ pk }) => pk)).toEqual([visit?.patient]);
  });
});
