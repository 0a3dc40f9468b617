import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { InputOf } from '#contract/endpoints.ts';
import { cast, cast2 } from '#server/demo/cast.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';
import { auditLog } from '#server/testing/audit-log.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const { rosa, walter } = cast.patients;
const { list, all } = auditLog(() => api);

const views = (PatientId: string) => list({ PatientId: PatientId as never, action: 'view' });

describe('what no row change shows', () => {
  test('a chart that is opened, here or by a device, is one view for each person and hour', async () => {
    await api.call('patients.get', { id: rosa }, { as: 'pt' });
    await api.call('sync.chart', { id: rosa }, { as: 'pt' });
    await api.call('patients.get', { id: rosa }, { as: 'pt' });
    await api.call('sync.chart', { id: rosa }, { as: 'front' });
    const { entries } = await views(rosa);
    expect(entries.map(({ UserId, entity, pk }) => [UserId, entity, pk])).toEqual([
      [cast.users.front, 'patients', rosa],
      [cast.users.pt, 'patients', rosa],
    ]);
    await api.db.owner(`update audit_entry set at = at - interval '61 minutes' where action = 'view' and pk = $1`, [
      rosa,
    ]);
    await api.call('patients.get', { id: rosa }, { as: 'pt' });
    expect((await views(rosa)).entries).toHaveLength(3);
  });

  test('a chart that is not there, or of another site, is no view', async () => {
    await expect(api.call('patients.get', { id: cast2.patients.ada }, { as: 'pt' })).rejects.toMatchObject({
      kind: 'not-found',
    });
    expect((await views(cast2.patients.ada)).entries).toEqual([]);
  });

  test('a refusal is noted once an hour', async () => {
    for (let time = 0; time < 3; time += 1)
      await expect(api.call('audit.list', {}, { as: 'pt' })).rejects.toMatchObject({ kind: 'no-permission' });
    const { entries } = await list({ UserId: cast.users.pt as never, action: 'refused' });
    expect(entries.map(({ pk }) => pk)).toEqual(['audit.list']);
  });

  test('a failed sign-in is noted where the email is known, and nowhere else', async () => {
    const count = async () => (await list({ action: 'login failed' })).entries.length;
    const attempt = (email: string) =>
      api.inject('POST', '/api/session/login', { body: { email, password: 'wrong password 1' } });
    const before = await count();
    expect((await attempt('front@demo.test')).statusCode).toBe(401);
    expect((await attempt('nobody@demo.test')).statusCode).toBe(401);
    expect(await count()).toBe(before + 1);
    expect((await list({ action: 'login failed' })).entries[0]).toMatchObject({ UserId: cast.users.front });
  });

  test('a claim file that is taken and a print are noted', async () => {
    const [claim] = await api.db.owner<{ id: string; patient: string }>(
      `select "ClaimId" as id, "PatientId" as patient from claims where site = 'demo' order by 1 limit 1`,
    );
    await api.call('billing.claimFile', { id: claim?.id as never }, { as: 'biller' });
    expect((await list({ action: 'download' })).entries[0]).toMatchObject({ pk: claim?.id, PatientId: claim?.patient });
    await api.call('session.recordPrint', { what: 'downtime pack', day: '2026-11-18', patients: 12 }, { as: 'front' });
    const [printed] = (await list({ action: 'print' })).entries;
    expect(printed).toMatchObject({ UserId: cast.users.front, entity: 'prints', pk: 'downtime pack', offline: null });
    const opened = await api.call('audit.get', { id: printed?.id as never }, { as: 'admin' });
    expect(opened.values).toContainEqual({ field: 'patients', before: null, after: '12' });
  });
});

test('an entry names the device, the app version, and whether the change had waited', async () => {
  const device = crypto.randomUUID();
  const report = {
    id: device,
    name: 'Chrome on Linux',
    waiting: 0,
    parked: 0,
    isSealed: true,
    synced: true,
    keyChanges: [],
  };
  await api.call('session.reportDevice', report as never, { as: 'biller' });
  const madeAt = new Date(Date.now() - 3_600_000).toISOString();
  const input = { id: walter, changes: { Phone: '9785550177' } };
  const entry = { mid: 1, name: 'patients.update', input, base: {}, schemaVersion: 1, madeAt, clockOffset: 0 };
  const headers = { 'x-app-version': '9.8.7' };
  await api.call('sync.push', { device: device as never, entries: [entry] }, { as: 'biller', headers });
  const { entries } = await list({ PatientId: walter as never, action: 'update' });
  expect(entries[0]).toMatchObject({
    device: 'Chrome on Linux',
    AppVersion: '9.8.7',
    offline: true,
    UserId: cast.users.biller,
  });
  expect(Date.parse(entries[0]?.madeAt ?? '')).toBe(Date.parse(madeAt));
});

