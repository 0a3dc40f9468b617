import { accessSync, chmodSync, constants, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { isNetwork } from '#contract/session/allowed-addresses.ts';
import { mailSettings, type MailSettings } from './kit/mail/settings.ts';
import { backupSettings, type BackupSettings } from './kit/backup/settings.ts';
import type { TextSettings } from './kit/outside/texts.ts';

/** What may be set from outside. Each sentence completes `<VARIABLE> …`. */
const Environment = z.object({
  PORT: z.coerce.number({ error: 'must be a port number from 1 to 65535' }).int().min(1).max(65_535).default(3000),
  HOST: z.string().min(1).default('localhost'),
  DATA_DIR: z.string().min(1, 'must name a directory').default('.data'),
  WEB_DIR: z.string().min(1, 'must name a directory').default('dist'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/./, 'must begin with postgresql:// and name a PostgreSQL database')
    .optional(),
  API_DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/./, 'must begin with postgresql:// and name the database of DATABASE_URL')
    .optional(),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be the address people open, such as https://clinic.example' })
    .optional(),
  TRUST_PROXY: z
    .string()
    .refine((text) => text === 'none' || text.split(',').every(isProxy), 'must be the address of your proxy, or none')
    .optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  API_DOCS: z.enum(['on', 'off'], 'must be on or off').default('on'),
  NODE_ENV: z.string().optional(),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent')
    .default('warn'),
  REQUESTS_PER_MINUTE: z.coerce.number({ error: 'must be a number' }).int().min(1, 'must be 1 or more').default(600),
  SIGN_INS_PER_QUARTER_HOUR: z.coerce
    .number({ error: 'must be a number' })
    .int()
    .min(1, 'must be 1 or more')
    .default(30),
  JUDGED_REPLIES: z.coerce
    .number({ error: 'must be a number' })
    .min(0, 'must be from 0 to 1')
    .max(1, 'must be from 0 to 1')
    .default(0.01),
  SIGNING_KEY: z
    .string()
    .regex(/^[{[]/, 'must be an Ed25519 private key as one JSON object (JWK), or a JSON list of them')
    .optional(),
  SYNC_COOKIE_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  AUDIT_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  PUSHER_KEY: z
    .string()
    .regex(/^[\w-]{8,80}$/, 'must be 8 to 80 letters, digits, - or _')
    .optional(),
  PUSHER_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
  OUTGOING_TO_LOOPBACK: z.literal('1', 'is for tests and can only be 1').optional(),
  SMTP_URL: z.string().optional(),
  SMTP_HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be the name of your mail server')
    .optional(),
  SMTP_PORT: z.coerce.number({ error: 'must be a port number' }).int().min(1).max(65_535).optional(),
  SMTP_USER: z.string().optional(),
  SMTP_PASS: z.string().optional(),
  SMTP_PASS_FILE: z.string().optional(),
  MAIL_FROM: z.string().optional(),
  SMS_URL: z.url({ protocol: /^https?$/, error: 'must be the address of your text gateway' }).optional(),
  SMS_TOKEN: z.string().min(8, 'must have at least 8 characters').optional(),
  SMS_FROM: z
    .string()
    .regex(/^\+?\d{3,15}$/, 'must be the number texts come from')
    .optional(),
  SMS_INBOUND_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  BACKUP_DIR: z.string().min(1, 'must name a directory').optional(),
  BACKUP_PASSPHRASE: z.string().optional(),
  BACKUP_PASSPHRASE_FILE: z.string().optional(),
  BACKUP_HOUR: z.coerce.number({ error: 'must be an hour' }).int().min(0).max(23, 'must be 0 to 23').default(3),
});

/** Every variable that `readConfig` reads. */
export const settingNames: readonly string[] = Object.keys(Environment.shape);

export type Config = {
  port: number;
  host: string;
  dataDir: string;
  /** Not given: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | undefined;
  /** The API's own login there; not given, one is made. */
  apiDatabaseUrl: string | undefined;
  publicUrl: string;
  /** Nobody but this machine is served: demo data may come with passwords that everybody knows. */
  isLocal: boolean;
  isProduction: boolean;
  /** Whether people reach us over https: cookies are Secure and HSTS is sent. */
  secure: boolean;
  /** Whose word on where a request comes from counts. */
  trustProxy: string | false;
  /** Set, if only to none. */
  isProxyNamed: boolean;
  /** What whoever collects figures shows; not given: there are none. */
  metricsToken: string | undefined;
  /** Whether the API describes itself to anybody. */
  hasApiDocs: boolean;
  /** The share of the replies of many rows that is held against the contract. */
  judgedReplies: number;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  requestsPerMinute: number;
  signInsPerQuarterHour: number;
  signingKey: string | undefined;
  syncCookieKey: string | undefined;
  auditKey: string | undefined;
  pusher: { key: string; secret: string } | undefined;
  /** For tests: calls of ours go to this machine, over http, and nowhere else. */
  outgoingToLoopback: boolean;
  /** Not given: mail stays readable on /company/mail. */
  mail: MailSettings | undefined;
  /** Not given: texts to patients stay readable on /company/messages. */
  texts: TextSettings | undefined;
  /** Shown by the text gateway when it hands on what patients answer; not given: nothing is taken. */
  textsInboundToken: string | undefined;
  /** Not given: no backups are made. */
  backup: BackupSettings | undefined;
  /** Where the built screens lie. */
  distDir: string;
};

/** The settings of this process, or one sentence for each variable that is wrong. */
export function readConfig(env: Record<string, string | undefined>, root: string): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const sentences = parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}.`);
    throw new Error(`Mainstay cannot start with these settings:\n${[...new Set(sentences)].join('\n')}`);
  }
  const is = parsed.data;
  if ((is.PUSHER_KEY === undefined) !== (is.PUSHER_SECRET === undefined)) {
    throw new Error('PUSHER_KEY and PUSHER_SECRET belong together: set both or neither.');
  }
  const publicUrl = is.PUBLIC_URL ?? `http://localhost:${is.PORT}`;
  return {
    port: is.PORT,
    host: is.HOST,
    dataDir: resolve(root, is.DATA_DIR),
    databaseUrl: is.DATABASE_URL,
    apiDatabaseUrl: is.API_DATABASE_URL,
    publicUrl,
    isLocal: isLocal(is, publicUrl),
    isProduction: is.NODE_ENV === 'production',
    secure: publicUrl.startsWith('https:'),
    trustProxy: is.TRUST_PROXY === undefined || is.TRUST_PROXY === 'none' ? false : is.TRUST_PROXY,
    isProxyNamed: is.TRUST_PROXY !== undefined,
    metricsToken: is.METRICS_TOKEN,
    hasApiDocs: is.API_DOCS === 'on',
    logLevel: is.LOG_LEVEL,
    requestsPerMinute: is.REQUESTS_PER_MINUTE,
    signInsPerQuarterHour: is.SIGN_INS_PER_QUARTER_HOUR,
    judgedReplies: is.JUDGED_REPLIES,
    signingKey: is.SIGNING_KEY,
    syncCookieKey: is.SYNC_COOKIE_KEY,
    auditKey: is.AUDIT_KEY,
    pusher: is.PUSHER_KEY && is.PUSHER_SECRET ? { key: is.PUSHER_KEY, secret: is.PUSHER_SECRET } : undefined,
    outgoingToLoopback: isLoopbackAllowed(is.OUTGOING_TO_LOOPBACK, publicUrl),
    mail: mailSettings(mailPart(is)),
    texts: textSettings(is),
    textsInboundToken: is.SMS_INBOUND_TOKEN,
    backup: backupSettings(is, root),
    distDir: resolve(root, is.WEB_DIR),
  };
}

