import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import type { Config } from '#server/config.ts';
import { isLostConnection } from './database-failures.ts';
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

async function madeLogin(ownerUrl: string, dataDir: string): Promise<string> {
  const password = (
    await privateFile(join(dataDir, 'api-database-password'), () => randomBytes(24).toString('base64url'))
  ).trim();
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query(`alter role ${apiRole} login nobypassrls password ${pg.escapeLiteral(password)}`);
  } catch {
    throw new Error(
      `The owner of DATABASE_URL may not give ${apiRole} a password. Make a login that is a member of ${apiRole}, ` +
        'and set API_DATABASE_URL to it.',
    );
  } finally {
    await owner.end();
  }
  const url = new URL(ownerUrl);
  url.username = apiRole;
  url.password = password;
  return url.href;
}

type Login = { name: string; isAbove: boolean; isOwner: boolean; isApi: boolean };

async function assertWeak(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    const { rows } = await client.query<Login>(
      `select rolname as name, rolsuper or rolbypassrls or rolcreaterole as "isAbove",
         exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
           and pg_has_role(current_user, relowner, 'member')) as "isOwner",
         pg_has_role(current_user, '${apiRole}', 'member') as "isApi"
       from pg_roles where rolname = current_user`,
    );
    const [login] = rows;
    if (!login?.isApi)
      throw new Error(`The login of API_DATABASE_URL must be a member of ${apiRole}: grant ${apiRole} to it.`);
    if (login.isAbove || login.isOwner)
      throw new Error(
        `The login ${login.name} of API_DATABASE_URL has the owner's rights. Use one that is a member of ${apiRole} and nothing else.`,
      );
  } catch (cause) {
    if (!isLostConnection(cause) || !(cause instanceof Error)) throw cause;
    throw new Error(`The database of API_DATABASE_URL cannot be reached: ${cause.message}.`, { cause });
  } finally {
    await client.end().catch(() => undefined);
  }
}
