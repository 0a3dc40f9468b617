import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { consentPurposes } from '#contract/messages/consent-purposes.ts';
import { cast } from '#server/demo/cast.ts';
import { embeddedTexts } from '#server/kit/outside/texts.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { receiveText } from './answers.ts';
import { ledgerOf, noteConsent, standingOf } from './ledger.ts';
import { messagesOf } from './sender.ts';
import { messagesRound } from './worker.ts';
import { writeMessage } from './write-message.ts';

let db: TestDatabase;
let PatientId = '';
/** One o'clock in the afternoon in New York, in winter. */
const now = new Date('2026-11-20T18:00:00Z');
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);
const told = { en: 'Told.', es: 'Dicho.' };
const from = '+1 503 555 0142';
const who = messagesOf('demo');

beforeAll(async () => {
  db = await testDatabase();
  await db.owner(`update sites set settings = settings - array['first_reminder_hours', 'second_reminder_hours']`);
  const [row] = await db.owner<{ PatientId: string }>('select "PatientId" from visits where "VisitId" = $1', [
    cast.visits.today.scheduled,
  ]);
  PatientId = row?.PatientId ?? '';
});
afterAll(() => db.close());
beforeEach(async () => {
  await db.owner('delete from outbound_messages; delete from consent_ledger');
  await db.owner(
    `update patients set "MessageConsent" = '{"email": false, "text": false}', "DeathDate" = null, "Email" = 'rosa@example.com', "Phone" = '5035550142'
     where site = 'demo' and "PatientId" = $1`,
    [PatientId],
  );
  await db.owner('delete from consent_ledger');
});

const consent = (PatientIdOf = PatientId) =>
  db.owner<{ email: boolean; text: boolean }>(
    `select ("MessageConsent" ->> 'email')::boolean as email, ("MessageConsent" ->> 'text')::boolean as text
     from patients where site = 'demo' and "PatientId" = $1`,
    [PatientIdOf],
  );
const entries = () =>
  db.owner<{ line: string }>(
    `select concat_ws(' ', case when "contactHash" is null then 'person' else 'number' end, channel, purpose, given, how) as line
     from consent_ledger order by "Seq"`,
  );
const lines = async () => (await entries()).map(({ line }) => line);
const agree = (purposes: readonly (typeof consentPurposes)[number][], how: 'page' | 'patient' = 'page') =>
  db.tx(who, (tx) =>
    noteConsent(tx, 'demo', {
      of: { PatientId },
      channel: 'text',
      given: true,
      purposes,
      how,
      wording: 'page',
      at: now,
    }),
  );
const say = (text: string) => db.tx(who, (tx) => receiveText(tx, 'demo', { from, text, now }));
const write = () =>
  db.tx(who, (tx) =>
    writeMessage(tx, 'demo', { PatientId, Kind: 'other', text: told, subject: told, channels: ['text'], now }),
  );

test('what a form writes stands in the ledger, and what the ledger says about visits is what the chart shows', async () => {
  await db.owner(
    `select set_config('app.user', '${cast.users.admin}', false);
     update patients set "MessageConsent" = '{"email": true, "text": false}' where site = 'demo' and "PatientId" = '${PatientId}';
     select set_config('app.user', '', false)`,
  );
  expect(await lines()).toEqual(['person email visits t staff']);
  // Nothing changed, nothing is noted.
  await db.owner(`update patients set "MessageConsent" = "MessageConsent" where "PatientId" = $1`, [PatientId]);
  await agree(['visits', 'surveys']);
  expect(await consent()).toEqual([{ email: true, text: true }]);
  expect(await lines()).toEqual([
    'person email visits t staff',
    'person text visits t page',
    'person text surveys t page',
  ]);
});

test('entries are added and never changed by the API', async () => {
  await agree(['visits']);
  for (const change of [
    'update consent_ledger set given = false',
    'delete from consent_ledger',
    `update consent_ledger set how = 'stop'`,
  ])
    await expect(db.tx(who, (tx) => tx.run(change))).rejects.toThrow();
  expect(await lines()).toEqual(['person text visits t page']);
});

test('STOP in own words ends texts about everything, START brings those about visits back', async () => {
  await agree(['visits', 'surveys', 'reviews']);
  expect(await say('Please stop texting me')).toBe('stop');
  const standing = await db.tx(who, (tx) => standingOf(tx, 'demo', { PatientId }));
  expect(standing.map(({ purpose, given }) => `${purpose} ${given}`).toSorted()).toEqual([
    'reviews false',
    'surveys false',
    'visits false',
  ]);
  expect((await lines()).filter((line) => line.startsWith('number'))).toHaveLength(consentPurposes.length);
  expect(await write()).toMatchObject({ reached: [], why: 'no-consent' });
  expect(await say('START')).toBe('start');
  const after = await db.tx(who, (tx) => standingOf(tx, 'demo', { PatientId }));
  expect(after.filter(({ given }) => given).map(({ purpose }) => purpose)).toEqual(['visits']);
  expect(await write()).toMatchObject({ reached: ['text'] });
});

test('a number that no patient has is left alone too; a booking with it does not bring texts back, a form does', async () => {
  await db.owner(`update patients set "Phone" = null where "PatientId" = $1`, [PatientId]);
  expect(await say('STOP')).toBe('stop');
  expect(await db.owner('select from outbound_messages')).toEqual([]);
  await db.owner(`update patients set "Phone" = '(503) 555-0142' where "PatientId" = $1`, [PatientId]);
  await agree(['visits'], 'patient');
  expect(await write()).toMatchObject({ reached: [], why: 'no-consent' });
  await db.tx(who, (tx) =>
    noteConsent(tx, 'demo', {
      of: { PatientId },
      channel: 'text',
      given: false,
      purposes: ['visits'],
      how: 'staff',
      wording: 'chart',
      at: now,
    }),
  );
  await agree(['visits']);
  expect(await write()).toMatchObject({ reached: ['text'] });
});

test('a STOP, or a death, that comes while a text waits ends that text', async () => {
  for (const [end, problem] of [
    [() => say('stop'), 'The patient no longer wants this type of message.'],
    [
      () => db.owner(`update patients set "DeathDate" = '2026-11-20' where "PatientId" = $1`, [PatientId]),
      'The patient has died.',
    ],
  ] as const) {
    await db.owner('delete from outbound_messages');
    await db.owner(
      `update patients set "DeathDate" = null, "MessageConsent" = '{"email": false, "text": false}' where "PatientId" = $1`,
      [PatientId],
    );
    await agree(['visits']);
    expect(await write()).toMatchObject({ reached: ['text'] });
    await end();
    await messagesRound(db, { texts: embeddedTexts, now: minutes(1) });
    expect(await db.owner(`select state, problem from outbound_messages where kind = 'other'`)).toEqual([
      { state: 'dropped', problem },
    ]);
  }
});

test('a site knows nothing of what was said at another', async () => {
  await agree(['visits']);
  const of = { PatientId, channel: 'text', purpose: 'visits', recipient: '5035550142' } as const;
  expect(await db.tx(who, (tx) => ledgerOf(tx, 'demo', of))).toMatchObject({ person: { given: true } });
  expect(await db.tx(messagesOf('demo2'), (tx) => ledgerOf(tx, 'demo2', of))).toEqual({ person: null, contact: null });
  expect(await db.tx(messagesOf('demo2'), (tx) => ledgerOf(tx, 'demo', of))).toEqual({ person: null, contact: null });
});
