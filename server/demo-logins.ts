import pg from 'pg';
import { cast } from './demo/cast.ts';
import { seedDemo } from './demo/seed.ts';
import { verifyPassword } from './kit/auth/password.ts';

/** Seeds the demo sites around today where there is no site at all. */
export async function seedIfEmpty(ownerUrl: string): Promise<boolean> {
  const [row] = await query<{ isEmpty: boolean }>(ownerUrl, 'select not exists (select from sites) as "isEmpty"');
  return row?.isEmpty === true && seedAroundToday(ownerUrl);
}

export function seedAroundToday(ownerUrl: string): Promise<boolean> {
  return seedDemo(ownerUrl, { now: new Date() });
}

/** What to tell whoever starts the demo: only logins whose password is still the known one. */
export async function demoLogins(ownerUrl: string): Promise<string[]> {
  const users = await query<{ Email: string; PasswordHash: string; role: string }>(
    ownerUrl,
    `select "Email", "PasswordHash", case when "SuperUser" then 'Superuser' else coalesce(
       (select min(name) from permission_groups g where g.site = users.site and g."PermissionGroupId" = any (roles)), '')
       end as role from users
     where site in ('demo', 'demo2') and split_part("Email", '@', 1) = any ($1) and not "Disabled"
     order by site, array_position($1, split_part("Email", '@', 1))`,
    [Object.keys(cast.users)],
  );
  const isKnown = new Map<string, boolean>();
  for (const { PasswordHash } of users) {
    if (!isKnown.has(PasswordHash)) isKnown.set(PasswordHash, await verifyPassword(cast.password, PasswordHash));
  }
  const shown = users.filter((user) => isKnown.get(user.PasswordHash));
  if (shown.length === 0) return [];
  return [
    `Demo logins, all with the password ${cast.password}:`,
    ...shown.map(({ Email, role }) => `  ${Email.padEnd(20)} ${role}`),
  ];
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
