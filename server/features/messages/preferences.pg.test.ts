import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cast } from '#server/demo/cast.ts';
import { contactHashOf } from '#server/kit/messages/ledger.ts';
import { makeLink } from '#server/kit/messages/links.ts';
import { messagesOf } from '#server/kit/messages/sender.ts';
import { messagesRound } from '#server/kit/messages/worker.ts';
import { writeMessage } from '#server/kit/messages/write-message.ts';
import { embeddedTexts } from '#server/kit/outside/texts.ts';
import { sendMailFrom } from '#server/kit/mail/spool.ts';
import { countsOf, subjectsOf } from '#server/features/patient-login/rows.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';
import { proveMobile, startMobile } from './mobile.ts';

let api: TestApi;
const rosa = cast.patients.rosa;
const who = messagesOf('demo');
/** One o'clock in the afternoon in New York, in winter. */
const now = new Date('2026-11-20T18:00:00Z');
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const oldNumber = '5035550142';
const newNumber = '5035550177';

beforeAll(async () => {
  api = await testApi(undefined, {}, { hasRounds: false });
  await api.db.owner(`update sites set settings = settings - array['first_reminder_hours', 'second_reminder_hours']`);
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.db.owner(
    `update patients set "Email" = 'rosa@patients.example', "Phone" = $2, "Language" = null, "DeathDate" = null,
       "MessageConsent" = '{"email": false, "text": false}' where site = 'demo' and "PatientId" = $1`,
    [rosa, oldNumber],
  );
  await api.db.owner(
    'delete from consent_ledger; delete from outbound_messages; delete from outgoing_mail; delete from patient_links; delete from contact_changes',
  );
});
afterEach(() => sendMailFrom(null));

async function linkTo(purpose: 'preferences' | 'visit' | 'survey', expiresAt = later(24 * 3_650)): Promise<string> {
  const path = await api.db.tx(who, (tx) => makeLink(tx, 'demo', { PatientId: rosa, purpose, expiresAt }));
  return path.slice('/s/'.length);
}
const patient = async () => (await api.call('patients.get', { id: rosa as never }, { as: 'front' })).patient;
const ledger = () =>
  api.db.owner<{ line: string }>(
    `select concat_ws(' ', channel, purpose, given, how, wording) as line from consent_ledger where "PatientId" is not null order by "Seq"`,
  );

test('nothing is chosen before, each choice is kept by itself, and those about visits reach every device', async () => {
  const token = await linkTo('preferences');
  const before = await api.call('messages.readLink', { token });
  expect([...Object.values(before.email), ...Object.values(before.text)]).not.toContain(true);
  expect(before).toMatchObject({ name: 'Rosa', visit: null, mobile: '(•••) •••-0142', language: null, about: null });
  const after = await api.call('messages.savePreferences', {
    token,
    email: { visits: true, surveys: true },
    text: { hep: true },
    language: 'es',
    read: 'es',
  });
  expect(after).toMatchObject({
    email: { visits: true, surveys: true, marketing: false },
    text: { visits: false, hep: true },
    language: 'es',
  });
  // What the page did not change stays, should it be old by now.
  await api.call('messages.savePreferences', { token, text: { visits: true }, email: { surveys: false } });
  expect(await patient()).toMatchObject({ MessageConsent: { email: true, text: true }, Language: 'es' });
  expect((await ledger()).map(({ line }) => line)).toEqual([
    'email visits t page page 1 es',
    'email surveys t page page 1 es',
    'text hep t page page 1 es',
    'email surveys f page page 1 en',
    'text visits t page page 1 en',
  ]);
});

test('a link for one answer chooses nothing, nor does a late one', async () => {
  for (const token of [await linkTo('survey'), await linkTo('preferences', later(-1)), 'demo.AAAAAAAAAAAAAAAAAAAAAA'])
    for (const ask of [
      () => api.call('messages.savePreferences', { token, email: { visits: true } }),
      () => api.call('messages.startMobile', { token, Phone: newNumber, language: 'en' }),
    ])
      await expect(ask()).rejects.toMatchObject({ kind: 'not-found' });
  expect(await ledger()).toEqual([]);
});

test('the link of a visit, which others may have, says what to send and changes no number', async () => {
  const token = await linkTo('visit');
  await api.call('messages.savePreferences', { token, text: { visits: true } });
  expect(await patient()).toMatchObject({ MessageConsent: { text: true } });
  const begun = api.call('messages.startMobile', { token, Phone: newNumber, language: 'en' });
  await expect(begun).rejects.toMatchObject({ kind: 'not-found' });
  expect(await api.db.owner('select from contact_changes')).toEqual([]);
});

