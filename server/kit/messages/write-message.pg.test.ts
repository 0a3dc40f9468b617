import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { cast } from '#server/demo/cast.ts';
import { outgoing } from '#server/kit/outgoing/outgoing.ts';
import { embeddedTexts, httpTexts } from '#server/kit/outside/texts.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { makeLink, openPatientLink, parseToken } from './links.ts';
import { messagesOf } from './sender.ts';
import { messagesRound } from './worker.ts';
import { writeMessage, type NewMessage } from './write-message.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
  await db.owner('delete from outbound_messages');
  // Nobody is reminded of anything.
  await db.owner(`update sites set settings = settings - array['first_reminder_hours', 'second_reminder_hours']`);
  await db.owner(`update visits set "Start" = '2026-11-23T10:15', "End" = '2026-11-23T11:00' where "VisitId" = $1`, [
    VisitId,
  ]);
});
afterAll(() => db.close());
afterEach(() => db.owner('delete from outbound_messages; delete from outgoing_mail; delete from patient_links'));

const { scheduled: VisitId } = cast.visits.today;
/** One o'clock in the afternoon in New York, in winter. */
const noon = new Date('2026-11-20T18:00:00Z');
const minutes = (count: number) => new Date(noon.getTime() + count * 60_000);

async function patientOf(visit: string): Promise<string> {
  const [row] = await db.owner<{ id: string }>('select "PatientId" as id from visits where "VisitId" = $1', [visit]);
  return row?.id ?? '';
}
async function consent(email: boolean, text: boolean): Promise<void> {
  await db.owner(
    `update patients set "MessageConsent" = $2, "Email" = 'rosa@example.com', "Phone" = '(503) 555-0142' where "PatientId" = $1`,
    [await patientOf(VisitId), JSON.stringify({ email, text })],
  );
}
const booked = { en: 'Booked.', es: 'Reservada.' };
async function write(more: Partial<NewMessage> = {}) {
  const PatientId = await patientOf(VisitId);
  return db.tx(messagesOf('demo'), (tx) =>
    writeMessage(tx, 'demo', {
      PatientId,
      VisitId,
      Kind: 'booked',
      text: booked,
      subject: booked,
      now: noon,
      ...more,
    }),
  );
}
type Row = { channel: string; state: string; problem: string | null; body: string; at: string; tries: number };
const rows = () =>
  db.owner<Row>(
    `select channel, state, problem, body, tries, to_char("notBefore" at time zone 'UTC', 'DD HH24:MI') as at
     from outbound_messages order by "createdAt", channel`,
  );
const round = (now: Date, texts = embeddedTexts) => messagesRound(db, { texts, now });

test('a message goes by each channel the patient agreed to, after its delay, and once', async () => {
  await consent(true, true);
  const path = await db.tx(messagesOf('demo'), async (tx) =>
    makeLink(tx, 'demo', { PatientId: await patientOf(VisitId), purpose: 'visit', VisitId, expiresAt: minutes(60) }),
  );
  expect(await write({ delayMs: 180_000, links: [{ label: { en: 'Confirm', es: 'Confirmar' }, path }] })).toMatchObject(
    {
      reached: ['email', 'text'],
    },
  );
  await round(minutes(2));
  expect((await rows()).map(({ state, at }) => `${state} ${at}`)).toEqual(['waiting 20 18:03', 'waiting 20 18:03']);
  await Promise.all([round(minutes(4)), round(minutes(4))]);
  const [email, text] = await rows();
  expect([email?.state, text?.state]).toEqual(['kept', 'kept']);
  const mails = await db.owner<{ to: string; body: string; forPatient: boolean }>('select * from outgoing_mail');
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({ to: 'rosa@example.com', forPatient: true });
  expect(mails[0]?.body).toContain(path);
  // What was handed on is not kept a second time; the text stays readable, for nothing sends it.
  expect(email?.body).not.toContain(path);
  expect(text?.body).toContain(path);
  expect(text?.body).toContain('Reply STOP');
});

