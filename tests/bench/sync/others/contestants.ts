import indexeddbAdapter from 'pouchdb-adapter-indexeddb';
import PouchDB from 'pouchdb-browser';
import { createRxDatabase } from 'rxdb/plugins/core';
import { replicateRxCollection } from 'rxdb/plugins/replication';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import {
  daysRead,
  eachPage,
  rowsPerPage,
  timeEach,
  visitsIn,
  writesTimed,
  type BenchRow,
  type Measured,
} from '../bench-rows.ts';

PouchDB.plugin(indexeddbAdapter);

/** Keys in which the visits of a day lie side by side: a range of the primary index is the fastest Pouch can do. */
const pouchKey = ({ id, entity, day }: BenchRow) => `${entity}|${day}|${id}`;

async function pouchAfter(
  db: BenchPouch,
  began: number,
  records: number,
  sample: readonly BenchRow[],
): Promise<Measured> {
  const firstSyncMs = performance.now() - began;
  const visits = visitsIn(sample);
  const writeMs = await timeEach(writesTimed, async (run) => {
    const doc = await db.get(pouchKey(visits[run % visits.length] as BenchRow));
    await db.put({ ...doc, changed: run });
  });
  const dayList = [...new Set(visits.map(({ day }) => day))].slice(0, daysRead);
  const readDayMs = await timeEach(dayList.length, (run) =>
    db.allDocs({ startkey: `visits|${dayList[run]}|`, endkey: `visits|${dayList[run]}|\uffff`, include_docs: true }),
  );
  await db.destroy();
  return { firstSyncMs, records, writeMs, readDayMs };
}

/** Replication as its users have it, from a CouchDB-protocol source that answers from memory. */
export async function pouchReplicated(adapter: 'idb' | 'indexeddb', sample: BenchRow[]): Promise<Measured> {
  const db = new PouchDB(`bench-replicated-${adapter}`, { adapter });
  const began = performance.now();
  const done = await db.replicate.from(`${location.origin}/db/rows`, { batch_size: rowsPerPage, batches_limit: 10 });
  return pouchAfter(db, began, done.docs_written, sample);
}

/** Its best case: no protocol and no revisions to compare, pages written as new documents. */
export async function pouchBulk(adapter: 'idb' | 'indexeddb', sample: BenchRow[]): Promise<Measured> {
  const db = new PouchDB(`bench-bulk-${adapter}`, { adapter });
  const began = performance.now();
  const records = await eachPage((rows) => db.bulkDocs(rows.map((row) => ({ ...row, _id: pouchKey(row) }))));
  return pouchAfter(db, began, records, sample);
}

const rxSchema = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id: { type: 'string', maxLength: 80 },
    entity: { type: 'string', maxLength: 30 },
    day: { type: 'string', maxLength: 10 },
    PatientId: { type: 'string', maxLength: 40 },
    changed: { type: 'number' },
    row: { type: 'object', additionalProperties: true },
  },
  required: ['id', 'entity', 'day', 'PatientId', 'row'],
  indexes: [['entity', 'day'], 'PatientId'],
} as const;

/** Its replication on its free storage. */
export async function rxReplicated(sample: BenchRow[]): Promise<Measured> {
  const db = await createRxDatabase({ name: 'bench-rx', storage: getRxStorageDexie(), multiInstance: false });
  const { rows } = await db.addCollections({ rows: { schema: rxSchema } });
  if (!rows) throw new Error('RxDB made no collection.');
  const began = performance.now();
  let records = 0;
  const replication = replicateRxCollection<BenchRow, { from: number }>({
    collection: rows as never,
    replicationIdentifier: 'bench',
    live: false,
    pull: {
      batchSize: rowsPerPage,
      async handler(checkpoint, batchSize) {
        const from = checkpoint?.from ?? 0;
        const page = (await (await fetch(`/rows?from=${from}&count=${batchSize}`)).json()) as BenchRow[];
        records = from + page.length;
        return { documents: page.map((row) => ({ ...row, _deleted: false })), checkpoint: { from: records } };
      },
    },
  });
  await replication.awaitInitialReplication();
  const firstSyncMs = performance.now() - began;
  const visits = visitsIn(sample);
  const writeMs = await timeEach(writesTimed, async (run) => {
    const doc = await rows.findOne(visits[run % visits.length]?.id).exec();
    await doc.incrementalPatch({ changed: run });
  });
  const dayList = [...new Set(visits.map(({ day }) => day))].slice(0, daysRead);
  const readDayMs = await timeEach(dayList.length, (run) =>
    rows.find({ selector: { entity: 'visits', day: dayList[run] } }).exec(),
  );
  await db.remove();
  return { firstSyncMs, records, writeMs, readDayMs };
}
