import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';

/** Through which server mail goes. `isLoopback` alone may go without TLS. */
export type MailSettings = {
  host: string;
  port: number;
  /** TLS from the first byte; otherwise STARTTLS. */
  secure: boolean;
  isLoopback: boolean;
  user: string | undefined;
  pass: string | undefined;
  from: { name: string; address: string };
};

export type MailEnvironment = {
  SMTP_URL?: string | undefined;
  SMTP_HOST?: string | undefined;
  SMTP_PORT?: number | undefined;
  SMTP_USER?: string | undefined;
  SMTP_PASS?: string | undefined;
  SMTP_PASS_FILE?: string | undefined;
  MAIL_FROM?: string | undefined;
};

/** Undefined where nothing of it is set; throws one sentence for what does not fit together. */
export function mailSettings(env: MailEnvironment): MailSettings | undefined {
  const { SMTP_URL, SMTP_HOST, MAIL_FROM } = env;
  if (SMTP_URL === undefined && SMTP_HOST === undefined) {
    const left = Object.entries(env).find(([, value]) => value !== undefined);
    if (left) throw new Error(`${left[0]} has no effect without SMTP_URL or SMTP_HOST.`);
    return undefined;
  }
  if (SMTP_URL !== undefined && SMTP_HOST !== undefined) throw new Error('Set either SMTP_URL or SMTP_HOST, not both.');
  const from = senderOf(MAIL_FROM ?? '');
  if (!from) throw new Error('MAIL_FROM must be an email address, such as Mainstay <mainstay@clinic.example>.');
  const named = SMTP_URL === undefined ? ofParts(env) : ofUrl(SMTP_URL);
  const pass = passwordOf(env) ?? named.pass;
  if ((named.user === undefined) !== (pass === undefined))
    throw new Error('The user and the password of the mail server belong together: set both or neither.');
  return { ...named, pass, from, isLoopback: isLoopback(named.host) };
}

type Named = Omit<MailSettings, 'from' | 'isLoopback'>;

function ofParts({ SMTP_HOST = '', SMTP_PORT = 587, SMTP_USER }: MailEnvironment): Named {
  return { host: SMTP_HOST, port: SMTP_PORT, secure: SMTP_PORT === 465, user: SMTP_USER, pass: undefined };
}

/** Without a query: what nodemailer would take from one could switch TLS off. */
function ofUrl(text: string): Named {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const secure = url?.protocol === 'smtps:';
  if (!url || !url.hostname || !(secure || url.protocol === 'smtp:') || url.search || url.hash)
    throw new Error('SMTP_URL must look like smtps://user:password@mail.example:465, with nothing behind the port.');
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure: secure || url.port === '465',
    user: url.username === '' ? undefined : decodeURIComponent(url.username),
    pass: url.password === '' ? undefined : decodeURIComponent(url.password),
  };
}

function passwordOf({ SMTP_PASS, SMTP_PASS_FILE }: MailEnvironment): string | undefined {
  if (SMTP_PASS_FILE === undefined) return SMTP_PASS;
  if (SMTP_PASS !== undefined) throw new Error('Set either SMTP_PASS or SMTP_PASS_FILE, not both.');
  try {
    if ((statSync(SMTP_PASS_FILE).mode & 0o077) === 0) return readFileSync(SMTP_PASS_FILE, 'utf8').trim();
  } catch (cause) {
    throw new Error('SMTP_PASS_FILE names a file that cannot be read.', { cause });
  }
  throw new Error('SMTP_PASS_FILE must be readable by its owner alone (mode 0600).');
}

function senderOf(text: string): MailSettings['from'] | undefined {
  const found = /^(?:([^<>"\r\n]*)<([^<>\s]+)>|([^<>\s]+))$/.exec(text.trim());
  const address = found?.[2] ?? found?.[3] ?? '';
  return /^[^@\s,;]+@[^@\s,;]+$/.test(address) ? { name: (found?.[1] ?? '').trim(), address } : undefined;
}

/** As it was typed: a name that merely resolves to loopback is not trusted to do so tomorrow. */
function isLoopback(host: string): boolean {
  if (host === 'localhost' || host === '::1') return true;
  return isIP(host) === 4 && host.startsWith('127.');
}
