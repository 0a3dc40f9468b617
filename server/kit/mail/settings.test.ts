import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mailSettings, type MailEnvironment } from './settings.ts';
import { outcomeOf, transportOptions } from './smtp.ts';

const MAIL_FROM = 'Mainstay <no-reply@clinic.example>';

test('without any of it nothing is sent', () => {
  expect(mailSettings({})).toBeUndefined();
});

test.each<[string, MailEnvironment, Record<string, unknown>]>([
  [
    'an address with a user, and what stands encoded in it',
    { SMTP_URL: 'smtps://me%40x:p%2Fw@mail.example', MAIL_FROM },
    { host: 'mail.example', port: 465, secure: true, user: 'me@x', pass: 'p/w', isLoopback: false },
  ],
  ['STARTTLS is the rule', { SMTP_HOST: 'mail.example', MAIL_FROM }, { port: 587, secure: false, user: undefined }],
  ['465 speaks TLS at once', { SMTP_URL: 'smtp://mail.example:465', MAIL_FROM }, { secure: true }],
  ['this machine', { SMTP_HOST: '127.0.0.1', SMTP_PORT: 25, MAIL_FROM }, { isLoopback: true, port: 25 }],
  ['a name that looks like it', { SMTP_HOST: '127.0.0.1.example', MAIL_FROM }, { isLoopback: false }],
  [
    'a bare sender',
    { SMTP_HOST: 'm.example', MAIL_FROM: 'a@b.example' },
    { from: { name: '', address: 'a@b.example' } },
  ],
])('%s', (_, env, expected) => {
  expect(mailSettings(env)).toMatchObject(expected);
});

test.each<[string, MailEnvironment, RegExp]>([
  ['both ways at once', { SMTP_URL: 'smtp://a.example', SMTP_HOST: 'b.example', MAIL_FROM }, /not both/],
  ['a sender without server', { MAIL_FROM }, /MAIL_FROM has no effect/],
  ['no sender', { SMTP_HOST: 'a.example' }, /MAIL_FROM must be/],
  [
    'a sender with a line break',
    { SMTP_HOST: 'a.example', MAIL_FROM: 'x\r\nBcc: y <a@b.example>' },
    /MAIL_FROM must be/,
  ],
  ['a user without password', { SMTP_HOST: 'a.example', SMTP_USER: 'me', MAIL_FROM }, /belong together/],
  [
    'an address that could switch TLS off',
    { SMTP_URL: 'smtp://a.example?ignoreTLS=true', MAIL_FROM },
    /must look like/,
  ],
  ['no address', { SMTP_URL: 'mail.example', MAIL_FROM }, /must look like/],
  ['a file that is not there', { SMTP_HOST: 'a.example', SMTP_PASS_FILE: '/nowhere', MAIL_FROM }, /cannot be read/],
])('refused: %s', (_, env, sentence) => {
  expect(() => mailSettings(env)).toThrow(sentence);
});

test('a password file is read when no one else may read it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mainstay-mail-'));
  const file = join(folder, 'password');
  writeFileSync(file, 'secret\n', { mode: 0o600 });
  const env = { SMTP_HOST: 'mail.example', SMTP_USER: 'me', SMTP_PASS_FILE: file, MAIL_FROM };
  expect(mailSettings(env)?.pass).toBe('secret');
  chmodSync(file, 0o644);
  expect(() => mailSettings(env)).toThrow(/0600/);
  rmSync(folder, { recursive: true });
});

test.each([
  ['mail.example', { requireTLS: true, ignoreTLS: false }],
  ['0.0.0.0', { requireTLS: true, ignoreTLS: false }],
  ['localhost', { requireTLS: false, ignoreTLS: true }],
])('TLS to %s', (SMTP_HOST, expected) => {
  const settings = mailSettings({ SMTP_HOST, MAIL_FROM });
  expect(settings && transportOptions(settings)).toMatchObject({ ...expected, tls: { rejectUnauthorized: true } });
});

test.each([
  ['RCPT TO', 550, 'EENVELOPE', 'failed'],
  ['RCPT TO', 451, 'EENVELOPE', 'waiting'],
  ['DATA', 554, 'EMESSAGE', 'failed'],
  ['DATA', 452, 'EMESSAGE', 'waiting'],
  ['MAIL FROM', 550, 'EENVELOPE', 'waiting'],
  ['AUTH PLAIN', 535, 'EAUTH', 'waiting'],
  ['CONN', undefined, 'ECONNECTION', 'waiting'],
])('%s answered with %s is %s: %s', (command, responseCode, code, state) => {
  const failure = Object.assign(new Error('the words of the server'), {
    code,
    command,
    ...(responseCode && { responseCode }),
  });
  const outcome = outcomeOf(failure);
  expect(outcome.state).toBe(state);
  expect(JSON.stringify(outcome)).not.toContain('the words of the server');
});
