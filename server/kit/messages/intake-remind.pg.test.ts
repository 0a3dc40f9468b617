import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cast } from '#server/demo/cast.ts';
import { outgoing } from '#server/kit/outgoing/outgoing.ts';
import { embeddedTexts, httpTexts } from '#server/kit/outside/texts.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { messagesRound } from './worker.ts';

let db: TestDatabase;
let PatientId = '';
const { scheduled: VisitId } = cast.visits.today;
const IntakeId = '0193a0a0-0000-7000-8000-0000000000aa';
const Start = '2026-11-25T14:00';
/** 2 in the afternoon in New York, in winter. */
const before = (hours: number) => new Date(Date.parse(`${Start}:00-05:00`) - hours * 3_600_000);

beforeAll(async () => {
  db = await testDatabase();
  await db.owner(
    `update sites set settings = settings - array['first_reminder_hours', 'second_reminder_hours'] || '{"messages_by_text": true}'`,
  );
  const [row] = await db.owner<{ id: string }>('select "PatientId" as id from visits where "VisitId" = $1', [VisitId]);
  PatientId = row?.id ?? '';
});
afterAll(() => db.close());
beforeEach(async () => {
  await db.owner(
    'delete from outbound_messages; delete from message_steps; delete from patient_links; delete from intakes; delete from visit_news',
  );
  await db.owner(
    `update visits set "Start" = '${Start}', "End" = '2026-11-25T15:00', stage = 'scheduled' where "VisitId" = '${VisitId}';
     update patients set "MessageConsent" = '{"email": true, "text": true}', "Email" = 'rosa@example.com', "Phone" = '5035550142'
       where "PatientId" = '${PatientId}';
     insert into intakes (site, "IntakeId", "PatientId", "VisitId", forms, "needsProxy", "inputKey")
       values ('demo', '${IntakeId}', '${PatientId}', '${VisitId}', '[]', false, repeat('k', 43))`,
  );
});

const round = (now: Date, texts = embeddedTexts) => messagesRound(db, { texts, now });
const rows = () =>
  db.owner<{ channel: string; state: string; body: string; MessageId: string }>(
    `select channel, state, body, "MessageId" from outbound_messages where kind = 'intake' order by "createdAt", channel`,
  );
const ways = async () => (await rows()).map(({ channel, state }) => `${channel} ${state}`);

test('whoever has not finished is reminded 72 and 24 hours before, once by each way, in the words that fit', async () => {
  await round(before(73));
  expect(await rows()).toEqual([]);
  await Promise.all([round(before(72)), round(before(72))]);
  await round(before(71));
  expect(await ways()).toEqual(['email kept', 'text kept']);
  const [, first] = await rows();
  expect(first?.body).toContain(
    ': Please fill in your forms before your visit on Wednesday, November 25 at 2:00 PM. Open your forms: ',
  );
  await db.owner(`update intakes set answers = '{"history.reason": "Knee"}'`);
  await round(before(48));
  expect(await rows()).toHaveLength(2);
  await round(before(24));
  expect(await ways()).toEqual(['email kept', 'text kept', 'email kept', 'text kept']);
  expect((await rows()).at(-1)?.body).toContain(
    ': Your forms are not finished. Your answers are saved. Open your forms:',
  );
  const links = await db.owner<{ purpose: string }>(`select purpose from patient_links where purpose = 'intake'`);
  expect(links).toHaveLength(2);
});

test('nobody is reminded of what is sent, was let go, or who wants no messages', async () => {
  for (const change of [
    `update intakes set "submittedAt" = now()`,
    `update intakes set "submittedAt" = null; update visits set stage = 'cancelled' where "VisitId" = '${VisitId}'`,
    `update visits set stage = 'scheduled' where "VisitId" = '${VisitId}';
     update patients set "MessageConsent" = '{"email": false, "text": false}' where "PatientId" = '${PatientId}'`,
  ]) {
    await db.owner(change);
    await round(before(72));
    expect([change, await rows()]).toEqual([change, []]);
  }
});

test('a visit that is moved is reminded of anew; forms that are sent before the text goes out drop it', async () => {
  await round(before(72));
  await db.owner(
    `update visits set "Start" = '2026-11-27T14:00', "End" = '2026-11-27T15:00' where "VisitId" = '${VisitId}'`,
  );
  await round(before(24));
  expect(await rows()).toHaveLength(4);
  await db.owner(
    `update outbound_messages set state = 'waiting' where "MessageId" in (select "MessageId" from message_steps where step like '%11-27%');
     update intakes set "submittedAt" = now()`,
  );
  await round(before(23));
  expect((await ways()).slice(2)).toEqual(['email dropped', 'text dropped']);
});

test('the gateway knows a reminder by the id under which it was noted', async () => {
  const heard: { id: string }[] = [];
  const server = createServer((request, reply) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      heard.push(JSON.parse(Buffer.concat(parts).toString()));
      // The first answer is lost: the text is offered again.
      reply.writeHead(heard.length === 1 ? 503 : 202).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/texts`;
  const settings = { url, token: 'the token', from: '+15035550100' };
  const texts = httpTexts(settings, outgoing({ toLoopback: true, longestMs: 2_000 }));
  await round(before(72), texts);
  await round(before(71.9), texts);
  server.closeAllConnections();
  server.close();
  const [step] = await db.owner<{ MessageId: string }>(`select "MessageId" from message_steps where channel = 'text'`);
  expect(heard.map(({ id }) => id)).toEqual([step?.MessageId, step?.MessageId]);
  expect(await ways()).toEqual(['email kept', 'text sent']);
});