describe('the list', () => {
  test('shows names of fields and no values; the entry itself shows them', async () => {
    await api.call('patients.update', { id: rosa, changes: { Phone: '9785550142' } }, { as: 'front' });
    const reply = await list({ PatientId: rosa as never, action: 'update' });
    expect(reply.entries[0]).toMatchObject({
      person: 'Fern Delacroix',
      entity: 'patients',
      fields: ['Phone'],
      patient: { FirstName: 'Rosa', LastName: 'Alvarez' },
    });
    expect(JSON.stringify(reply)).not.toContain('9785550142');
    const opened = await api.call('audit.get', { id: reply.entries[0]?.id as never }, { as: 'admin' });
    expect(opened.values).toEqual([{ field: 'phone', before: expect.any(String), after: '9785550142' }]);
  });

  test.each(['asc', 'desc'] as const)('holds every entry once over its pages, in order of time %s', async (order) => {
    const [told] = await api.db.owner<{ count: number }>(
      `select count(*)::int as count from audit_entry where site = 'demo' and entity = 'visits'`,
    );
    const found = await all({ action: 'insert', order });
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
    expect(found.length).toBeGreaterThan(told?.count ?? 0);
    const times = found.map(({ at }) => Date.parse(at));
    expect(times).toEqual(times.toSorted((a, b) => (order === 'asc' ? a - b : b - a)));
  });

  test.each(['person', 'action'] as const)('sorted by %s holds the same entries', async (sort) => {
    const PatientId = rosa as never;
    const byTime = await all({ PatientId });
    const sorted = await all({ PatientId, sort });
    expect(sorted.map(({ id }) => id).toSorted()).toEqual(byTime.map(({ id }) => id).toSorted());
    const labels = sorted.map((each) => (sort === 'person' ? each.person : each.action) ?? '\uffff');
    expect(new Set(labels.filter((label, at) => label !== labels[at - 1])).size).toBe(
      labels.filter((label, at) => label !== labels[at - 1]).length,
    );
  });

  test('keeps to a period of the clinic’s days', async () => {
    await api.db.owner(
      `insert into audit_entry (site, at, action, entity, pk) values
         ('demo', '2025-03-01T04:59:59Z', 'erased', 'devices', 'before'), ('demo', '2025-03-01T05:00:00Z', 'erased', 'devices', 'first'),
         ('demo', '2025-03-03T04:59:59Z', 'erased', 'devices', 'last'), ('demo', '2025-03-03T05:00:00Z', 'erased', 'devices', 'after')`,
    );
    const { entries } = await list({ from: '2025-03-01', to: '2025-03-02' });
    expect(entries.map(({ pk }) => pk)).toEqual(['last', 'first']);
  });

  test('a page mark that is not ours is refused', async () => {
    await expect(list({ after: 'x' })).rejects.toMatchObject({ kind: 'invalid' });
    await expect(list({ sort: 'action', after: '1:1:nothing' })).rejects.toMatchObject({ kind: 'invalid' });
  });
});

test('an entry that holds the record before and after tells both', async () => {
  await api.db.owner(
    `insert into audit_entry (site, action, entity, pk, detail) values ('demo', 'update', 'regions', 'north',
       '{"before": {"Name": "North", "Kept": 1}, "after": {"Name": "Far north", "Kept": 1}}')`,
  );
  const [entry] = (await list({ action: 'update' })).entries;
  expect(entry).toMatchObject({ pk: 'north', fields: ['Name'] });
  const opened = await api.call('audit.get', { id: entry?.id as never }, { as: 'admin' });
  expect(opened.values).toEqual([{ field: 'name', before: 'North', after: 'Far north' }]);
});