/** An address, a network, or one of Fastify's names for those of this machine and of the local net. */
function isProxy(text: string): boolean {
  return ['loopback', 'linklocal', 'uniquelocal'].includes(text.trim()) || isNetwork(text);
}

/** Mainstay speaks no TLS itself: without its proxy's name, everybody would seem to come from the one address of the proxy. */
export function assertProxyNamed({ secure, isProxyNamed }: Pick<Config, 'secure' | 'isProxyNamed'>): void {
  if (!secure || isProxyNamed) return;
  throw new Error(
    'Mainstay did not start: PUBLIC_URL is https, and TRUST_PROXY does not say which proxy requests come through. ' +
      'Without it, ten wrong passwords from anyone would lock out everyone. Set TRUST_PROXY to the proxy’s address, ' +
      'such as 127.0.0.1, or to none if requests come with their own addresses.',
  );
}

/** A start fills an empty database with the demo, whose passwords everybody knows: only its own, where nobody else comes. */
export function fillsDemo({ isLocal, databaseUrl }: Pick<Config, 'isLocal' | 'databaseUrl'>): boolean {
  return isLocal && databaseUrl === undefined;
}

/** Asked for by a command, the demo may fill a given database too. */
export function assertMayFillDemo({ isLocal }: Pick<Config, 'isLocal'>): void {
  if (isLocal) return;
  throw new Error(
    'The demo was not filled in: everyone knows its passwords, and PUBLIC_URL, HOST, TRUST_PROXY or NODE_ENV says that ' +
      'others come here. Run this without them. The command first-site makes a first site.',
  );
}

