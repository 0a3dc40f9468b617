import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { decodeText, notTextSentence } from '#contract/importer/decode.ts';
import { SiteKey, UserId } from '#contract/base/ids.ts';
import { NewSite } from '#contract/sites/endpoints.ts';
import { assertMayFillDemo, ensureDataDir, readConfig, type Config } from './config.ts';
import { backUp, backupUsage, commandsAlone, newKeysKeeper } from './admin-backups.ts';
import { seedAroundToday } from './demo-logins.ts';
import { importPatients } from './features/importer/run-import.ts';
import { makeSite } from './features/sites/make-site.ts';
import { takeAllowedAddresses } from './features/settings/store.ts';
import { fileAnchor } from './kit/audit/chain/anchor.ts';
import { loadAuditKeys } from './kit/audit/chain/key.ts';
import { verifySite } from './kit/audit/chain/verify.ts';
import { audit } from './kit/audit/audit.ts';
import type { Tx } from './kit/context.ts';
import { linkTo } from './kit/mail/account-links.ts';
import { openOwnDatabase, type OwnDatabase } from './kit/db/own-database.ts';
import { takeSecondFactor, takenDetail } from './kit/auth/reset-second-factor.ts';
import { rotateKeyCommand, type RotateOptions } from './kit/keys/rotate-command.ts';
import { openSession, siteAlone } from './kit/auth/sessions.ts';
import { loadSigningKeys, signToken } from './kit/auth/tokens.ts';

const usage = `npm run -s admin -- <command>

  token --site <site> --email <email>        prints a bearer token, good for 15 minutes
  import-patients --site <site> <folder>      reads the CSV files of a folder; bad rows are listed, good ones kept
  reset-second-factor --site <site> --email <email>
                                              removes two-step sign-in and all passkeys after a lost phone; ends the sessions
  clear-allowed-addresses --site <site>       lets everyone sign in from anywhere again, if a site’s list locked out its own people
  first-site --site <site> --name <company> --zone <time zone> --email <email> --person <first and last name>
                                              makes the first site of an empty database and its superuser; prints their link
  seed                                        adds the demo sites around today; everyone knows their passwords, so it is
                                              refused where others come
  verify-audit [--site <site>]                finds audit entries that were altered, removed, reordered or put in; exits 1
${backupUsage}
  rotate-key [--drop | --leaked | --lost]     makes new keys and encrypts secrets with them; former keys stay. --drop removes those
                                              nothing needs; --leaked ends the sessions of former keys and drops them at
                                              once; --lost gives up what no key opens

Works while Mainstay runs and while it does not, on the same DATA_DIR or DATABASE_URL.`;

type Options = { rest: string[] } & RotateOptions &
  Partial<Record<'site' | 'email' | 'name' | 'zone' | 'person', string | undefined>>;
type Command = (own: OwnDatabase, config: Config, options: Options) => Promise<void>;

const commands: Record<string, Command> = {
  token: printToken,
  'import-patients': importFolder,
  'reset-second-factor': resetSecondFactor,
  'clear-allowed-addresses': clearAllowedAddresses,
  'first-site': firstSite,
  seed,
  'verify-audit': verifyAudit,
  backup: backUp,
  'rotate-key': rotateKey,
};

async function printToken(own: OwnDatabase, config: Config, options: Options): Promise<void> {
  const site = siteOf(options);
  const email = emailOf(options);
  const session = await own.database.tx(siteAlone(site), async (tx) => {
    const user = await enabledUser(tx, site, email);
    const opened = await openSession(tx, { site, UserId: user.UserId, homeSite: site });
    await audit(tx, site, { UserId: user.UserId, action: 'token', entity: 'sessions', pk: opened.SessionId });
    return { ...opened, SuperUser: user.SuperUser };
  });
  const claims = { sub: UserId.parse(session.UserId), site, sid: session.SessionId, SuperUser: session.SuperUser };
  console.log(await signToken(await loadSigningKeys(config), claims));
}