test('values of billing and of other facilities are for who may see them', async () => {
  const may = ['access company', 'manage users'];
  await api.db.owner(
    `update users set can = $1, "facilityIds" = array[]::uuid[] where site = 'demo' and "UserId" = $2`,
    [may, cast.users.pta],
  );
  const ofKind = async (entity: string) => {
    const [row] = await api.db.owner<{ id: string }>(
      `select '00000000-0000-7000-8000-' || lpad(to_hex(id), 12, '0') as id from audit_entry where site = 'demo' and entity = $1 limit 1`,
      [entity],
    );
    return api.call('audit.get', { id: row?.id as never }, { as: 'pta' });
  };
  for (const entity of ['ledger', 'visitNotes', 'visits'])
    expect(await ofKind(entity), entity).toMatchObject({ values: [], hidden: expect.any(String) });
  expect(await ofKind('patients')).toMatchObject({ hidden: null });
});

test('what hangs on a visit outside the row scope names no one, and is not found by its patient', async () => {
  await api.db.owner(
    `update users set can = $1, "facilityIds" = array[]::uuid[] where site = 'demo' and "UserId" = $2`,
    [['access company', 'manage users'], cast.users.pta],
  );
  const [claim] = await api.db.owner<{ id: string }>(
    `select "ClaimId" as id from claims where site = 'demo' order by 1 limit 1`,
  );
  await api.call('billing.claimFile', { id: claim?.id as never }, { as: 'biller' });
  const seenBy = async (as: 'pta' | 'admin', input: InputOf<'audit.list'>) =>
    (await api.call('audit.list', input, { as })).entries.filter(({ entity }) => entity !== 'patients');
  const [told] = await seenBy('admin', { action: 'download' });
  expect(told).toMatchObject({ entity: 'claims', isOutside: false, patient: expect.anything() });
  const [cut] = await seenBy('pta', { action: 'download' });
  expect(cut).toMatchObject({ id: told?.id, isOutside: true, patient: null, PatientId: null, reason: null });
  const PatientId = (told?.PatientId ?? '') as never;
  expect((await seenBy('admin', { PatientId })).length).toBeGreaterThan(2);
  const found = await seenBy('pta', { PatientId });
  expect(
    found.filter(({ entity }) => ['visits', 'cases', 'claims', 'visitNotes', 'services'].includes(entity)),
  ).toEqual([]);
  const { content } = await api.call('audit.export', { action: 'download' }, { as: 'pta' });
  expect(content).toContain('downloaded the file for a claim that you can’t see');
});

test('a signature is a deed of its own, found by the filter', async () => {
  const { review } = cast.visits.today;
  await api.call('documentation.sign', { id: review as never }, { as: 'pt' });
  const [signed] = (await list({ action: 'sign' })).entries;
  expect(signed).toMatchObject({ entity: 'visitNotes', pk: review, UserId: cast.users.pt, patient: expect.anything() });
});

test('a reason that was typed stands in the entry and in the export', async () => {
  const device = crypto.randomUUID();
  const report = { name: 'Chrome', waiting: 0, parked: 0, isSealed: true, synced: true, keyChanges: [] };
  await api.call('session.reportDevice', { ...report, id: device } as never, { as: 'biller' });
  const given = { device, mid: 3, name: 'patients.update', reason: 'typed twice', record: null };
  await api.call('sync.recordDiscard', given as never, { as: 'biller' });
  const [entry] = (await list({ action: 'discard' })).entries;
  expect(entry).toMatchObject({ reason: 'typed twice', UserId: cast.users.biller });
  const { content } = await api.call('audit.export', { action: 'discard' }, { as: 'admin' });
  const [titles = '', line = ''] = content.split('\r\n');
  const at = titles.split('","').indexOf('Reason');
  expect(line.split('","')[at]).toBe('typed twice');
  expect((await list({ action: 'insert' })).entries.every(({ reason }) => reason === null)).toBe(true);
});

test('an export holds the filtered lines as CSV, without values, safe in a spreadsheet, and is audited', async () => {
  const LastName = '=1+1, "x"';
  await api.call('patients.update', { id: walter, changes: { LastName } }, { as: 'front' });
  const file = await api.call('audit.export', { PatientId: walter as never }, { as: 'admin' });
  expect(file).toMatchObject({ filename: expect.stringMatching(/^audit-demo-\d{4}-\d\d-\d\d\.csv$/), isCut: false });
  const lines = file.content.trimEnd().split('\r\n');
  expect(lines).toHaveLength(file.lines + 1);
  // The reply to a change shows the chart, which is audited after it.
  expect(lines[1]).toContain('"Fern Delacroix","Viewed a chart"');
  expect(lines[2]).toContain('"Fern Delacroix","Changed","Fern Delacroix changed the record of Walter =1+1, ""x"""');
  for (const line of lines.slice(1, 3)) expect(line).toContain(`"'=1+1, ""x"", Walter"`);
  expect(file.content).not.toContain('9785550177');
  const [entry] = (await list({ action: 'export' })).entries;
  expect(entry).toMatchObject({ UserId: cast.users.admin, entity: 'audit' });
});