const loopback = /^(localhost|127\.0\.0\.1|\[?::1\]?)$/;

function isLocal({ HOST, NODE_ENV, TRUST_PROXY }: z.output<typeof Environment>, publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  // A proxy brings others here, whatever address people open.
  const isDirect = TRUST_PROXY === undefined || TRUST_PROXY === 'none';
  const isHere = protocol === 'http:' && loopback.test(hostname) && loopback.test(HOST);
  return isHere && isDirect && NODE_ENV !== 'production';
}

function textSettings({ SMS_URL, SMS_TOKEN, SMS_FROM, PUBLIC_URL }: z.output<typeof Environment>) {
  const given = [SMS_URL, SMS_TOKEN, SMS_FROM].filter((value) => value !== undefined);
  if (given.length === 0) return undefined;
  if (SMS_URL === undefined || SMS_TOKEN === undefined || SMS_FROM === undefined)
    throw new Error('SMS_URL, SMS_TOKEN and SMS_FROM belong together: set all of them or none.');
  const isHere = new URL(PUBLIC_URL ?? 'http://localhost').hostname === 'localhost';
  if (!SMS_URL.startsWith('https:') && !isHere) throw new Error('SMS_URL must begin with https://.');
  return { url: SMS_URL, token: SMS_TOKEN, from: SMS_FROM };
}

/** Not where real people come: whoever names a provider could then reach into the server's own machine. */
function isLoopbackAllowed(asked: string | undefined, publicUrl: string): boolean {
  if (asked !== undefined && new URL(publicUrl).hostname !== 'localhost')
    throw new Error('OUTGOING_TO_LOOPBACK is for tests: it needs a PUBLIC_URL on localhost.');
  return asked !== undefined;
}

function mailPart(is: z.output<typeof Environment>) {
  const { SMTP_URL, SMTP_HOST, SMTP_PORT, SMTP_USER, SMTP_PASS, SMTP_PASS_FILE, MAIL_FROM } = is;
  return { SMTP_URL, SMTP_HOST, SMTP_PORT, SMTP_USER, SMTP_PASS, SMTP_PASS_FILE, MAIL_FROM };
}

/** The data directory, readable by its owner alone. */
export function ensureDataDir({ dataDir }: Pick<Config, 'dataDir'>): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    chmodSync(dataDir, 0o700);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new Error(`Mainstay cannot write to ${dataDir}. Set DATA_DIR to a writable directory.`, { cause });
  }
}
