import type { Page } from 'playwright';
import { cast, type DemoUserName } from '#server/demo/cast.ts';
import { tables } from '#server/kit/db/tables.ts';
import { entities } from '#contract/entities.ts';
import { entityNames, type EntityName } from '#contract/kept-rows.ts';
import { aloneEntities, bundleTables, mirrorName, outboxName } from '#local/store/db.ts';
import type { Clinic } from '../../clinic.ts';
import { within } from '../../within.ts';

/** For reading a whole mirror beside the app, on a machine that five browsers keep busy. */
const readMs = 60_000;

type Held = Record<string, [key: string, version: string][]>;

/** Keys and versions of every mirrored row: they are in clear, and the version is the server's own of the whole row. */
async function readMirror(page: Page, who: DemoUserName): Promise<Held> {
  const name = mirrorName(cast.site, cast.users[who]);
  const read = page.evaluate(
    async ({ database, alone, bundled }) => {
      const answer = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error ?? new Error('IndexedDB failed.'));
        });
      const db = await answer(indexedDB.open(database));
      const held: Held = {};
      const tx = db.transaction([...alone, ...bundled]);
      for (const store of alone) {
        const rows = (await answer(tx.objectStore(store).getAll())) as { key: string; version: string }[];
        held[store] = rows.map(({ key, version }) => [key, version]);
      }
      for (const store of bundled) {
        const bundles = (await answer(tx.objectStore(store).getAll())) as {
          marks: Record<string, string>;
        }[];
        for (const { marks } of bundles)
          for (const [entity, text] of Object.entries(marks)) {
            const rows = text.split('\n').map((line): [string, string] => {
              const [key = '', version = ''] = line.split(' ');
              return [key, version];
            });
            held[entity] = [...(held[entity] ?? []), ...rows];
          }
      }
      db.close();
      return held;
    },
    { database: name, alone: aloneEntities, bundled: [...bundleTables] },
  );
  return within(readMs, `the mirror of ${who}`, read);
}

/** Calls of this device by state, read beside the app. */
export async function callsByState(page: Page, who: DemoUserName): Promise<Record<string, number>> {
  const read = page.evaluate(
    async (database) => {
      const answer = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error ?? new Error('IndexedDB failed.'));
        });
      const db = await answer(indexedDB.open(database));
      const calls = (await answer(db.transaction('calls').objectStore('calls').getAll())) as { state: string }[];
      db.close();
      const counts: Record<string, number> = {};
      for (const { state } of calls) counts[state] = (counts[state] ?? 0) + 1;
      return counts;
    },
    outboxName(cast.site, cast.users[who]),
  );
  return within(readMs, `the waiting calls of ${who}`, read);
}

const near = `from visits v where v.site = 'demo' and v."Start" >= to_char(now() - interval '5 days', 'YYYY-MM-DD')
  and v."Start" < to_char(now() + interval '30 days', 'YYYY-MM-DD')`;

/** What every device here must hold: all that is of the site, the visits of these weeks, and the charts they belong to. */
function mustHold(entity: EntityName): string | null {
  const { key, keep } = entities[entity];
  // Days are kept while they are near; the ledger comes only to who may see money.
  if (keep === 'day' || entity === 'ledger') return null;
  if (keep === 'window') return `select v."${key}" as id ${near}`;
  const rows = `select t."${key}"::text as id from ${tables[entity]} t where t.site = 'demo'`;
  return keep === 'all' ? rows : `${rows} and t."PatientId" in (select v."PatientId" ${near})`;
}

/** Rows that are other than the server's, that it does not have, and rows that are missing. */
export async function divergences(clinic: Clinic, page: Page, who: DemoUserName): Promise<string[]> {
  const held = await readMirror(page, who);
  const found: string[] = [];
  for (const entity of entityNames) {
    const rows = await clinic.sql<{ key: string; version: string }>(
      `select "${entities[entity].key}"::text as key, hash_record_extended(t, 0)::text as version
       from ${tables[entity]} t where site = 'demo'`,
    );
    const theirs = new Map(rows.map(({ key, version }) => [key, version]));
    for (const [key, version] of held[entity] ?? []) {
      const is = theirs.get(key);
      if (is === undefined) found.push(`${entity} ${key} is not on the server`);
      else if (is !== version) found.push(`${entity} ${key} is stale`);
    }
  }
  for (const entity of entityNames) {
    const wanted = mustHold(entity);
    if (wanted === null) continue;
    const mine = new Set(held[entity]?.map(([key]) => key));
    const rows = await clinic.sql<{ id: string }>(wanted);
    found.push(...rows.filter(({ id }) => !mine.has(id)).map(({ id }) => `${entity} ${id} is missing`));
  }
  return found;
}

/** Visits that the screen shows in another stage than the database has them in. */
export async function wrongCards(clinic: Clinic, page: Page, VisitIds: string[]): Promise<string[]> {
  const read = page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-visit]')].map((card) => [
      card.dataset['visit'] ?? '',
      card.dataset['stage'] ?? '',
    ]),
  );
  const cards = await within(readMs, 'the cards on screen', read);
  const shown = new Map(cards.map(([id, stage]) => [id, stage]));
  const rows = await clinic.sql<{ VisitId: string; stage: string }>(
    `select "VisitId", stage from visits where site = 'demo' and "VisitId" = any ($1)`,
    [VisitIds],
  );
  const faults = rows.flatMap(({ VisitId, stage }) => {
    const is = shown.get(VisitId);
    return is === stage ? [] : [`card ${VisitId} shows ${is ?? 'nothing'} instead of ${stage}`];
  });
  if (shown.size > 0 || faults.length === 0) return faults;
  return [`no card is shown; ${await within(readMs, 'the screen', screenOf(page))}`, ...faults];
}

/** Where a browser is, and the beginning of what it says there. */
export function screenOf(page: Page): Promise<string> {
  return page.evaluate(
    () => `${location.pathname}: "${document.body.innerText.slice(0, 400).replaceAll(/\s+/g, ' ')}"`,
  );
}
