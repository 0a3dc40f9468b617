import { randomBytes, randomUUID } from 'node:crypto';
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { claimDirectory, findPlace, type Place } from './embedded-postgres-place.ts';
import { findPrograms, runProgram } from './embedded-postgres-programs.ts';
import { privateFile } from './private-file.ts';

export type Embedded = {
  /** Owns the schema: migrations, seeds and maintenance only. */
  ownerUrl: string;
  /** The API's own role, closed in by row-level security. */
  apiUrl: string;
  /** The server was already running: a crash left it over, or another process of ours uses it. */
  adopted: boolean;
  /** The directory that holds the database. */
  where: string;
  /** A sentence for the operator when the database lies elsewhere than asked, and why. */
  notice: string | null;
  stop(): Promise<void>;
};

export type StartOptions = {
  fsync?: boolean;
  /** What is written ahead is kept in `walFolder`, for backups. */
  archives?: boolean;
  /** Brings a base backup forward: settings of the recovery, in force for this start alone. */
  recovery?: readonly string[];
};

/** Where finished segments of the log wait to be backed up. */
export function walFolder(where: string): string {
  return join(where, 'wal-archive');
}

/** A lost disk costs at most so much, with the round that takes what is here away. */
const archiveTimeout = '50s';

const database = 'mainstay';
const apiRole = 'mainstay_api';

/** Starts PostgreSQL 18 on `dataDir`, or takes over the one that already runs there. No TCP, one socket. */
export async function startEmbedded(dataDir: string, options: StartOptions = {}): Promise<Embedded> {
  const place = findPlace(dataDir);
  const programs = findPrograms(place);
  const data = join(place.root, 'pg18');
  const ownerPassword = await passwordFile(place, 'owner-password');
  const apiPassword = await passwordFile(place, 'api-password');
  if (!existsSync(join(data, 'PG_VERSION'))) await initialise(place, programs, data, options.fsync ?? true);

  const isThere = () => isRunning(place, programs, data);
  let adopted = await isThere();
  if (!adopted) await start(place, programs, data, options);
  const socket = socketOf(data) ?? place.socket;
  const urlFor = (role: string, password: string, name: string) =>
    `postgresql:///${name}?host=${encodeURIComponent(socket)}&user=${role}&password=${password}`;
  const preparation = () => prepare(urlFor('postgres', ownerPassword, 'postgres'), apiPassword, isThere);
  try {
    await preparation();
  } catch (error) {
    // What looked alive was just dying.
    if (!adopted || (await isThere())) throw error;
    adopted = false;
    await start(place, programs, data, options);
    await preparation();
  }

  return {
    ownerUrl: urlFor('postgres', ownerPassword, database),
    apiUrl: urlFor(apiRole, apiPassword, database),
    adopted,
    where: place.root,
    notice: place.notice,
    stop: () => stop(place, programs, data),
  };
}

/** Ends a server whose data is to be removed, if one runs in a directory: at once, also while it is brought forward. */
export async function stopEmbedded(dataDir: string): Promise<void> {
  const place = findPlace(dataDir);
  const data = join(place.root, 'pg18');
  if (existsSync(join(data, 'postmaster.pid'))) await stop(place, findPrograms(place), data, 'immediate');
}

async function stop(place: Place, programs: string, data: string, mode: 'fast' | 'immediate' = 'fast'): Promise<void> {
  await runProgram(place, programs, 'pg_ctl', ['-D', data, '-m', mode, '-w', '-t', '60', 'stop']);
  if (!place.socket.startsWith(place.root)) rmSync(place.socket, { recursive: true, force: true });
}

async function passwordFile(place: Place, name: string): Promise<string> {
  const path = join(place.root, name);
  const password = await privateFile(path, () => randomBytes(24).toString('base64url'));
  if (place.account) chownSync(path, place.account.uid, place.account.gid);
  return password.trim();
}