test('no cell of an export begins a formula, whoever wrote it', async () => {
  await api.db.owner(
    `update users set "FirstName" = '=1+1', "LastName" = '@SUM(1)' where site = 'demo' and "UserId" = $1`,
    [cast.users.biller],
  );
  await api.call('patients.update', { id: rosa, changes: { FirstName: '+1', LastName: '-2+3' } }, { as: 'front' });
  await api.call('patients.get', { id: rosa }, { as: 'biller' });
  const device = crypto.randomUUID();
  const report = { name: 'Chrome', waiting: 0, parked: 0, isSealed: true, synced: true, keyChanges: [] };
  await api.call('session.reportDevice', { ...report, id: device } as never, { as: 'biller' });
  const given = { device, mid: 4, name: 'patients.update', reason: '@SUM(2)', record: null };
  await api.call('sync.recordDiscard', given as never, { as: 'biller' });
  const { content, isCut } = await api.call('audit.export', {}, { as: 'admin' });
  expect(isCut).toBe(false);
  const cells = Papa.parse<string[]>(content.replace('\ufeff', '')).data.flat();
  expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
  const begun = ["'=1+1", "'-2+3", "'@SUM(2)"].filter((begin) => cells.some((cell) => cell.startsWith(begin)));
  expect(begun).toHaveLength(3);
});

test('an entry of another site does not exist', async () => {
  const [row] = await api.db.owner<{ id: string }>(
    `select '00000000-0000-7000-8000-' || lpad(to_hex(id), 12, '0') as id from audit_entry where site = 'demo2' limit 1`,
  );
  await expect(api.call('audit.get', { id: row?.id as never }, { as: 'admin' })).rejects.toMatchObject({
    kind: 'not-found',
  });
});

describe('a chart opened from what a device keeps', () => {
  const views = (PatientId: string) =>
    api.db.owner<{ detail: Record<string, string>; device: string; made: Date; offline: boolean }>(
      `select detail, "DeviceId" as device, "madeAt" as made, offline from audit_entry
       where action = 'view' and "UserId" = $1 and pk = $2 order by id`,
      [cast.users.biller, PatientId],
    );
  const tell = (device: string, PatientId: string, openedAt: string, clockOffset = 0) =>
    api.call(
      'sync.recordViews',
      { device: device as never, clockOffset, charts: [{ PatientId: PatientId as never, openedAt }] },
      { as: 'biller' },
    );
  const report = { name: 'Chrome', waiting: 0, parked: 0, isSealed: true, synced: true, keyChanges: [] };
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

  test('is audited once with the time it was opened, by the clock of the server', async () => {
    const [device, PatientId, openedAt] = [crypto.randomUUID(), walter, hoursAgo(5)];
    await api.call('session.reportDevice', { ...report, id: device } as never, { as: 'biller' });
    const before = (await views(PatientId)).length;
    for (let time = 0; time < 2; time += 1) await tell(device, PatientId, openedAt, 60_000);
    await tell(device, PatientId, hoursAgo(4.5));
    const [found, ...more] = (await views(PatientId)).slice(before);
    expect(more).toEqual([]);
    expect(found).toMatchObject({ detail: { from: 'this device', openedAt }, device, offline: true });
    expect(new Date(found?.made ?? 0).getTime()).toBe(Date.parse(openedAt) + 60_000);
    await tell(device, PatientId, hoursAgo(2));
    expect(await views(PatientId)).toHaveLength(before + 2);
    // What was told late does not stand for a look of now.
    await api.call('patients.get', { id: PatientId as never }, { as: 'biller' });
    expect(await views(PatientId)).toHaveLength(before + 3);
    await tell(device, PatientId, new Date().toISOString());
    expect(await views(PatientId)).toHaveLength(before + 3);
  });

  test('by a device of someone else is not taken', async () => {
    const device = crypto.randomUUID();
    await api.call('session.reportDevice', { ...report, id: device } as never, { as: 'pt' });
    await expect(tell(device, walter, hoursAgo(9))).rejects.toMatchObject({ kind: 'conflict' });
  });
});
