import pg from 'pg';
import { cast, userNames } from './demo/cast.ts';
import type { Config } from './config.ts';
import { verifyPassword } from './kit/auth/password.ts';

/** Seeds the demo sites around today where there is no site at all. */
export async function seedIfEmpty(ownerUrl: string): Promise<boolean> {
  const [row] = await query<{ isEmpty: boolean }>(ownerUrl, 'select not exists (select from sites) as "isEmpty"');
  return row?.isEmpty === true && seedAroundToday(ownerUrl);
}

export async function seedAroundToday(ownerUrl: string): Promise<boolean> {
  const { seedDemo } = await import('./demo/seed.ts');
  return seedDemo(ownerUrl, { now: new Date() });
}

export type DemoLogin = { Email: string; role: string };

/**
 * Logins whose password is still the published one, whatever became of their names: those that the demo was filled in
 * with are marked. Those of the demo sites are tried in any case, as older versions marked nobody.
 */
export async function demoLogins(ownerUrl: string): Promise<DemoLogin[]> {
  const users = await query<{ Email: string; PasswordHash: string; role: string }>(
    ownerUrl,
    `select "Email", "PasswordHash", case when "SuperUser" then 'Superuser' else coalesce(
       (select min(name) from permission_groups g where g.site = users.site and g."PermissionGroupId" = any (roles)), '')
       end as role from users
     where ("DemoPassword" or site in ('demo', 'demo2')) and not "Disabled"
     order by site, array_position($1, split_part("Email", '@', 1)), "Email"`,
    [userNames],
  );
  const isKnown = new Map<string, boolean>();
  for (const { PasswordHash } of users) {
    if (!isKnown.has(PasswordHash)) isKnown.set(PasswordHash, await verifyPassword(cast.password, PasswordHash));
  }
  return users.filter((user) => isKnown.get(user.PasswordHash));
}

/** The screens say that a clinic is a demo while one of these is left, also where it was filled by an older version. */
export async function markDemoLogins(ownerUrl: string): Promise<DemoLogin[]> {
  const logins = await demoLogins(ownerUrl);
  await query(
    ownerUrl,
    `update users set "DemoPassword" = true where site in ('demo', 'demo2') and "Email" = any ($1) and not "DemoPassword"`,
    [logins.map(({ Email }) => Email)],
  );
  return logins;
}

/** What the console shows whoever starts the demo: one login of each kind. */
export function demoLines(all: readonly DemoLogin[]): string[] {
  const logins = all.filter(({ Email }) => userNames.some((name) => Email.startsWith(`${name}@`)));
  if (logins.length === 0) return [];
  return [
    `Demo logins, all with the password ${cast.password}:`,
    ...logins.map(({ Email, role }) => `  ${Email.padEnd(20)} ${role}`),
  ];
}

/** The published password opens no clinic that people reach over https. */
export async function assertNoDemoLogins(
  { secure, isProduction }: Pick<Config, 'secure' | 'isProduction'>,
  ownerUrl: string,
): Promise<void> {
  if (!secure && !isProduction) return;
  const logins = await demoLogins(ownerUrl);
  if (logins.length === 0) return;
  const are =
    logins.length === 1
      ? `1 demo login still has the published password: ${logins[0]?.Email}`
      : `${logins.length} demo logins still have the published password, such as ${logins[0]?.Email}`;
  throw new Error(
    `Mainstay did not start: ${are}. ` +
      'Disable them or change their passwords, or start with an empty database. Then start again.',
  );
}

async function query<R extends pg.QueryResultRow>(
  ownerUrl: string,
  text: string,
  values: unknown[] = [],
): Promise<R[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    return (await client.query<R>(text, values)).rows;
  } finally {
    await client.end();
  }
}
