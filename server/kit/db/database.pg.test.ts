import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppError } from '#contract/base/errors.ts';
import type { Tx } from '#server/kit/context.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { openDatabase } from './database.ts';
import type { Who } from './transaction-mode.ts';

const everything = ['site', 'facility:*', 'provider:*', 'billing'];
const demo: Who = { site: 'demo', UserId: null, device: null, scopes: everything };
/** Holds nothing of any site. */
const siteless = ['write_probe', 'sync_epoch', 'schema_migrations'];

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

async function tablesWithSite(): Promise<string[]> {
  const tables = await db.owner<{ relname: string }>(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`,
  );
  return tables.map((each) => each.relname).filter((name) => !siteless.includes(name));
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'no error',
    (error: unknown) => String((error as { code?: unknown }).code),
  );
}

test('every table is closed by row-level security, also for its owner', async () => {
  const open = await db.owner(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
     and not (relrowsecurity and relforcerowsecurity) and relname <> 'schema_migrations'`,
  );
  expect(open).toEqual([]);
  expect((await tablesWithSite()).length).toBeGreaterThan(25);
});

test('without a site no table shows a row', async () => {
  expect(await codeOf(db.outside((tx) => tx.rows('select 1 from login_failures')))).toBe('42501');
  for (const table of (await tablesWithSite()).filter((name) => name !== 'login_failures')) {
    expect(await db.outside((tx) => tx.rows(`select 1 from ${table} limit 1`)), table).toEqual([]);
  }
});

test('with a site every table shows rows of that site alone', async () => {
  let withRows = 0;
  for (const table of (await tablesWithSite()).filter((name) => name !== 'login_failures')) {
    const sites = await db.tx(demo, (tx) => tx.rows<{ site: string }>(`select distinct site from ${table}`));
    expect(
      sites.every((each) => each.site === 'demo'),
      table,
    ).toBe(true);
    withRows += sites.length;
  }
  expect(withRows).toBeGreaterThan(10);
  const [others] = await db.owner<{ count: number }>(
    `select count(*)::int as count from patients where site <> 'demo'`,
  );
  expect(others?.count).toBeGreaterThan(0);
});

test('row scopes close facilities and billing', async () => {
  const [facility] = await db.owner<{ FacilityId: string }>(
    `select "FacilityId" from facilities where site = 'demo' order by 1 limit 1`,
  );
  const narrow: Who = { ...demo, scopes: ['site', `facility:${facility?.FacilityId}`, 'provider:*'] };
  const seen = await db.tx(narrow, (tx) => tx.rows<{ FacilityId: string }>('select distinct "FacilityId" from visits'));
  expect(seen).toEqual([{ FacilityId: facility?.FacilityId }]);
  expect((await db.tx(demo, (tx) => tx.rows('select distinct "FacilityId" from visits'))).length).toBeGreaterThan(1);
  expect(await db.tx(narrow, (tx) => tx.rows('select 1 from ledger_entries limit 1'))).toEqual([]);
  expect((await db.tx(demo, (tx) => tx.rows('select 1 from ledger_entries limit 1'))).length).toBe(1);
});

test('the API cannot write into another site, nor step out of its role', async () => {
  const write = `insert into payers (site, "PayerId", "Name", "Kind", "ClaimFilingCode", "UnitMethod", "TherapyModifierRequired",
    "AssistantModifierRequired", "SubstitutesG0283", "TimelyFilingDays") values ($1, gen_random_uuid(), 'X', 'commercial', 'CI', 'cms', false, false, false, 90)`;
  expect(await codeOf(db.tx(demo, (tx) => tx.run(write, ['demo2'])))).toBe('42501');
  expect(await db.tx(demo, (tx) => tx.run(write, ['demo']))).toBe(1);
  for (const statement of [
    'set role postgres',
    'set session authorization postgres',
    'alter table patients disable row level security',
    'drop policy site_and_scope on patients',
    'delete from ledger_entries',
    'update ledger_entries set amount = 0',
    "update audit_entry set action = 'x'",
    "insert into sync_change (site, entity, pk) values ('demo', 'visits', 'x')",
    "update schema_migrations set sha256 = 'x'",
    'create table mine (a int)',
  ]) {
    expect(await codeOf(db.tx(demo, (tx) => tx.run(statement))), statement).toBe('42501');
  }
  const refused = await codeOf(
    db.tx(demo, async (tx) => {
      await tx.run('set local row_security = off');
      return tx.rows('select 1 from patients');
    }),
  );
  expect(refused).toBe('42501');
});