/** For the sole administrator, whom nobody else can help. */
async function resetSecondFactor(own: OwnDatabase, _config: Config, options: Options): Promise<void> {
  const site = siteOf(options);
  const email = emailOf(options);
  await own.database.tx(siteAlone(site), async (tx) => {
    const { UserId: pk } = await enabledUser(tx, site, email);
    const taken = await takeSecondFactor(tx, { site, UserId: pk });
    if (!taken) throw new Error(`${email} has no two-step sign-in and no passkey.`);
    const detail = takenDetail(taken);
    await audit(tx, site, { UserId: pk, action: 'second factor reset', entity: 'users', pk, detail });
  });
  console.log(`${email} now signs in with only a password. Their sessions have ended, and they got an email.`);
}

/** Where the clinic's own address has changed, nobody can come in to change the list. */
async function clearAllowedAddresses(own: OwnDatabase, _config: Config, options: Options): Promise<void> {
  const site = siteOf(options);
  const count = await own.database.tx(siteAlone(site), (tx) => takeAllowedAddresses(tx, site));
  if (count === 0) throw new Error(`The site ${site} has no allowed addresses. People can sign in from anywhere.`);
  console.log(`${count} ${count === 1 ? 'address is' : 'addresses are'} gone from the list of ${site}.`);
  console.log('People can now sign in from anywhere. Set up the list again at /company/settings.');
}

async function enabledUser(tx: Tx, site: string, email: string): Promise<{ UserId: string; SuperUser: boolean }> {
  const user = await tx.maybe<{ UserId: string; SuperUser: boolean }>(
    `select "UserId", "SuperUser" from users where site = $1 and "Email" = $2 and not "Disabled"`,
    [site, email],
  );
  if (!user) throw new Error(`The site ${site} has no enabled user with that email.`);
  return user;
}

function emailOf({ email }: Options): string {
  if (!email) throw new Error('Name the account: --email <email>.');
  return email.toLowerCase();
}

async function importFolder(own: OwnDatabase, _config: Config, options: Options): Promise<void> {
  const site = siteOf(options);
  const [folder, ...more] = options.rest;
  if (folder === undefined || more.length > 0) throw new Error('Name one folder with the CSV files.');
  const files = namesIn(folder)
    .filter((name) => name.toLowerCase().endsWith('.csv'))
    .toSorted()
    .map((name) => ({ name, text: textOf(join(folder, name), name) }));
  if (files.length === 0) throw new Error(`There is no CSV file in ${folder}.`);
  const { counts, problems, problemCounts } = await importPatients({
    database: own.database,
    site,
    files,
    dryRun: false,
  });
  for (const { file, line, severity, reason } of problems) {
    const place = line > 0 ? `${file} line ${line}` : file;
    console.error(`${[place, severity].filter((part) => part !== '').join(', ')}: ${reason}`);
  }
  console.log(`Imported ${counts.patients} patients, ${counts.payers} payers and ${counts.insurances} insurances.`);
  const all = problemCounts.errors + problemCounts.warnings;
  if (all > problems.length) console.error(`${all - problems.length} further problems are not listed.`);
  console.log(`${counts.unchanged} were already here. Problems: ${all}.`);
}

function textOf(path: string, name: string): string {
  const text = decodeText(readFileSync(path));
  if (text === null) throw new Error(notTextSentence(name));
  return text;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    throw new Error(`The folder ${folder} cannot be read.`);
  }
}

