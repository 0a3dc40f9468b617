import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneSites } from '#server/testing/cloned-sites.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
  await cloneSites(db, ['clone3']);
  await fillEmptyTables();
});
afterAll(() => db.close());

const everything = ['site', 'facility:*', 'provider:*', 'billing'];

/** Every table of ours that holds rows of a site. */
async function tablesOfSites(): Promise<string[]> {
  const rows = await db.owner<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'site'
     where c.relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace) and c.relkind in ('r', 'p') order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** Tables that the demo clinic leaves empty would show no row to anybody: each gets one, past all rules but its columns' types. */
async function fillEmptyTables(): Promise<void> {
  for (const table of await tablesOfSites()) {
    if ((await db.owner(`select from ${table} where site = 'demo2' limit 1`)).length > 0) continue;
    const columns = await db.owner<{ name: string; type: string }>(
      `select quote_ident(attname) as name, format_type(atttypid, null) as type from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = '' and attname <> 'site'
         and (attnotnull or exists (select from pg_constraint where conrelid = attrelid and contype = 'p' and attnum = any (conkey)))`,
      [table],
    );
    const checks = await db.owner<{ name: string }>(
      `select quote_ident(conname) as name from pg_constraint where conrelid = $1::regclass and contype = 'c'`,
      [table],
    );
    const drops = checks.map(({ name }) => `alter table ${table} drop constraint ${name};`);
    const names = ['site', ...columns.map(({ name }) => name)].join(',');
    const values = ["'demo2'", ...columns.map(({ name, type }) => (name === 'scope' ? "'site'" : anyOf(type)))].join(
      ',',
    );
    await db.owner(
      `set session_replication_role = replica; ${drops.join('')} insert into ${table} (${names}) values (${values}); reset session_replication_role`,
    );
  }
}

function anyOf(type: string): string {
  if (type.endsWith('[]')) return `'{}'::${type}`;
  if (type === 'uuid') return 'gen_random_uuid()';
  if (type === 'jsonb') return `'{}'`;
  if (type === 'boolean') return 'false';
  if (type.startsWith('timestamp') || type === 'date') return 'now()';
  if (type === 'bytea') return `'\\x00'`;
  return /int|numeric|double|real|xid/.test(type) ? `'0'` : `'x'`;
}

test('every table with a site has row-level security, forced, with a policy of its site for the API and none wider', async () => {
  const tables = await db.owner<{ name: string; isClosed: boolean; rules: string[] | null; commands: string | null }>(
    `select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as "isClosed",
            array_agg(coalesce(pg_get_expr(p.polqual, p.polrelid), '') || ' / ' || coalesce(pg_get_expr(p.polwithcheck, p.polrelid), '')) filter (where p.oid is not null) as rules,
            string_agg(distinct p.polcmd::text, '') as commands
     from pg_class c left join pg_policy p on p.polrelid = c.oid and (0 = any (p.polroles) or 'mainstay_api'::regrole = any (p.polroles))
     where c.relname = any ($1) and c.relkind in ('r', 'p') group by 1, 2 order by 1`,
    [await tablesOfSites()],
  );
  expect(tables.filter((table) => !table.isClosed)).toEqual([]);
  const withoutGrant = ['login_failures'];
  const wide = tables.filter(
    ({ name, rules }) =>
      !withoutGrant.includes(name) &&
      !rules?.every((rule) => rule.split(' / ').every((half) => half === '' || half.includes('site = app_site()'))),
  );
  expect(wide).toEqual([]);
  expect(tables.length).toBeGreaterThan(40);
  process.stdout.write(`row-level security: ${tables.length} of ${tables.length} tables\n`);
});

test('without a site every one of them shows 0 rows, with one those of that site alone, and each had rows to show', async () => {
  const tables = (await tablesOfSites()).filter((name) => name !== 'login_failures');
  for (const table of tables) {
    const read = `select distinct site from ${table}`;
    expect([table, await db.outside((tx) => tx.rows(read))]).toEqual([table, []]);
    expect([table, (await db.owner(`select from ${table} where site = 'demo2' limit 1`)).length]).toEqual([table, 1]);
    const who = { UserId: null, device: null, scopes: everything };
    // With these scopes a site sees its own rows, so that what follows is about the site and nothing else.
    expect([table, await db.tx({ ...who, site: 'demo2' }, (tx) => tx.rows(read))]).toEqual([
      table,
      [{ site: 'demo2' }],
    ]);
    expect([table, await db.tx({ ...who, site: 'demo' }, (tx) => tx.rows(`${read} where site <> 'demo'`))]).toEqual([
      table,
      [],
    ]);
    expect([table, await db.tx({ ...who, site: '' }, (tx) => tx.rows(read))]).toEqual([table, []]);
    expect([table, await db.tx({ ...who, site: '%' }, (tx) => tx.rows(read))]).toEqual([table, []]);
  }
});