test('nothing of one transaction stays on the connection for the next', async () => {
  const one = openDatabase({ apiUrl: db.apiUrl, connections: 1 });
  await one.tx({ site: 'demo', UserId: 'u', device: 'd', scopes: everything }, (tx) => tx.rows('select 1'));
  const [left] = await one.outside((tx) =>
    tx.rows(
      `select current_setting('app.site', true) || current_setting('app.user', true) || current_setting('app.scopes', true) as left`,
    ),
  );
  expect(left).toEqual({ left: '' });
  await one.close();
});

test('a site name with quotes stays a value', async () => {
  const who = { ...demo, site: `x', true); drop table visits; --` };
  expect(await db.tx(who, (tx) => tx.rows('select app_site() as site'))).toEqual([{ site: who.site }]);
});

test('numbers, dates and instants arrive in the form the contract wants', async () => {
  const row = await db.tx(demo, (tx) =>
    tx.maybe(
      `select 5::bigint as cents, date '2026-11-18' as day, 1.50::numeric as price, to_jsonb(timestamptz '2026-11-18 10:00:00.123456-05') as at`,
    ),
  );
  expect(row).toEqual({ cents: 5, day: '2026-11-18', price: '1.50', at: '2026-11-18T15:00:00.123456+00:00' });
});

test('what fails is taken back, and the connection is used again', async () => {
  const count = () => db.tx(demo, (tx) => tx.maybe<{ n: number }>('select count(*) as n from devices'));
  const before = await count();
  const insert = `insert into devices (site, "DeviceId", "UserId") values ('demo', gen_random_uuid(), gen_random_uuid())`;
  await expect(
    db.tx(demo, async (tx) => {
      await tx.run(insert);
      throw new Error('stop');
    }),
  ).rejects.toThrow('stop');
  await db.tx(demo, async (tx) => {
    await tx.run(insert);
    await tx
      .savepoint(async () => {
        await tx.run(insert);
        await tx.rows('select 1/0');
      })
      .catch(() => undefined);
  });
  expect((await count())?.n).toBe((before?.n ?? 0) + 1);
});

test('a swallowed failure never looks like success', async () => {
  const work = db.tx(demo, async (tx) => {
    await tx.rows('select 1/0').catch(() => undefined);
    return 'done';
  });
  await expect(work).rejects.toThrow('had failed');
});

test('a read-only transaction refuses to write', async () => {
  const work = db.tx(demo, (tx) => tx.run('update patients set "Phone" = null'), {
    readOnly: true,
    isolation: 'repeatable read',
  });
  expect(await codeOf(work)).toBe('25006');
});

