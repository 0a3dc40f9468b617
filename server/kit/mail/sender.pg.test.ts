import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cast } from '#server/demo/cast.ts';
import { messagesOf } from '#server/kit/messages/sender.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { putMail, sendMailFrom } from './spool.ts';

const MAIL_FROM = 'Mainstay <no-reply@clinic.example>';

type Post = { server: SMTPServer; port: number; arrived: string[]; cut(): void; stop(): Promise<void> };

/** A real mail server; `answers` decides what it says to each recipient and each text. */
async function postOffice(
  answers: { rcpt?: () => number; data?: (post: Post) => number | Promise<number> } = {},
  options: SMTPServerOptions = {},
): Promise<Post> {
  const sockets = new Set<Socket>();
  const refusal = (responseCode: number) => Object.assign(new Error('no, because of reasons'), { responseCode });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    ...options,
    onRcptTo(_address, _session, done) {
      const code = answers.rcpt?.() ?? 250;
      done(code === 250 ? null : refusal(code));
    },
    async onData(stream, _session, done) {
      let text = '';
      for await (const part of stream) text += String(part);
      post.arrived.push(text);
      const code = (await answers.data?.(post)) ?? 250;
      done(code === 250 ? null : refusal(code));
    },
  });
  server.on('error', () => undefined);
  server.server.on('connection', (socket: Socket) => void sockets.add(socket));
  server.listen(0, '0.0.0.0');
  await once(server.server, 'listening');
  const post: Post = {
    server,
    port: (server.server.address() as AddressInfo).port,
    arrived: [],
    cut: () => sockets.forEach((socket) => socket.destroy()),
    async stop() {
      post.cut();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return post;
}

const messageIdOf = (text: string) => /^Message-ID: (<.*>)\r?$/im.exec(text)?.[1];

let post: Post | undefined;
let api: TestApi | undefined;
let db: TestDatabase | undefined;
beforeEach(() => {
  post = undefined;
  api = undefined;
  db = undefined;
});
afterEach(async () => {
  // Files of one worker share their modules.
  sendMailFrom(null);
  await post?.stop();
  await api?.close();
  await db?.close();
});

/** A clinic whose only mails are those of its test. */
async function withoutReminders(): Promise<TestDatabase> {
  db = await testDatabase();
  await db.owner(
    `update sites set settings = settings - array['tell_of_visits', 'first_reminder_hours', 'second_reminder_hours']`,
  );
  return db;
}

async function clinicWith(office: Post, host = '127.0.0.1', more: Record<string, string> = {}): Promise<TestApi> {
  post = office;
  api = await testApi(await withoutReminders(), { SMTP_URL: `smtp://${host}:${office.port}`, MAIL_FROM, ...more });
  return api;
}

type Row = { state: string; problem: string | null; tries: number; body: string; MessageId: string; waits: number };
const rows = (clinic: TestApi) =>
  clinic.db.owner<Row>(
    `select state, problem, tries, body, "MessageId", extract(epoch from "dueAt" - clock_timestamp())::float8 / 60 as waits
     from outgoing_mail order by at`,
  );
const settled = (clinic: TestApi, state: string) =>
  expect.poll(async () => (await rows(clinic)).map((row) => row.state)).toEqual([state]);
/** Sent, waiting or failed after so many tries. */
const tried = (clinic: TestApi, tries: number, state: string) =>
  expect
    .poll(async () => (await rows(clinic)).map((row) => `${row.tries} ${row.state}`))
    .toEqual([`${tries} ${state}`]);
const invite = (clinic: TestApi) => clinic.call('users.create', newcomer, { as: 'super' });
const newcomer = {
  Email: 'ada@elsewhere.example',
  FirstName: 'Ada',
  LastName: 'Ofori',
  roles: [],
  individualPermissions: [],
  facilityIds: null,
  provider: null,
};
/** As if its time had come. */
async function now(clinic: TestApi): Promise<void> {
  await clinic.db.owner(`update outgoing_mail set "dueAt" = clock_timestamp() where state in ('waiting', 'sending')`);
  await clinic.db.owner(`select pg_notify('mainstay_change', 'mail demo')`);
}

test('what is written is sent once, to its address, and its link stands nowhere else', async () => {
  const clinic = await clinicWith(await postOffice());
  await invite(clinic);
  await settled(clinic, 'sent');
  const [text = ''] = post?.arrived ?? [];
  expect(post?.arrived).toHaveLength(1);
  expect(text).toContain('To: ada@elsewhere.example');
  expect(text.replace(/=\r\n/g, '')).toMatch(/\/account\/link#(=23)?demo\./);
  const [row] = await rows(clinic);
  expect(messageIdOf(text)).toBe(row?.MessageId);
  expect(row?.body).not.toContain('/account/link#');
  const { isSent, mails } = await clinic.call('mail.list', {}, { as: 'super' });
  expect(isSent).toBe(true);
  expect(mails[0]).toMatchObject({ state: 'sent', problem: null });
  expect(JSON.stringify(mails)).not.toContain('/account/link#');
});

test('no one reads the link of a mail that waits, or of one from before there was a server', async () => {
  const clinic = await clinicWith(await postOffice({ rcpt: () => 451 }));
  await clinic.db.owner(
    `insert into outgoing_mail (site, "UserId", "to", subject, body) values ('demo', $1, 'pt@demo.test', 'Old',
       'Choose it here: http://localhost/account/link#demo.x.y')`,
    [cast.users.pt],
  );
  await invite(clinic);
  await expect.poll(async () => (await rows(clinic))[1]?.problem).toContain('(451)');
  const { mails } = await clinic.call('mail.list', {}, { as: 'super' });
  expect(mails.map((mail) => mail.state)).toEqual(['waiting', 'kept']);
  expect(JSON.stringify(mails)).not.toContain('link#');
});

test('a server that is busy is asked again, later each time', async () => {
  let isBusy = true;
  const clinic = await clinicWith(await postOffice({ rcpt: () => (isBusy ? 451 : 250) }));
  await invite(clinic);
  await tried(clinic, 1, 'waiting');
  const [first] = await rows(clinic);
  expect(first).toMatchObject({
    tries: 1,
    problem: 'The mail server could not accept it yet (451). Mainstay will try again.',
  });
  expect(first?.waits).toBeLessThanOrEqual(1);
  await now(clinic);
  await tried(clinic, 2, 'waiting');
  expect((await rows(clinic))[0]?.waits).toBeGreaterThan(1);
  isBusy = false;
  await now(clinic);
  await settled(clinic, 'sent');
  expect(post?.arrived).toHaveLength(1);
});

test.each([
  [{ rcpt: () => 550 }, 'The mail server rejected this address (550). Correct it, then send the link again.'],
  [{ data: () => 554 }, 'The mail server rejected this email (554).'],
])('a final refusal is shown with a sentence and the secret is gone', async (answers, problem) => {
  const clinic = await clinicWith(await postOffice(answers));
  await invite(clinic);
  await settled(clinic, 'failed');
  const { mails } = await clinic.call('mail.list', {}, { as: 'super' });
  expect(mails[0]).toMatchObject({ state: 'failed', problem });
  expect((await rows(clinic))[0]?.body).not.toContain('link#');
});

test('after its last try a mail has failed', async () => {
  const clinic = await clinicWith(await postOffice({ rcpt: () => 451 }));
  await invite(clinic);
  await tried(clinic, 1, 'waiting');
  await clinic.db.owner('update outgoing_mail set tries = 29');
  await now(clinic);
  await settled(clinic, 'failed');
  expect((await rows(clinic))[0]?.problem).toContain('within a day');
});

test('a server that dies between the text and its answer gets the same mail again, recognisable', async () => {
  let isDying = true;
  const clinic = await clinicWith(
    await postOffice({
      data(office) {
        if (isDying) office.cut();
        return 250;
      },
    }),
  );
  await invite(clinic);
  await tried(clinic, 1, 'waiting');
  isDying = false;
  await now(clinic);
  await settled(clinic, 'sent');
  expect(post?.arrived).toHaveLength(2);
  expect(new Set(post?.arrived.map(messageIdOf)).size).toBe(1);
});

test('two processes send each mail once', async () => {
  const clinic = await clinicWith(await postOffice());
  const other = await testApi(clinic.db, { SMTP_URL: `smtp://127.0.0.1:${post?.port}`, MAIL_FROM });
  for (let at = 0; at < 12; at += 1)
    await clinic.call('users.create', { ...newcomer, Email: `ada${at}@elsewhere.example` }, { as: 'super' });
  await expect.poll(async () => (await rows(clinic)).filter((row) => row.state === 'sent').length).toBe(12);
  expect(post?.arrived).toHaveLength(12);
  expect(new Set(post?.arrived.map(messageIdOf)).size).toBe(12);
  await other.close();
});

test('a process that is killed while it sends leaves the mail to the next one, under the same Message-ID', async () => {
  const heard = Promise.withResolvers<void>();
  let isFirst = true;
  const office = await postOffice({
    async data() {
      if (!isFirst) return 250;
      isFirst = false;
      heard.resolve();
      return new Promise<number>(() => undefined);
    },
  });
  post = office;
  const writer = await testApi(await withoutReminders());
  api = writer;
  await invite(writer);
  await writer.db.owner(`update outgoing_mail set state = 'waiting', "MessageId" = '<one@clinic.example>'`);
  const code = `
    import { openDatabase } from '#server/kit/db/database.ts';
    import { keepSending } from '#server/kit/mail/sender.ts';
    import { smtpCarrier } from '#server/kit/mail/smtp.ts';
    import { mailSettings } from '#server/kit/mail/settings.ts';
    const { apiUrl, SMTP_URL, MAIL_FROM } = JSON.parse(process.argv[1]);
    keepSending(openDatabase({ apiUrl }), smtpCarrier(mailSettings({ SMTP_URL, MAIL_FROM })), { failed() {} });
    setInterval(() => {}, 1000);`;
  const { apiUrl } = writer.db;
  const given = JSON.stringify({ apiUrl, MAIL_FROM, SMTP_URL: `smtp://127.0.0.1:${office.port}` });
  const process_ = spawn(process.execPath, ['--input-type=module', '-e', code, given], { stdio: 'inherit' });
  await heard.promise;
  process_.kill('SIGKILL');
  await once(process_, 'exit');
  expect((await rows(writer))[0]).toMatchObject({ state: 'sending' });
  // Nobody else may take it yet: for all the database knows it is on its way.
  expect((await rows(writer))[0]?.waits).toBeGreaterThan(4);
  const heir = await testApi(writer.db, { SMTP_URL: `smtp://127.0.0.1:${office.port}`, MAIL_FROM });
  await heir.db.owner('update outgoing_mail set "dueAt" = clock_timestamp()');
  await heir.db.owner(`select pg_notify('mainstay_change', 'mail demo')`);
  await settled(writer, 'sent');
  expect(new Set(office.arrived.map(messageIdOf)).size).toBe(1);
  await heir.close();
});

test('without an encrypted connection nothing leaves for another machine', async () => {
  // As a name it is not loopback, though it leads to this machine.
  const clinic = await clinicWith(await postOffice(), '0.0.0.0');
  await invite(clinic);
  await tried(clinic, 1, 'waiting');
  expect((await rows(clinic))[0]?.problem).toContain('no encrypted connection');
  expect(post?.arrived).toEqual([]);
});

test('a password that the server does not take fails no mail', async () => {
  const office = await postOffice(
    {},
    { authOptional: false, allowInsecureAuth: true, onAuth: (_auth, _session, done) => done(new Error('no')) },
  );
  const clinic = await clinicWith(office, 'me:wrong@127.0.0.1');
  await invite(clinic);
  await tried(clinic, 1, 'waiting');
  expect((await rows(clinic))[0]?.problem).toContain('rejected Mainstay’s user and password');
});

test('a mail to a patient says how it is unsubscribed from by one press, others do not', async () => {
  const clinic = await clinicWith(await postOffice());
  const unsubscribe = `/s/demo.${'A'.repeat(22)}`;
  const mail = { site: 'demo', UserId: null, subject: 'Told', body: 'Told.' };
  await clinic.db.tx(messagesOf('demo'), (tx) =>
    putMail(tx, { ...mail, to: 'rosa@elsewhere.example', isForPatient: true, unsubscribe }),
  );
  await settled(clinic, 'sent');
  const [told = ''] = post?.arrived ?? [];
  const whole = told.replace(/\r\n[ \t]+/g, ' ');
  expect(whole).toContain(
    `List-Unsubscribe: <${clinic.config.publicUrl}/api/messages/unsubscribe/demo.${'A'.repeat(22)}>`,
  );
  expect(whole).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  // Once it is sent, its path is in the mail alone.
  expect(await clinic.db.owner('select unsubscribe from outgoing_mail')).toEqual([{ unsubscribe: null }]);
  await clinic.db.owner('delete from outgoing_mail');
  await clinic.db.tx(messagesOf('demo'), (tx) => putMail(tx, { ...mail, to: 'ada@elsewhere.example' }));
  await settled(clinic, 'sent');
  expect(post?.arrived.at(-1)).not.toContain('List-Unsubscribe');
});