async function initialise(place: Place, programs: string, data: string, fsync: boolean): Promise<void> {
  const fresh = `${data}.new-${randomUUID()}`;
  const made = await runProgram(place, programs, 'initdb', [
    `--pgdata=${fresh}`,
    '--username=postgres',
    `--pwfile=${join(place.root, 'owner-password')}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--data-checksums',
    '--no-instructions',
    ...(fsync ? [] : ['--no-sync']),
  ]);
  if (!made.ok) {
    rmSync(fresh, { recursive: true, force: true });
    throw new Error(
      `The database could not be created in ${place.root}: ${made.output.trim().split('\n').at(-1) ?? ''}`,
    );
  }
  // Renamed only when whole: a crash in the middle leaves nothing that looks like a database.
  try {
    renameSync(fresh, data);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(join(data, 'PG_VERSION'))) throw error;
  }
}

async function isRunning(place: Place, programs: string, data: string): Promise<boolean> {
  const pid = Number(postmasterLine(data, 0));
  if (!pid) return false;
  // After a power cut or in a new container the number may belong to a stranger.
  const name = `/proc/${pid}/comm`;
  if (existsSync(name) && !readFileSync(name, 'utf8').startsWith('postgres')) {
    rmSync(join(data, 'postmaster.pid'), { force: true });
    return false;
  }
  return (await runProgram(place, programs, 'pg_ctl', ['-D', data, 'status'])).ok;
}

async function start(place: Place, programs: string, data: string, options: StartOptions): Promise<void> {
  claimDirectory(place.socket, place.account);
  if (options.archives) claimDirectory(walFolder(place.root), place.account);
  writeSettings(place, data, options);
  const log = join(place.root, 'postgres.log');
  const started = await runProgram(place, programs, 'pg_ctl', ['-D', data, '-w', '-t', '120', '-l', log, 'start']);
  // Another process of ours may have won the race to start it.
  if (started.ok || (await isRunning(place, programs, data))) return;
  throw new Error(`The database in ${data} did not start; ${log} says why. Nothing in it was changed.`);
}

/** Written before every start, so that a data directory may be moved. */
function writeSettings(
  place: Place,
  data: string,
  { fsync = true, archives = false, recovery = [] }: StartOptions,
): void {
  const keep = fsync ? 'on' : 'off';
  const settings = [
    `listen_addresses = ''`,
    `unix_socket_directories = ${quoted(place.socket)}`,
    'unix_socket_permissions = 0700',
    'max_connections = 100',
    'shared_buffers = 128MB',
    `fsync = ${keep}`,
    `synchronous_commit = ${keep}`,
    `full_page_writes = ${keep}`,
    `log_destination = 'stderr'`,
    // Statements and their values may hold patient data.
    'log_min_error_statement = panic',
    'log_error_verbosity = terse',
    'log_parameter_max_length = 0',
    'log_parameter_max_length_on_error = 0',
    `archive_mode = ${archives ? 'on' : 'off'}`,
    `archive_library = '${archives ? 'basic_archive' : ''}'`,
    `archive_timeout = ${archives ? archiveTimeout : '0'}`,
    ...(archives ? [`basic_archive.archive_directory = ${quoted(walFolder(place.root))}`] : []),
    ...recovery,
  ];
  writeFileSync(join(data, 'mainstay.conf'), `${settings.join('\n')}\n`, { mode: 0o600 });
  if (place.account) chownSync(join(data, 'mainstay.conf'), place.account.uid, place.account.gid);
  const main = join(data, 'postgresql.conf');
  const text = readFileSync(main, 'utf8');
  if (!text.includes(`include 'mainstay.conf'`)) writeFileSync(main, `${text}\ninclude 'mainstay.conf'\n`);
}

/** As PostgreSQL's settings spell a text. */
export function quoted(text: string): string {
  return `'${text.replaceAll(`'`, `''`)}'`;
}

function socketOf(data: string): string | undefined {
  return postmasterLine(data, 4) || undefined;
}

function postmasterLine(data: string, line: number): string | undefined {
  const path = join(data, 'postmaster.pid');
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n')[line]?.trim() : undefined;
}

/** Our database and the API's login; the migrations grant it its rights. */
async function prepare(url: string, apiPassword: string, isThere: () => Promise<boolean>): Promise<void> {
  const client = await connect(url, isThere);
  try {
    // One at a time: a second process may be starting just now.
    await client.query('select pg_advisory_lock(7260001)');
    const found = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (found.rowCount === 0) await client.query(`create database ${database}`);
    const role = await client.query<{ rolcanlogin: boolean }>('select rolcanlogin from pg_roles where rolname = $1', [
      apiRole,
    ]);
    const login = `login nosuperuser nobypassrls nocreatedb nocreaterole password ${pg.escapeLiteral(apiPassword)}`;
    if (role.rowCount === 0) await client.query(`create role ${apiRole} ${login}`);
    else if (!role.rows[0]?.rolcanlogin) await client.query(`alter role ${apiRole} ${login}`);
  } finally {
    await client.end();
  }
}

/** A server that replays its log after a crash refuses for a while. */
async function connect(url: string, isThere: () => Promise<boolean>): Promise<pg.Client> {
  for (const until = Date.now() + 60_000; ;) {
    const client = new pg.Client({ connectionString: url });
    // A recovery that fails ends the connection, which fails the query too.
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (!['57P03', 'ENOENT', 'ECONNREFUSED'].includes(code) || Date.now() > until) throw error;
      if (code !== '57P03' && !(await isThere())) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
