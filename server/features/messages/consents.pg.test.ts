import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cast } from '#server/demo/cast.ts';
import { receiveText } from '#server/kit/messages/answers.ts';
import { messagesOf } from '#server/kit/messages/sender.ts';
import { writeMessage } from '#server/kit/messages/write-message.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';

let api: TestApi;
const id = cast.patients.rosa as never;
const who = messagesOf('demo');
const now = new Date('2026-11-20T18:00:00Z');
const told = { en: 'Told.', es: 'Dicho.' };

beforeAll(async () => void (api = await testApi(undefined, {}, { hasRounds: false })));
afterAll(() => api.close());
beforeEach(async () => {
  await api.db.owner(
    `update patients set "Email" = 'rosa@patients.example', "Phone" = '5035550142', "MessageConsent" = '{"email": false, "text": false}'
     where site = 'demo' and "PatientId" = $1`,
    [id],
  );
  await api.db.owner('delete from consent_ledger; delete from outbound_messages; delete from contact_changes');
});
const save = (changes: { email?: object; text?: object }) =>
  api.call('messages.saveConsents', { id, ...changes }, { as: 'front' });
const lineOf = ({ channel, purpose, given, how }: { channel: string; purpose: string; given: boolean; how: string }) =>
  `${channel} ${purpose} ${given ? 'yes' : 'no'} ${how}`;

test('staff records each purpose by itself; what is about visits is what the chart shows', async () => {
  expect(await api.call('messages.consents', { id }, { as: 'front' })).toEqual({
    PatientId: id,
    standing: [],
    history: [],
    stoppedAt: null,
    newNumber: null,
  });
  await save({ email: { visits: true, surveys: true } });
  const { standing, history } = await save({ email: { surveys: false }, text: { hep: true } });
  expect(standing.map(lineOf).toSorted()).toEqual([
    'email surveys no staff',
    'email visits yes staff',
    'text hep yes staff',
  ]);
  expect(history.map(lineOf).toSorted()).toEqual([
    'email surveys no staff',
    'email surveys yes staff',
    'email visits yes staff',
    'text hep yes staff',
  ]);
  const { FirstName, LastName } = (
    await api.db.owner<{ FirstName: string; LastName: string }>(
      `select "FirstName", "LastName" from users where site = 'demo' and "UserId" = $1`,
      [cast.users.front],
    )
  )[0] ?? { FirstName: '', LastName: '' };
  expect(new Set(history.map(({ by }) => by))).toEqual(new Set([`${FirstName} ${LastName}`]));
  const { patient } = await api.call('patients.get', { id }, { as: 'front' });
  expect(patient.MessageConsent).toEqual({ email: true, text: false });
  const entries = await api.db.owner<{ detail: object }>(
    `select detail from audit_entry where site = 'demo' and action = 'record consent' order by at`,
  );
  expect(entries.map(({ detail }) => detail)).toEqual([
    { consents: ['email visits yes', 'email surveys yes'] },
    { consents: ['email surveys no', 'text hep yes'] },
  ]);
});

test('what the patient form changes stands in the history with its writer', async () => {
  await api.call('patients.update', { id, changes: { MessageConsent: { email: true, text: true } } }, { as: 'front' });
  const { history } = await api.call('messages.consents', { id }, { as: 'pt' });
  expect(history.map(({ how, by }) => [how, by !== null])).toEqual([
    ['staff', true],
    ['staff', true],
  ]);
});

test('a STOP shows until the patient agrees anew at the desk, and then texts go out again', async () => {
  await save({ text: { visits: true } });
  await api.db.tx(who, (tx) => receiveText(tx, 'demo', { from: '+15035550142', text: 'stop', now }));
  const stopped = await api.call('messages.consents', { id }, { as: 'front' });
  expect([stopped.stoppedAt === null, stopped.history[0]?.how]).toEqual([false, 'stop']);
  const write = () =>
    api.db.tx(who, (tx) =>
      writeMessage(tx, 'demo', { PatientId: id, Kind: 'other', text: told, subject: told, channels: ['text'], now }),
    );
  expect((await write()).reached).toEqual([]);
  expect((await save({ text: { visits: true } })).stoppedAt).toBeNull();
  expect((await write()).reached).toEqual(['text']);
});

test('a number changed online is shown until it may log in', async () => {
  const put = (provedAt: string, notices: string) =>
    api.db.owner(
      `delete from contact_changes; insert into contact_changes (site, "ContactChangeId", "PatientId", "contactHash", "codeHash", "createdAt", "sentAt", "expiresAt", "provedAt", "noticeIds")
       values ('demo', gen_random_uuid(), '${id}', 'h', 'h', now(), now(), now(), ${provedAt}, ${notices})`,
    );
  const shown = async () => (await api.call('messages.consents', { id }, { as: 'front' })).newNumber;
  await put('now()', 'array[gen_random_uuid()]');
  expect((await shown())?.loginFrom).toBeTruthy();
  await put(`now() - interval '25 hours'`, 'array[gen_random_uuid()]');
  expect(await shown()).toBeNull();
  await put(`now() - interval '25 hours'`, `'{}'`);
  expect(await shown()).toEqual({ loginFrom: null });
});

test('nobody records a consent of a patient of another site', async () => {
  await expect(
    api.call('messages.saveConsents', { id, email: { visits: true } }, { as: 'front', site: 'demo2' }),
  ).rejects.toMatchObject({ kind: 'not-found' });
  expect(await api.db.owner('select from consent_ledger')).toEqual([]);
});
