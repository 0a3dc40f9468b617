import { rmSync } from 'node:fs';
import { chromium, type Page } from 'playwright';
import { cast } from '#server/demo/cast.ts';
import { launchOptions } from '../../chromium.ts';
import { makeClinic, type Clinic } from '../../clinic.ts';
import { assertAll, figure, median, tailFigure, type Figure } from '../measure.ts';
import { tokenFor } from '../token.ts';
import type { BenchRow, Measured } from './bench-rows.ts';
import { buildPages } from './build-page.ts';
import { fillClinic, rowsOf } from './clinic-rows.ts';
import { benchConcurrent } from './concurrent.ts';
import { areOthersInstalled, installOthers, notInstalledSentence } from './install.ts';
import type { BenchMove } from './ours.ts';
import { sourceServer } from './source-server.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
const saves = 200;
const calls = 1_000;
const wantedRecords = 20_000;

type Ours = Measured & { usableMs: number };
type Writes = { writeMs: number[]; drainedMs: number };
const others = [
  'pouchReplicated idb',
  'pouchReplicated indexeddb',
  'pouchBulk idb',
  'pouchBulk indexeddb',
  'rxReplicated',
] as const;
type Other = (typeof others)[number];
type Contestant = Other | 'rawDexie';
// BENCH_ONLY=ours leaves out the others and the server's side: a minute instead of six.
const isOnlyOurs = process.env['BENCH_ONLY'] === 'ours';
const ownPage = 'page.html';
const othersPage = 'others/others.html';

/** A browser of its own for each run: nobody finds caches or files of another. */
async function inBrowser<T>(address: string, work: (page: Page) => Promise<T>): Promise<T> {
  const browser = await chromium.launch(launchOptions);
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(300_000);
    await page.goto(address);
    await page.waitForFunction(() => 'bench' in window || 'others' in window);
    return await work(page);
  } finally {
    await browser.close();
  }
}

/** Visits nobody has moved yet, to be moved by calls. */
async function freshMoves(clinic: Clinic, count: number): Promise<BenchMove[]> {
  const moves = await clinic.sql<BenchMove>(
    `select "VisitId" as id, to_jsonb(updated_at) #>> '{}' as "lastUpdated", 'confirmed' as destination from visits
     where site = 'demo' and stage = 'scheduled' order by "VisitId" limit $1`,
    [count],
  );
  assertAll('visits to move', moves.length, count);
  return moves;
}

const whoAsks = async (clinic: Clinic) => ({
  site: cast.site,
  UserId: cast.users.front,
  token: await tokenFor(clinic, 'front'),
});

async function runOurs(clinic: Clinic, url: string): Promise<Ours> {
  const user = await whoAsks(clinic);
  return inBrowser(`${url}/${ownPage}`, (page) => page.evaluate((who) => window.bench.oursMeasured(who, []), user));
}

/** These change the clinic's rows: they come after every first sync, so that all of those fetch the same. */
async function runWrites(clinic: Clinic, url: string): Promise<Writes> {
  const user = await whoAsks(clinic);
  return inBrowser(`${url}/${ownPage}`, async (page) => {
    const first = await freshMoves(clinic, saves);
    const { writeMs } = await page.evaluate(([who, moves]) => window.bench.oursMeasured(who, moves), [
      user,
      first,
    ] as const);
    const second = await freshMoves(clinic, calls);
    const drainedMs = await page.evaluate(([who, moves]) => window.bench.oursDrained(who, moves), [
      user,
      second,
    ] as const);
    return { writeMs, drainedMs };
  });
}

function runOther(url: string, which: Other, sample: BenchRow[]): Promise<Measured> {
  const [name, adapter] = which.split(' ') as ['pouchReplicated' | 'pouchBulk' | 'rxReplicated', 'idb' | 'indexeddb'];
  return inBrowser(`${url}/${othersPage}`, (page) =>
    page.evaluate(
      ([method, by, rows]) =>
        method === 'rxReplicated' ? window.others.rxReplicated(rows) : window.others[method](by, rows),
      [name, adapter, sample] as const,
    ),
  );
}

function runRaw(url: string, sample: BenchRow[]): Promise<Measured> {
  return inBrowser(`${url}/${ownPage}`, (page) => page.evaluate((rows) => window.bench.rawDexie(rows), sample));
}

/** Whom ours is compared with in this run. */
async function contestantsHere(): Promise<Contestant[]> {
  if (isOnlyOurs) return [];
  if (process.argv.includes('--install') && !areOthersInstalled()) await installOthers();
  if (areOthersInstalled()) return [...others, 'rawDexie'];
  console.error(notInstalledSentence);
  return ['rawDexie'];
}

