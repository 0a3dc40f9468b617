import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import type { Config } from '#server/config.ts';
import { codeOf, isLostConnection } from './database-failures.ts';
import { privateFile } from './private-file.ts';

const apiRole = 'mainstay_api';

/**
 * The address at which the API reads and writes a database that was given: a login of its own, without the owner's
 * rights. It is made here where the owner may make roles, with a password kept in the data directory.
 */
export async function apiLogin({
  databaseUrl,
  apiDatabaseUrl,
  dataDir,
}: Pick<Config, 'apiDatabaseUrl' | 'dataDir'> & { databaseUrl: string }): Promise<string> {
  const url = apiDatabaseUrl ?? (await madeLogin(databaseUrl, dataDir));
  await assertWeak(url);
  return url;
}

/** Held while a login is made: of two servers that start at once, one makes it. */
const makingLock = 7_260_021;

/**
 * The role itself as a login. Its password is given once: another one would break each new connection of a server that
 * knows the first.
 */
async function madeLogin(ownerUrl: string, dataDir: string): Promise<string> {
  const password = (
    await privateFile(join(dataDir, 'api-database-password'), () => randomBytes(24).toString('base64url'))
  ).trim();
  const url = urlAs(ownerUrl, apiRole, password);
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query('select pg_advisory_lock($1)', [makingLock]);
    if (await logsIn(url)) return url;
    const { rowCount: isTaken } = await owner.query('select from pg_roles where rolname = $1 and rolcanlogin', [
      apiRole,
    ]);
    if (isTaken)
      throw new Error(
        `Another server has made the login ${apiRole} of DATABASE_URL, with a password that is not in ${dataDir}. ` +
          `Copy its file api-database-password to this directory, or make a login that is a member of ${apiRole} and ` +
          `set API_DATABASE_URL to it. If no other server uses this database, run: alter role ${apiRole} nologin.`,
      );
    await give(owner, password);
  } finally {
    await owner.end();
  }
  return url;
}

async function give(owner: pg.Client, password: string): Promise<void> {
  try {
    await owner.query(`alter role ${apiRole} login nobypassrls password ${pg.escapeLiteral(password)}`);
  } catch {
    throw new Error(
      `The owner of DATABASE_URL may not give ${apiRole} a password. Make a login that is a member of ${apiRole}, ` +
        'and set API_DATABASE_URL to it.',
    );
  }
}

/** The same database for somebody else. One that is reached by a socket names people among its parameters. */
function urlAs(given: string, name: string, password: string): string {
  const url = new URL(given);
  url.searchParams.delete('user');
  url.searchParams.delete('password');
  if (url.hostname === '') {
    url.searchParams.set('user', name);
    url.searchParams.set('password', password);
  } else {
    url.username = name;
    url.password = password;
  }
  return url.href;
}

async function logsIn(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return true;
  } catch (cause) {
    // Class 28: no such login, or another password.
    if (codeOf(cause).startsWith('28')) return false;
    throw cause;
  } finally {
    await client.end().catch(() => undefined);
  }
}

type Login = { name: string; isAbove: boolean; isOwner: boolean; isApi: boolean; others: string[] };

async function assertWeak(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    // `others`: by whatever way, whether it inherits their rights or may take them.
    const { rows } = await client.query<Login>(
      `select rolname as name, rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication as "isAbove",
         exists (select from (select relowner as owner from pg_class union select proowner from pg_proc
             union select nspowner from pg_namespace
             union select datdba from pg_database where datname = current_database()) as owners
           where pg_has_role(current_user, owner, 'member')) as "isOwner",
         pg_has_role(current_user, '${apiRole}', 'member') as "isApi",
         array(select o.rolname::text from pg_roles o where o.rolname not in (current_user, '${apiRole}')
           and pg_has_role(current_user, o.oid, 'member') order by 1) as others
       from pg_roles where rolname = current_user`,
    );
    const [login] = rows;
    if (!login?.isApi)
      throw new Error(`The login of API_DATABASE_URL must be a member of ${apiRole}: grant ${apiRole} to it.`);
    if (login.isAbove || login.isOwner)
      throw new Error(
        `The login ${login.name} of API_DATABASE_URL has the owner's rights. Use one that is a member of ${apiRole} and nothing else.`,
      );
    if (login.others.length > 0)
      throw new Error(
        `The login ${login.name} of API_DATABASE_URL is a member of ${login.others.join(', ')} too. ` +
          `Use one that is a member of ${apiRole} and nothing else.`,
      );
  } catch (cause) {
    if (!isLostConnection(cause) || !(cause instanceof Error)) throw cause;
    throw new Error(`The database of API_DATABASE_URL cannot be reached: ${cause.message}.`, { cause });
  } finally {
    await client.end().catch(() => undefined);
  }
}
