import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SiteKey, UserId } from '#contract/base/ids.ts';
import { ensureDataDir, readConfig, type Config } from './config.ts';
import { seedAroundToday } from './demo-logins.ts';
import { importPatients } from './features/importer/run-import.ts';
import { fileAnchor } from './kit/audit-chain/anchor.ts';
import { loadAuditKey } from './kit/audit-chain/key.ts';
import { verifySite } from './kit/audit-chain/verify.ts';
import { audit } from './kit/audit.ts';
import type { Tx } from './kit/context.ts';
import { openOwnDatabase, type OwnDatabase } from './kit/own-database.ts';
import { takeSecondFactor } from './kit/reset-second-factor.ts';
import { hasSecondFactor } from './kit/second-factor.ts';
import { openSession, siteAlone } from './kit/sessions.ts';
import { loadSigningKey, signToken } from './kit/tokens.ts';

const usage = `npm run -s admin -- <command>

  token --site <site> --email <e-mail>        prints a bearer token, good for 15 minutes
  import-patients --site <site> <folder>      reads the CSV files of a folder; bad rows are listed, good ones kept
  reset-second-factor --site <site> --email <e-mail>
                                              takes a lost phone out of a sign-in and ends its sessions
  seed                                        adds the demo sites (with known passwords) around today
  verify-audit [--site <site>]                finds audit entries that were altered, removed, reordered or put in; exits 1

Works while Mainstay runs and while it does not, on the same DATA_DIR or DATABASE_URL.`;

type Options = { site: string | undefined; email: string | undefined; rest: string[] };
type Command = (own: OwnDatabase, config: Config, options: Options) => Promise<void>;

const commands: Record<string, Command> = {
  token: printToken,
  'import-patients': importFolder,
  'reset-second-factor': resetSecondFactor,
  seed,
  'verify-audit': verifyAudit,
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
  console.log(await signToken(await loadSigningKey(config), claims));
}

/** For the sole administrator, whom nobody else can help. */
async function resetSecondFactor(own: OwnDatabase, _config: Config, options: Options): Promise<void> {
  const site = siteOf(options);
  const email = emailOf(options);
  await own.database.tx(siteAlone(site), async (tx) => {
    const { UserId: pk } = await enabledUser(tx, site, email);
    if (!(await hasSecondFactor(tx, { site, UserId: pk }))) throw new Error(`${email} has no second step.`);
    await takeSecondFactor(tx, { site, UserId: pk });
    await audit(tx, site, { UserId: pk, action: 'second factor reset', entity: 'users', pk });
  });
  console.log(`${email} signs in with the password alone now. Their sessions have ended, and a mail tells them.`);
}

async function enabledUser(tx: Tx, site: string, email: string): Promise<{ UserId: string; SuperUser: boolean }> {
  const user = await tx.maybe<{ UserId: string; SuperUser: boolean }>(
    `select "UserId", "SuperUser" from users where site = $1 and "Email" = $2 and not "Disabled"`,
    [site, email],
  );
  if (!user) throw new Error(`The site ${site} has no enabled user with that e-mail.`);
  return user;
}

function emailOf({ email }: Options): string {
  if (!email) throw new Error('Say whose account it is: --email <e-mail>.');
  return email.toLowerCase();
}

async function importFolder(own: OwnDatabase, _config: Config, options: Options): Promise<void> {
  const site = siteOf(options);
  const [folder, ...more] = options.rest;
  if (folder === undefined || more.length > 0) throw new Error('Name one folder with the CSV files.');
  const files = namesIn(folder)
    .filter((name) => name.toLowerCase().endsWith('.csv'))
    .toSorted()
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
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
  console.log(`${counts.unchanged} were here already. Problems: ${all}.`);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    throw new Error(`The folder ${folder} cannot be read.`);
  }
}

async function seed(own: OwnDatabase): Promise<void> {
  const isNew = await seedAroundToday(own.ownerUrl);
  console.log(
    isNew ? 'The demo sites demo and demo2 are there now.' : 'The demo sites are there already; nothing was changed.',
  );
}

async function verifyAudit(own: OwnDatabase, config: Config, options: Options): Promise<void> {
  const keeper = { key: await loadAuditKey(config), anchor: fileAnchor(config.dataDir) };
  const there = await own.database.outside((tx) => tx.rows<{ site: string }>('select audit_sites() as site'));
  const all = [...new Set([...there.map(({ site }) => site), ...keeper.anchor.sites()])].toSorted();
  const chosen = options.site === undefined ? all : [siteOf(options)];
  const unknown = chosen.find((site) => !all.includes(site));
  if (unknown !== undefined) throw new Error(`There is no site ${unknown}.`);
  for (const site of chosen) {
    const { entries, seals, findings } = await verifySite(own.database, keeper, site);
    for (const { what } of findings) console.error(`${site}: ${what}`);
    if (findings.length > 0) process.exitCode = 1;
    const verdict = findings.length === 0 ? 'nothing was changed' : 'the log is not as it was written';
    console.log(`${site}: ${entries} entries in ${seals} seals, ${verdict}.`);
  }
}

function siteOf({ site }: Options): SiteKey {
  const parsed = SiteKey.safeParse(site);
  if (!parsed.success) throw new Error('Say which site: --site <site>.');
  return parsed.data;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { site: { type: 'string' }, email: { type: 'string' }, help: { type: 'boolean' } },
  });
  const [name = '', ...rest] = positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (values.help || !command) {
    console.log(usage);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const config = readConfig(process.env, join(import.meta.dirname, '..'));
  ensureDataDir(config);
  const own = await openOwnDatabase(config, 'visitor');
  try {
    await command(own, config, { site: values.site, email: values.email, rest });
  } finally {
    await own.close();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