const rounded = (value: number) => Math.round(value * 100) / 100;

function figuresOf(ours: Ours[], writes: Writes[], theirs: Map<Contestant, Measured[]>, pageRecords: number): Figure[] {
  const syncMs = ours.map(({ firstSyncMs, records }) => (firstSyncMs / records) * wantedRecords);
  const own = {
    sync: median(syncMs),
    write: median(writes.flatMap(({ writeMs }) => writeMs)),
    read: median(ours.flatMap(({ readDayMs }) => readDayMs)),
  };
  const records = ours[0]?.records ?? 0;
  const figures: Figure[] = [
    figure(
      `first sync of ${wantedRecords.toLocaleString('en-US')} records, sealed`,
      's',
      syncMs.map((ms) => ms / 1000),
      6,
      `${records} records fetched`,
    ),
    figure(
      'first sync, until this and next week are there',
      's',
      ours.map(({ usableMs }) => usableMs / 1000),
      6,
    ),
    figure(
      `outbox of ${calls} calls drained`,
      's',
      writes.map(({ drainedMs }) => drainedMs / 1000),
      5,
    ),
    tailFigure(
      'durable local save (queueWrite)',
      'ms',
      writes.flatMap(({ writeMs }) => writeMs),
      15,
    ),
  ];
  for (const [which, runs] of theirs) {
    if (runs.length === 0) continue;
    const their = {
      sync: median(runs.map(({ firstSyncMs }) => (firstSyncMs / pageRecords) * wantedRecords)),
      write: median(runs.flatMap(({ writeMs }) => writeMs)),
      read: median(runs.flatMap(({ readDayMs }) => readDayMs)),
    };
    const ratio = rounded(their.sync / own.sync);
    const mustBe = which.startsWith('pouchReplicated') ? 3 : 0;
    const note =
      `theirs: sync ${(their.sync / 1000).toFixed(2)} s, write ${their.write.toFixed(2)} ms, day ${their.read.toFixed(2)} ms; ` +
      `ours: ${(own.sync / 1000).toFixed(2)} s, ${own.write.toFixed(2)} ms, ${own.read.toFixed(2)} ms; ` +
      `ratios write ${rounded(their.write / own.write)}, day ${rounded(their.read / own.read)}`;
    figures.push({
      ...figure(`first sync: ${which} takes so many times as long as ours`, '×', [ratio], mustBe, note),
      met: ratio >= mustBe,
    });
  }
  return figures;
}

function tell(who: string, { records, firstSyncMs }: Measured): void {
  console.error(`  ${who}: ${records} records in ${(firstSyncMs / 1000).toFixed(1)} s`);
}

/** Ours against PouchDB 9, RxDB and raw Dexie on the same rows in the same browser, in turns; then the server's side. */
export async function benchSync(): Promise<Figure[]> {
  const contestants = await contestantsHere();
  const hasOthers = contestants.some((which) => which !== 'rawDexie');
  const folder = await buildPages(hasOthers ? [ownPage, othersPage] : [ownPage]);
  const clinic = await makeClinic({ REQUESTS_PER_MINUTE: '1000000', SIGN_INS_PER_QUARTER_HOUR: '1000' });
  try {
    await clinic.start();
    await fillClinic(clinic);
    const rows = await rowsOf(clinic, 'front');
    const sample = rows.filter(({ entity }) => entity === 'visits').slice(0, 2_000);
    const source = await sourceServer(folder, rows, clinic.url);
    const ours: Ours[] = [];
    const theirs = new Map<Contestant, Measured[]>(contestants.map((which) => [which, []]));
    for (let round = 0; round < rounds; round += 1) {
      console.error(`sync round ${round + 1} of ${rounds}`);
      const own = await runOurs(clinic, source.url);
      tell('ours', own);
      assertAll('records of ours', own.records, wantedRecords);
      ours.push(own);
      for (const which of contestants) {
        const measured = await (which === 'rawDexie'
          ? runRaw(source.url, sample)
          : runOther(source.url, which, sample));
        tell(which, measured);
        assertAll(`records of ${which}`, measured.records, rows.length);
        theirs.get(which)?.push(measured);
      }
    }
    const writes: Writes[] = [];
    for (let round = 0; round < rounds; round += 1) writes.push(await runWrites(clinic, source.url));
    await source.close();
    const figures = figuresOf(ours, writes, theirs, rows.length);
    return isOnlyOurs ? figures : [...figures, ...(await benchConcurrent(clinic))];
  } finally {
    await clinic.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