test('no one who has not agreed is written to, nor who cannot be reached', async () => {
  await consent(false, false);
  expect(await write()).toEqual({ MessageIds: [], reached: [], why: 'no-consent' });
  await consent(true, false);
  await db.owner(`update patients set "Email" = null where "PatientId" = $1`, [await patientOf(VisitId)]);
  expect(await write()).toEqual({ MessageIds: [], reached: [], why: 'no-address' });
  expect(await rows()).toEqual([]);
});

test('who speaks Spanish is written to in Spanish, subject and links too', async () => {
  await consent(true, true);
  await db.owner(`update patients set "Language" = 'es' where "PatientId" = $1`, [await patientOf(VisitId)]);
  const path = '/s/demo.AAAAAAAAAAAAAAAAAAAAAA';
  await write({ links: [{ label: { en: 'Confirm', es: 'Confirmar' }, path }] });
  const [email, text] = await rows();
  expect(email?.body).toMatch(/^Hola, .+:\n\nReservada\.\n\nConfirmar:\n.*\n\n.*\n\nPara elegir qué mensajes recibe:/);
  expect(text?.body).toMatch(/: Reservada\. Confirmar: .* Responda STOP para no recibir más textos\.$/);
  expect(await db.owner('select distinct subject from outbound_messages')).toEqual([{ subject: 'Reservada.' }]);
  await db.owner(`update patients set "Language" = null where "PatientId" = $1`, [await patientOf(VisitId)]);
});

test.each([
  ['in the evening', { now: new Date('2026-11-21T03:30:00Z') }, '21 13:00'],
  ['at night', { now: new Date('2026-11-21T10:00:00Z') }, '21 13:00'],
  ['an offer that is taken', { now: new Date('2026-11-21T03:30:00Z'), Kind: 'offerTaken' as const }, '21 03:30'],
])('quiet hours are kept: %s', async (_, more, at) => {
  await consent(true, false);
  await write(more);
  expect((await rows()).map((row) => row.at)).toEqual([at]);
});

test('a server that wakes up late keeps the quiet hours, too', async () => {
  await consent(true, false);
  await write();
  await round(new Date('2026-11-21T04:00:00Z'));
  expect(await rows()).toMatchObject([{ state: 'waiting', at: '21 13:00', tries: 0 }]);
});

test('consent taken away, a visit let go or moved: what waits is dropped', async () => {
  await consent(true, false);
  const [{ Start } = { Start: '' }] = await db.owner<{ Start: string }>(
    'select "Start" from visits where "VisitId" = $1',
    [VisitId],
  );
  const cases: [string, string, string][] = [
    [`update visits set "Start" = "Start" where "VisitId" = '${VisitId}'`, `select 1`, 'kept'],
    [
      `update visits set stage = 'cancelled' where "VisitId" = '${VisitId}'`,
      `update visits set stage = 'scheduled' where "VisitId" = '${VisitId}'`,
      'dropped',
    ],
    [
      `update visits set "Start" = '2026-01-01T00:00' where "VisitId" = '${VisitId}'`,
      `update visits set "Start" = '${Start}' where "VisitId" = '${VisitId}'`,
      'dropped',
    ],
    [
      `update patients set "MessageConsent" = '{"email": false, "text": false}' where "PatientId" = '${await patientOf(VisitId)}'`,
      'select 1',
      'dropped',
    ],
  ];
  for (const [change, back, state] of cases) {
    await db.owner('delete from outbound_messages');
    await write({ Kind: 'reminder' });
    await db.owner(change);
    await round(minutes(1));
    expect((await rows()).map((row) => [change, row.state])).toEqual([[change, state]]);
    await db.owner(back);
  }
});

test('a newer message replaces what waits about the same visit', async () => {
  await consent(true, false);
  await write({ delayMs: 180_000 });
  await write({ Kind: 'moved', replaces: { VisitId, Kinds: ['booked', 'moved'] } });
  await round(minutes(5));
  expect((await rows()).map(({ state }) => state).toSorted()).toEqual(['dropped', 'kept']);
});