test('links that end messages outlive a change of the number, the others do not', async () => {
  const path = await api.db.tx(who, (tx) =>
    makeLink(tx, 'demo', { PatientId: rosa, purpose: 'unsubscribe', about: 'visits', expiresAt: later(24 * 3_650) }),
  );
  const visit = await linkTo('visit');
  await api.db.owner(`update patients set "Phone" = $2 where "PatientId" = $1`, [rosa, newNumber]);
  await expect(api.call('messages.readLink', { token: visit })).rejects.toMatchObject({ kind: 'not-found' });
  expect(await api.call('messages.readLink', { token: path.slice('/s/'.length) })).toMatchObject({ about: 'visits' });
});

describe('a mobile number by code', () => {
  const parts = (at = now) => ({ database: api.db, keys: api.key, now: at });
  const sent = () =>
    api.db.owner<{ kind: string; recipient: string; body: string }>(
      `select kind, recipient, body from outbound_messages order by "createdAt", recipient`,
    );
  const codeIn = async () =>
    /\b\d{6}\b/.exec((await sent()).findLast(({ kind }) => kind === 'code')?.body ?? '')?.[0] ?? '';
  const begin = async (token: string, Phone = newNumber, at = now) =>
    startMobile(parts(at), { token, Phone, language: 'en' });
  const prove = (token: string, { ContactChangeId }: { ContactChangeId: string }, code: string, at = now) =>
    proveMobile(parts(at), { token, ContactChangeId, code, language: 'en' });
  const fits = async (value: string, at: Date) => {
    const contact = { channel: 'text', value } as const;
    const contactHash = contactHashOf('demo', contact);
    const { DateOfBirth } = await patient();
    const asked = { contact, contactHash, DateOfBirth, agl: false, today: '2026-11-20', now: at };
    return (await api.db.tx(who, (tx) => subjectsOf(tx, asked))).map(({ id }) => id);
  };

  test('counts once the code came back; the former number and the email hear of it, other links end', async () => {
    const [token, other] = [await linkTo('preferences'), await linkTo('visit')];
    const started = await begin(token, '(503) 555-0177');
    expect((await patient()).Phone).toBe(oldNumber);
    await prove(token, started, await codeIn());
    expect((await patient()).Phone).toBe(newNumber);
    expect((await sent()).map(({ kind, recipient }) => `${kind} ${recipient}`).toSorted()).toEqual([
      'code +15035550177',
      'contactChanged +15035550142',
      'contactChanged rosa@patients.example',
    ]);
    expect(await api.call('messages.readLink', { token })).toMatchObject({ mobile: '(•••) •••-0177' });
    await expect(api.call('messages.readLink', { token: other })).rejects.toMatchObject({ kind: 'not-found' });
    const kept = await api.db.owner('select contact from contact_changes');
    expect(kept).toEqual([{ contact: null }]);
    // A code is used once.
    await expect(prove(token, started, await codeIn())).rejects.toMatchObject({ kind: 'no-permission' });
  });

  test('logs nobody in before the former one was told and had a day; nor the former one', async () => {
    const token = await linkTo('preferences');
    await prove(token, await begin(token), await codeIn());
    expect(await fits(oldNumber, later(48))).toEqual([]);
    expect(await fits(newNumber, later(25))).toEqual([]);
    await messagesRound(api.db, { texts: embeddedTexts, now: later(0.1) });
    expect(await fits(newNumber, later(23))).toEqual([]);
    expect(await fits(newNumber, later(25))).toEqual([rosa]);
  });

  test('logs nobody in where there was nobody to tell, until staff writes it in the chart', async () => {
    await api.db.owner(`update patients set "Email" = null, "Phone" = null where "PatientId" = $1`, [rosa]);
    const token = await linkTo('preferences');
    await prove(token, await begin(token), await codeIn());
    expect(await fits(newNumber, later(100))).toEqual([]);
    for (const Phone of [null, newNumber])
      await api.call('patients.update', { id: rosa as never, changes: { Phone } }, { as: 'front' });
    expect(await fits(newNumber, now)).toEqual([rosa]);
  });

  test('a wrong, a late, a former and a fifth wrong code change nothing', async () => {
    const token = await linkTo('preferences');
    const first = await begin(token);
    const code = await codeIn();
    const wrong = code === '000000' ? '000001' : '000000';
    const second = await begin(token, '5035550178');
    const newer = await codeIn();
    for (const [of, given, at] of [
      [first, code, now],
      [second, newer, later(0.2)],
      [{ ContactChangeId: crypto.randomUUID() }, newer, now],
      [second, wrong, now],
      [second, wrong, now],
      [second, wrong, now],
      [second, wrong, now],
      [second, wrong, now],
      [second, newer, now],
    ] as const)
      await expect(prove(token, of, given, at)).rejects.toMatchObject({ kind: 'no-permission' });
    expect((await patient()).Phone).toBe(oldNumber);
  });

  test('codes have the ceilings of logins, and count with theirs', async () => {
    const token = await linkTo('preferences');
    for (const at of [0, 1, 2]) await begin(token, newNumber, later(at / 100));
    await expect(begin(token, newNumber, later(0.04))).rejects.toMatchObject({ kind: 'too-many' });
    await begin(token, '5035550178', later(0.05));
    await begin(token, '5035550179', later(0.06));
    await expect(begin(token, '5035550180', later(0.07))).rejects.toMatchObject({ kind: 'too-many' });
    const contactHash = contactHashOf('demo', { channel: 'text', value: newNumber });
    const counted = await api.db.tx(who, (tx) => countsOf(tx, { contactHash, isKnown: true, now: later(0.08) }));
    expect(counted).toMatchObject({ quarterHour: 3, day: 3 });
    expect((await sent()).filter(({ kind }) => kind === 'code')).toHaveLength(5);
  });
});

