import { Dexie, type Table } from 'dexie';
import { daysRead, eachPage, timeEach, visitsIn, writesTimed, type BenchRow, type Measured } from './bench-rows.ts';

/** No sync and no sealing at all: the floor of what IndexedDB through Dexie costs. */
export async function rawDexie(sample: BenchRow[]): Promise<Measured> {
  const db = new Dexie('bench-dexie', { chromeTransactionDurability: 'strict' });
  db.version(1).stores({ rows: 'id, [entity+day], PatientId' });
  const rows = db.table('rows') as Table<BenchRow & { changed?: number }, string>;
  const began = performance.now();
  const records = await eachPage((page) => rows.bulkPut(page));
  const firstSyncMs = performance.now() - began;
  const visits = visitsIn(sample);
  const writeMs = await timeEach(writesTimed, (run) =>
    rows.update(visits[run % visits.length]?.id ?? '', { changed: run }),
  );
  const dayList = [...new Set(visits.map(({ day }) => day))].slice(0, daysRead);
  const readDayMs = await timeEach(dayList.length, (run) =>
    rows
      .where('[entity+day]')
      .equals(['visits', dayList[run] ?? ''])
      .toArray(),
  );
  await db.delete();
  return { firstSyncMs, records, writeMs, readDayMs };
}