/** A real gateway on this machine. */
async function gateway(answer: (at: number) => number | Promise<number>) {
  const heard: { id: string; to: string; body: string; from: string; bearer: string | undefined }[] = [];
  const server = createServer((request, reply) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      heard.push({ ...JSON.parse(Buffer.concat(parts).toString()), bearer: request.headers.authorization });
      void Promise.resolve(answer(heard.length)).then((status) => reply.writeHead(status).end());
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/texts`;
  const settings = { url, token: 'the token', from: '+15035550100' };
  return {
    heard,
    settings,
    texts: httpTexts(settings, outgoing({ toLoopback: true, longestMs: 2_000 })),
    close: () => (server.closeAllConnections(), server.close()),
  };
}

test.each([
  [202, 'sent', null],
  [422, 'failed', 'rejected this number or text (422)'],
  [503, 'waiting', 'could not accept it yet (503)'],
  [401, 'waiting', 'rejected Mainstay’s token'],
])('a gateway that answers %i leaves the text %s', async (status, state, problem) => {
  await consent(false, true);
  const there = await gateway(() => status);
  await write();
  await round(minutes(1), there.texts);
  const [row] = await rows();
  expect(row?.state).toBe(state);
  expect(row?.problem ?? '').toContain(problem ?? '');
  expect(there.heard).toMatchObject([{ to: '+15035550142', from: '+15035550100', bearer: 'Bearer the token' }]);
  // What waits is asked again later, under the same id; what is over is not.
  await round(minutes(3), there.texts);
  expect(there.heard).toHaveLength(state === 'waiting' ? 2 : 1);
  expect(new Set(there.heard.map(({ id }) => id)).size).toBe(1);
  there.close();
});

test('a server that is killed while it sends leaves the text to the next one, under the same id', async () => {
  await consent(false, true);
  const reached = Promise.withResolvers<void>();
  const there = await gateway((at) => {
    if (at > 1) return 200;
    reached.resolve();
    return new Promise<number>(() => undefined);
  });
  await write({ Kind: 'offerTaken', now: new Date() });
  const code = `
    import { openDatabase } from '#server/kit/db/database.ts';
    import { outgoing } from '#server/kit/outgoing/outgoing.ts';
    import { httpTexts } from '#server/kit/outside/texts.ts';
    import { keepMessaging } from '#server/kit/messages/worker.ts';
    const { apiUrl, settings } = JSON.parse(process.argv[1]);
    keepMessaging(openDatabase({ apiUrl }), httpTexts(settings, outgoing({ toLoopback: true, longestMs: 60000 })), { failed() {} });
    setInterval(() => {}, 1000);`;
  const given = JSON.stringify({ apiUrl: db.apiUrl, settings: there.settings });
  const other = spawn(process.execPath, ['--input-type=module', '-e', code, given], { stdio: 'inherit' });
  await reached.promise;
  other.kill('SIGKILL');
  await once(other, 'exit');
  expect(await rows()).toMatchObject([{ state: 'sending' }]);
  // For all the database knows it is on its way.
  await round(new Date(), there.texts);
  expect(there.heard).toHaveLength(1);
  await round(new Date(Date.now() + 6 * 60_000), there.texts);
  expect(await rows()).toMatchObject([{ state: 'sent' }]);
  expect(new Set(there.heard.map(({ id }) => id)).size).toBe(1);
  there.close();
});

test('a link opens for its own site until it is late, and its secret stands nowhere', async () => {
  const PatientId = await patientOf(VisitId);
  const path = await db.tx(messagesOf('demo'), (tx) =>
    makeLink(tx, 'demo', { PatientId, purpose: 'visit', VisitId, expiresAt: minutes(60) }),
  );
  const token = parseToken(path.slice('/s/'.length));
  if (!token) throw new Error('not a token');
  expect(JSON.stringify(await db.owner('select * from patient_links'))).not.toContain(token.secret);
  const open = (site: string, now: Date) =>
    db.tx(messagesOf(site), (tx) => openPatientLink(tx, { ...token, site }, now));
  expect(await open('demo', noon)).toMatchObject({ PatientId, VisitId, purpose: 'visit', isEnded: false });
  expect(await open('demo2', noon)).toBeUndefined();
  expect(await open('demo', minutes(61))).toBeUndefined();
  for (const odd of ['', 'demo', 'demo.', 'demo.short', `${path}.more`, `Demo.${token.secret}`])
    expect(parseToken(odd)).toBeUndefined();
});