describe('unsubscribing by one press', () => {
  const told = { en: 'Told.', es: 'Dicho.' };
  const agree = () =>
    api.db.owner(`update patients set "MessageConsent" = '{"email": true, "text": false}' where "PatientId" = $1`, [
      rosa,
    ]);
  const write = () =>
    api.db.tx(who, (tx) =>
      writeMessage(tx, 'demo', { PatientId: rosa, Kind: 'other', text: told, subject: told, now }),
    );
  /** As it travels with a mail to the mail server. */
  async function tokenOfMail(): Promise<string> {
    sendMailFrom('clinic.example');
    await agree();
    await write();
    await messagesRound(api.db, { texts: embeddedTexts, now: later(0.1) });
    const [mail] = await api.db.owner<{ unsubscribe: string; body: string }>(
      `select unsubscribe, body from outgoing_mail`,
    );
    expect(mail?.unsubscribe).toMatch(/^\/s\/demo\.[\w-]{22}$/);
    expect(mail?.body).toContain('To choose which messages you get:');
    // Kept in one place alone, and not shown in the text.
    expect(mail?.body).not.toContain(mail?.unsubscribe);
    expect(await api.db.owner(`select from outbound_messages where unsubscribe is not null`)).toEqual([]);
    return mail?.unsubscribe.slice('/s/'.length) ?? '';
  }
  const consents = async () => (await patient()).MessageConsent;
  const press = (token: string, payload: string, type: string) =>
    api.app.inject({
      method: 'POST',
      url: `/api/messages/unsubscribe/${token}`,
      payload,
      headers: { 'content-type': type },
    });
  const form = 'application/x-www-form-urlencoded';

  test('a mail program ends the emails; whoever only looks at the address ends nothing', async () => {
    const token = await tokenOfMail();
    const looked = await api.app.inject({ method: 'GET', url: `/api/messages/unsubscribe/${token}` });
    expect([looked.statusCode, looked.headers.location]).toEqual([303, `/s/${token}`]);
    expect((await press(token, 'something=else', form)).statusCode).toBe(422);
    const seen = await api.call('messages.readLink', { token });
    expect(seen).toMatchObject({ purpose: 'unsubscribe', about: 'visits', name: '', visit: null, mobile: null });
    expect(await consents()).toEqual({ email: true, text: false });
    expect((await press(token, 'List-Unsubscribe=One-Click', form)).statusCode).toBe(200);
    expect(await consents()).toEqual({ email: false, text: false });
    expect((await press(token, 'List-Unsubscribe=One-Click', form)).statusCode).toBe(200);
    expect((await ledger()).at(-1)?.line).toBe('email visits f unsubscribe email');
    expect(await write()).toMatchObject({ reached: [] });
  });

  test('as a form of parts, too; and by the button on the page', async () => {
    const token = await tokenOfMail();
    const parts = '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n';
    expect((await press(token, parts, 'multipart/form-data; boundary=b')).statusCode).toBe(200);
    expect(await consents()).toEqual({ email: false, text: false });
    await agree();
    await api.call('messages.unsubscribe', { token });
    expect(await consents()).toEqual({ email: false, text: false });
  });

  test('such a link opens nothing else, and no other link ends emails', async () => {
    const token = await tokenOfMail();
    await expect(api.call('messages.savePreferences', { token, email: { marketing: true } })).rejects.toMatchObject({
      kind: 'not-found',
    });
    await expect(api.call('messages.startMobile', { token, Phone: newNumber, language: 'en' })).rejects.toMatchObject({
      kind: 'not-found',
    });
    const other = await linkTo('preferences');
    expect((await press(other, 'List-Unsubscribe=One-Click', form)).statusCode).toBe(404);
    expect(await consents()).toEqual({ email: true, text: false });
  });
});
