import { rmSync } from 'node:fs';
import pg from 'pg';
import { seedIfEmpty } from '#server/demo-logins.ts';
import { openDatabase, type Database } from '#server/kit/db/database.ts';
import type { Who } from '#server/kit/db/transaction-mode.ts';
import { startEmbedded } from '#server/kit/db/embedded-postgres.ts';
import { migrate } from '#server/kit/db/migrate.ts';
import { noticeChannel } from '#server/kit/db/notice-channel.ts';
import { newFolder } from '../clinic-folder.ts';
import { assertAll, figure, median, type Figure } from './measure.ts';

const writers = 10;
const turns = Number(process.env['BENCH_ROUNDS'] ?? 7);
const forMs = 3_000;
const leastShare = 80;

const who: Who = { site: 'demo', UserId: null, device: null, scopes: ['site', 'facility:*', 'provider:*', 'billing'] };

/** `transaction`: as it was once, each transaction that writes notifies by itself. */
const ways = ['none', 'after commit', 'transaction'] as const;
type Way = (typeof ways)[number];
const told = `perform tell_after_commit('changed ' || (one ->> 'site'));`;
const instead: Record<Way, string> = {
  none: '',
  'after commit': told,
  transaction: `perform pg_notify('${noticeChannel}', one ->> 'site');`,
};

/** Puts another way of telling into the trigger of every changed row. */
async function makesTell(owner: pg.Client): Promise<(way: Way) => Promise<unknown>> {
  const { rows } = await owner.query<{ text: string }>(`select pg_get_functiondef('record_change'::regproc) as text`);
  const text = rows[0]?.text ?? '';
  if (text.split(told).length !== 2) throw new Error('The trigger of changed rows tells in another way than expected.');
  return (way) => owner.query(text.replace(told, instead[way]));
}

/** Commits a second, each of one changed patient; every writer has patients of its own. */
async function commitsPerSecond(database: Database, ids: string[]): Promise<number> {
  let commits = 0;
  const began = performance.now();
  const write = async (id: string | undefined) => {
    while (performance.now() - began < forMs) {
      await database.tx(who, (tx) =>
        tx.run(`update patients set "PreferredName" = $2 where site = 'demo' and "PatientId" = $1`, [
          id,
          `N${commits}`,
        ]),
      );
      commits += 1;
    }
  };
  await Promise.all(ids.map(write));
  return commits / ((performance.now() - began) / 1_000);
}

/** Ten writers at once with and without notices, turn by turn, and as it was when they notified by themselves. */
export async function benchNotices(): Promise<Figure[]> {
  const dataDir = newFolder('clinic');
  const server = await startEmbedded(dataDir);
  const owner = new pg.Client({ connectionString: server.ownerUrl });
  const open = (connections: number) => openDatabase({ ...server, connections });
  const [database, other] = [open(writers), open(1)];
  try {
    await migrate(server.ownerUrl);
    await seedIfEmpty(server.ownerUrl);
    await owner.connect();
    const { rows } = await owner.query<{ id: string }>(
      `select "PatientId" as id from patients where site = 'demo' order by 1 limit $1`,
      [writers],
    );
    assertAll('patients, one for each writer', rows.length, writers);
    const ids = rows.map(({ id }) => id);
    let heard = 0;
    await other.listen(noticeChannel, () => (heard += 1));
    const tell = await makesTell(owner);
    const rates = new Map<Way, number[]>(ways.map((way) => [way, []]));
    // The first turn warms up: it is not counted.
    for (let turn = 0; turn <= turns; turn += 1) {
      for (const way of turn % 2 === 0 ? ways : ways.toReversed()) {
        await tell(way);
        heard = 0;
        const rate = await commitsPerSecond(database, ids);
        if (way !== 'none') assertAll('notices that another process hears', heard, 2);
        if (turn > 0) rates.get(way)?.push(rate);
      }
    }
    return figuresOf(rates);
  } finally {
    await owner.end();
    await Promise.all([database.close(), other.close()]);
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function figuresOf(rates: Map<Way, number[]>): Figure[] {
  const of = (way: Way) => rates.get(way) ?? [];
  const shares = (way: Way) => of(way).map((rate, turn) => (rate / (of('none')[turn] ?? Number.NaN)) * 100);
  const each = ways.map((way) => `${way} ${median(of(way)).toFixed(0)}`).join(', ');
  const one = figure(
    `${writers} concurrent writers with notices, of their rate without`,
    '%',
    shares('after commit'),
    leastShare,
    `commits a second: ${each}; notified by each transaction: ${median(shares('transaction')).toFixed(0)} %`,
  );
  return [{ ...one, met: one.median >= leastShare }];
}