test('two transactions that lock each other out both come through', async () => {
  const ids = (
    await db.owner<{ PatientId: string }>(`select "PatientId" from patients where site = 'demo' order by 1 limit 2`)
  ).map((row) => row.PatientId);
  let runs = 0;
  const both = (order: (string | undefined)[]) =>
    db.tx(demo, async (tx) => {
      runs += 1;
      for (const id of order) {
        await tx.run(`update patients set "Pronouns" = 'they' where site = 'demo' and "PatientId" = $1`, [id]);
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      return 'done';
    });
  expect(await Promise.all([both(ids), both(ids.toReversed())])).toEqual(['done', 'done']);
  expect(runs).toBeGreaterThan(2);
});

test('a database that is away is told as unavailable, and the pool recovers', async () => {
  const away = openDatabase({ apiUrl: db.apiUrl.replace(/host=[^&]*/, 'host=%2Fnowhere'), connections: 1 });
  const error = await away.tx(demo, (tx) => tx.rows('select 1')).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(AppError);
  expect((error as AppError).kind).toBe('unavailable');
  await away.close();

  const cut = await db
    .tx(demo, async (tx) => {
      const [self] = await tx.rows<{ pid: number }>('select pg_backend_pid() as pid');
      await db.owner('select pg_terminate_backend($1)', [self?.pid]);
      return tx.rows('select 1');
    })
    .catch((caught: unknown) => caught);
  expect((cut as AppError).kind).toBe('unavailable');
  expect(await db.tx(demo, (tx) => tx.rows('select 1 as one'))).toEqual([{ one: 1 }]);
});

test('listening survives a cut connection and says that something may have been missed', async () => {
  const heard: (string | null)[] = [];
  const stop = await db.listen('mainstay_change', (payload) => heard.push(payload));
  await db.owner(`select pg_notify('mainstay_change', 'demo')`);
  await expect.poll(() => heard).toEqual(['demo']);
  await db.owner(
    `select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%' and datname = current_database()`,
  );
  await expect.poll(() => heard).toEqual(['demo', null]);
  await db.owner(`select pg_notify('mainstay_change', 'demo2')`);
  await expect.poll(() => heard).toEqual(['demo', null, 'demo2']);
  await stop();
});

test('the same text is prepared once and answers by its values', async () => {
  const ask = (value: number) => db.tx(demo, (tx) => tx.maybe('select $1::int + 1 as next', [value]));
  expect(await Promise.all([1, 2, 3, 4].map(ask))).toEqual([{ next: 2 }, { next: 3 }, { next: 4 }, { next: 5 }]);
});

const note = (pk: string) =>
  `insert into audit_entry (site, action, entity, pk, detail) values ('demo', 'print', 'patients', ${pk}, '{}')`;
const noted = async (pk: string) =>
  (await db.owner(`select from audit_entry where entity = 'patients' and pk = $1`, [pk])).length;

test('a statement that nobody waits for is done with its transaction, and undone with it', async () => {
  await db.tx(demo, async (tx) => tx.leave(note('$1'), ['left']));
  expect(await noted('left')).toBe(1);
  const undone = db.tx(demo, async (tx) => {
    tx.leave(note('$1'), ['undone']);
    throw new Error('later');
  });
  await expect(undone).rejects.toThrow('later');
  expect(await noted('undone')).toBe(0);
});

test('a statement that nobody waits for fails its transaction with its own reason, whatever comes after it', async () => {
  const write = (work: Parameters<typeof db.tx<unknown>>[1]) => codeOf(db.tx(demo, work));
  expect(await write(async (tx) => tx.leave(note('1/0')))).toBe('22012');
  const goesOn = write(async (tx) => {
    tx.leave(note('1/0'));
    await tx.run(note(`'after'`));
  });
  expect(await goesOn).toBe('22012');
  const swallows = write(async (tx) => {
    tx.leave(note('1/0'));
    await tx.run(note(`'after'`)).catch(() => undefined);
  });
  expect(await swallows).toBe('22012');
  expect(await noted('after')).toBe(0);
  // The connection is fit for the next.
  expect(await write((tx) => tx.rows('select 1'))).toBe('no error');
});

test('a statement that nobody waits for fails the savepoint it is in, and no more', async () => {
  const code = await db.tx(demo, async (tx) => {
    tx.leave(note(`'before'`));
    const inner = await codeOf(tx.savepoint(async () => tx.leave(note('1/0'))));
    const refused = codeOf(
      tx.savepoint(async () => {
        tx.leave(note(`'refused'`));
        throw Object.assign(new Error('refused'), { code: 'refused' });
      }),
    );
    tx.leave(note(`'behind'`));
    return [inner, await refused];
  });
  expect(code).toEqual(['22012', 'refused']);
  expect([await noted('before'), await noted('refused'), await noted('behind')]).toEqual([1, 0, 1]);
});

test('where the settings of a transaction fail, nothing behind them is done', async () => {
  const nobody = { ...demo, site: 'a\0b' };
  await expect(db.tx(nobody, async (tx) => tx.leave(note(`'nobody'`)))).rejects.toThrow();
  expect(await noted('nobody')).toBe(0);
  expect(await db.tx(demo, (tx) => tx.rows('select app_site() as site'))).toEqual([{ site: 'demo' }]);
});

test('a transaction whose statements are planned once leaves no such plan to the next', async () => {
  const mode = (tx: Tx) => tx.rows(`select current_setting('plan_cache_mode') as mode`);
  const one = openDatabase({ apiUrl: db.apiUrl, connections: 1 });
  expect(await one.tx(demo, mode, { planned: 'once' })).toEqual([{ mode: 'force_generic_plan' }]);
  expect(await one.tx(demo, mode)).toEqual([{ mode: 'auto' }]);
  await one.close();
});

test('once it has ended, a transaction refuses whatever it is still asked for, and the next is not touched by it', async () => {
  const one = openDatabase({ apiUrl: db.apiUrl, connections: 1 });
  let late: Tx | undefined;
  let goOn = () => {};
  const waits = new Promise<void>((resolve) => (goOn = resolve));
  const failed = one.tx(demo, (tx) => {
    late = tx;
    const straggler = waits.then(() => tx.run(note(`'straggler'`)));
    return Promise.all([straggler, Promise.reject(new Error('the other failed'))]);
  });
  await expect(failed).rejects.toThrow('the other failed');
  await one.tx(demo, async (tx) => {
    goOn();
    await tx.rows('select pg_sleep(0.05)');
  });
  expect(await noted('straggler')).toBe(0);
  await one.tx(demo, async (tx) => void (late = tx));
  const over = 'This transaction has ended.';
  await expect(late?.rows('select 1')).rejects.toThrow(over);
  await expect(late?.maybe('select 1')).rejects.toThrow(over);
  await expect(late?.run(note(`'late'`))).rejects.toThrow(over);
  await expect(late?.savepoint(async () => 'inside')).rejects.toThrow(over);
  expect(() => late?.leave(note(`'late'`))).toThrow(over);
  expect(await noted('late')).toBe(0);
  await one.close();
});

test('a savepoint that is still open when its transaction ends touches no other', async () => {
  const one = openDatabase({ apiUrl: db.apiUrl, connections: 1 });
  let goOn = () => {};
  const waits = new Promise<void>((resolve) => (goOn = resolve));
  let straggler: Promise<unknown> | undefined;
  await one.tx(demo, async (tx) => {
    straggler = tx.savepoint(() => waits.then(() => 'done'));
    straggler.catch(() => undefined);
    await tx.rows('select 1');
  });
  const work = one.tx(demo, async (tx) => {
    goOn();
    await expect(straggler).rejects.toThrow('This transaction has ended.');
    return tx.maybe('select 1 as one');
  });
  expect(await work).toEqual({ one: 1 });
  await one.close();
});

describe('a value that cannot be written', () => {
  const noText = Object.assign(() => undefined, {
    toString: () => {
      throw new Error('has no text');
    },
  });
  class Unreadable extends Date {
    override getTime(): number {
      throw new Error('has no text');
    }
  }
  test.each([
    ['a number JSON does not know', { count: 1n }],
    ['one inside a list', [{ count: 1n }]],
    ['what has no text', noText],
    ['a day that is only found out about while it is sent', new Unreadable()],
  ])('%s fails its statement, and the next use of it works', async (what, value) => {
    const one = openDatabase({ apiUrl: db.apiUrl, connections: 1 });
    const text = `select $1::text as told, '${what}' as of`;
    const ask = (given: unknown) => one.tx(demo, (tx) => tx.maybe<{ told: string }>(text, [given]));
    // From the second time on it has a name.
    await ask('first');
    for (let turn = 0; turn < 2; turn += 1) {
      await expect(ask(value)).rejects.toThrow(/BigInt|no text/);
      expect(await ask('again')).toMatchObject({ told: 'again' });
    }
    await one.close();
  });

  test('spoils neither what is sent beside it nor the rest of its transaction', async () => {
    const text = `select $1::text as told, 'beside' as of`;
    const told = await db.tx(demo, async (tx) => {
      await tx.rows(text, ['first']);
      const [bad, good] = await Promise.allSettled([tx.rows(text, [{ count: 1n }]), tx.maybe(text, ['beside'])]);
      return [bad.status, good, await tx.maybe(text, ['after'])];
    });
    expect(told).toMatchObject(['rejected', { value: { told: 'beside' } }, { told: 'after' }]);
    for (const value of [{ count: 1n }, noText]) {
      const left = db.tx(demo, async (tx) => {
        await tx.run(note(`'with it'`));
        tx.leave(text, [value]);
      });
      await expect(left).rejects.toThrow(/BigInt|no text/);
    }
    expect(await noted('with it')).toBe(0);
  });

  test('objects, lists of them, bytes and days arrive as before', async () => {
    const values = [
      { a: ['x"y'] },
      [{ b: 1 }, null],
      ['p,q', 'r"s'],
      [
        [1, 2],
        [3, 4],
      ],
      Buffer.from([1, 2]),
      undefined,
    ];
    const types = ['jsonb', 'jsonb[]', 'text[]', 'int[]', 'bytea', 'text'];
    const text = `select ${types.map((type, at) => `to_jsonb($${at + 1}::${type}) as v${at}`).join(', ')}`;
    expect(await db.tx(demo, (tx) => tx.maybe(text, values))).toEqual({
      v0: { a: ['x"y'] },
      v1: [{ b: 1 }, null],
      v2: ['p,q', 'r"s'],
      v3: [
        [1, 2],
        [3, 4],
      ],
      v4: '\\x0102',
      v5: null,
    });
  });
});