test("the API's role is nobody special: no superuser, no bypass, owner of nothing, member of no other role", async () => {
  const [role] = await db.outside((tx) =>
    tx.rows(
      `select current_user::text as name, session_user::text as login, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication
       from pg_roles where rolname = current_user`,
    ),
  );
  expect(role).toEqual({
    name: 'mainstay_api',
    login: 'mainstay_api',
    rolsuper: false,
    rolbypassrls: false,
    rolcreaterole: false,
    rolcreatedb: false,
    rolreplication: false,
  });
  const owned = await db.owner(
    `select relname::text as name from pg_class where relowner = 'mainstay_api'::regrole union all
     select proname::text from pg_proc where proowner = 'mainstay_api'::regrole union all
     select nspname::text from pg_namespace where nspowner = 'mainstay_api'::regrole`,
  );
  expect(owned).toEqual([]);
  expect(
    await db.owner(`select roleid::regrole::text from pg_auth_members where member = 'mainstay_api'::regrole`),
  ).toEqual([]);
  const granted = await db.owner<{ name: string }>(
    `select distinct privilege_type as name from information_schema.role_table_grants where grantee in ('mainstay_api', 'PUBLIC') and table_schema = 'public' order by 1`,
  );
  expect(granted.map(({ name }) => name)).toEqual(['DELETE', 'INSERT', 'SELECT', 'UPDATE']);
});

/** Functions that see every site, each read by a person: what they are given, they look up or write, and nothing else. */
const doors = [
  'add_audit_seal',
  'audit_sites',
  'audit_sites_waiting',
  'end_sessions_of_user',
  'files_without_rows',
  'forget_old_rows',
  'forget_sync_history',
  'history_now',
  'is_superuser_still',
  'keys_in_use',
  'list_sites',
  'login_candidates',
  'login_begun',
  'login_counted',
  'login_failed',
  'login_failures_since',
  'login_succeeded',
  'login_taken_back',
  'login_wait',
  'login_wrong',
  'make_first_superuser',
  'probe_write',
  'renew_epoch_where_shortened',
  'sessions_of_user',
  'sign_in_refused',
  'site_of_kiosk_code',
  'sites_changed',
  'sites_that_remind',
  'sites_that_survey',
  'sites_with_mail_due',
  'sites_with_messages_due',
  'sites_with_offers_due',
  'sites_with_open_intakes',
  'sso_only',
  'sso_ways',
];

/** Functions that see past facilities, billing and providers, but of the caller's own site alone. */
const ofOwnSite = [
  'ask_task',
  'booked_beside',
  'cases_of_patient_pages',
  'charged_as',
  'is_exercise_signed',
  'is_goal_reported',
  'is_note_signed',
  'is_patient_here',
  'meetings_beside',
  'move_referred_cases',
  'policies_of_payer',
  'posted_visits',
  'put_back_referred_cases',
  'remove_case',
  'remove_visit',
  'uses_of_case',
  'uses_of_measurement',
  'uses_of_payer',
  'uses_of_referring_provider',
  'visits_with_exercise',
];

test('the only ways past a site are the named functions, and nothing can be put in front of what they call', async () => {
  const found = await db.owner<{ name: string; text: string; isPinned: boolean }>(
    `select p.proname::text as name, p.prosrc as text, coalesce(array_to_string(p.proconfig, ',') like '%search_path=public%', false) as "isPinned" from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.prosecdef and p.prorettype <> 'trigger'::regtype
       and has_function_privilege('mainstay_api', p.oid, 'execute') order by 1`,
  );
  expect(found.map(({ name }) => name)).toEqual([...doors, ...ofOwnSite].toSorted());
  const wide = found.filter(({ name, text }) => ofOwnSite.includes(name) && !text.includes('site = app_site()'));
  expect(wide).toEqual([]);
  expect(found.filter((each) => !each.isPinned)).toEqual([]);
  const views = await db.owner(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm', 'f')
     and not coalesce(array_to_string(reloptions, ',') like '%security_invoker=true%', false)`,
  );
  expect(views).toEqual([]);
  const [mayCreate] = await db.owner<{ any: boolean }>(
    `select has_schema_privilege('mainstay_api', 'public', 'create') as any`,
  );
  expect(mayCreate).toEqual({ any: false });
});