/** Nobody could sign in yet to read the mail with the link, so it is printed. */
async function firstSite(own: OwnDatabase, config: Config, options: Options): Promise<void> {
  const [FirstName = '', ...others] = (options.person ?? '').trim().split(/\s+/);
  const { name: Name, zone: TimeZone, email: Email } = options;
  const parsed = NewSite.safeParse({
    site: options.site,
    Name,
    TimeZone,
    Email,
    FirstName,
    LastName: others.join(' '),
  });
  if (!parsed.success) throw new Error(`These are missing or cannot be used: ${fieldsOf(parsed.error)}.`);
  linkTo(config.publicUrl);
  const { site } = parsed.data;
  const mail = await own.database.tx(siteAlone(site), async (tx) => {
    if ((await tx.rows('select 1 from list_sites()')).length > 0)
      throw new Error('Sites already exist. A superuser can add new ones at /superuser.');
    const UserId = randomUUID();
    if (!(await makeSite(tx, { ...parsed.data, UserId, SuperUser: true })))
      throw new Error('This site already exists.');
    await audit(tx, site, { UserId, action: 'create', entity: 'sites', pk: site });
    return tx.maybe<{ body: string }>(`select body from outgoing_mail where site = $1 and "UserId" = $2`, [
      site,
      UserId,
    ]);
  });
  console.log(`The site ${site} was created. Choose the password for ${parsed.data.Email} here, within 7 days:`);
  console.log(/\S+\/account\/link#\S+/.exec(mail?.body ?? '')?.[0] ?? '');
}

function fieldsOf(error: { issues: readonly { path: readonly PropertyKey[] }[] }): string {
  const options = { Name: '--name', TimeZone: '--zone', Email: '--email', site: '--site' } as const;
  const named = error.issues.map(({ path: [field] }) => options[field as keyof typeof options] ?? '--person');
  return [...new Set(named)].join(', ');
}

async function seed(own: OwnDatabase): Promise<void> {
  const isNew = await seedAroundToday(own.ownerUrl);
  console.log(
    isNew ? 'The demo sites demo and demo2 were created.' : 'The demo sites already exist. Nothing was changed.',
  );
}

async function verifyAudit(own: OwnDatabase, config: Config, options: Options): Promise<void> {
  const keeper = { keys: await loadAuditKeys(config), anchor: fileAnchor(config.dataDir) };
  const there = await own.database.outside((tx) => tx.rows<{ site: string }>('select audit_sites() as site'));
  const all = [...new Set([...there.map(({ site }) => site), ...keeper.anchor.sites()])].toSorted();
  const chosen = options.site === undefined ? all : [siteOf(options)];
  const unknown = chosen.find((site) => !all.includes(site));
  if (unknown !== undefined) throw new Error(`The site ${unknown} was not found.`);
  for (const site of chosen) {
    const { entries, seals, findings } = await verifySite(own.database, keeper, site);
    for (const { what } of findings) console.error(`${site}: ${what}`);
    if (findings.length > 0) process.exitCode = 1;
    const verdict = findings.length === 0 ? 'nothing was changed' : 'the log was altered';
    console.log(`${site}: ${entries} entries in ${seals} seals, ${verdict}.`);
  }
}

async function rotateKey(own: OwnDatabase, config: Config, options: Options): Promise<void> {
  const keep = newKeysKeeper(own, config);
  const keeper = { database: own.database, settings: config, ...(keep && { keep }) };
  const lines = await rotateKeyCommand(keeper, options);
  for (const line of lines) console.log(line);
}

function siteOf({ site }: Options): SiteKey {
  const parsed = SiteKey.safeParse(site);
  if (!parsed.success) throw new Error('Name the site: --site <site>.');
  return parsed.data;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      site: { type: 'string' },
      email: { type: 'string' },
      name: { type: 'string' },
      zone: { type: 'string' },
      person: { type: 'string' },
      into: { type: 'string' },
      to: { type: 'string' },
      backup: { type: 'string' },
      history: { type: 'string' },
      drop: { type: 'boolean' },
      leaked: { type: 'boolean' },
      lost: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  const [name = '', ...rest] = positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  const alone = Object.hasOwn(commandsAlone, name) ? commandsAlone[name] : undefined;
  if (values.help || !(command ?? alone)) {
    console.log(usage);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const config = readConfig(process.env, join(import.meta.dirname, '..'));
  if (alone) return alone(config, values);
  if (command === seed) assertMayFillDemo(config);
  ensureDataDir(config);
  const own = await openOwnDatabase(config, 'visitor');
  try {
    const { help: _, name: company, ...given } = values;
    await command?.(own, config, { ...given, name: company, rest });
  } finally {
    await own.close();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
