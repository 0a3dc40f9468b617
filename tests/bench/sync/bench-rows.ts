/** One row as every contestant but ours stores it: in clear, with the two keys it is found by. */
export type BenchRow = { id: string; entity: string; day: string; PatientId: string; row: Record<string, unknown> };

export const rowsPerPage = 2_000;
/** Of every contestant but ours: so many writes, and days read, are timed. */
export const writesTimed = 100;
export const daysRead = 20;

export type Measured = { firstSyncMs: number; records: number; writeMs: number[]; readDayMs: number[] };

/** ms of each of `runs` runs, one after the other. */
export async function timeEach(runs: number, work: (run: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const began = performance.now();
    await work(run);
    times.push(performance.now() - began);
  }
  return times;
}

/** Every page of the rows, one at a time, as each device would fetch them. */
export async function eachPage(store: (rows: BenchRow[]) => Promise<unknown>): Promise<number> {
  let records = 0;
  for (;;) {
    const rows = (await (await fetch(`/rows?from=${records}&count=${rowsPerPage}`)).json()) as BenchRow[];
    if (rows.length > 0) await store(rows);
    records += rows.length;
    if (rows.length < rowsPerPage) return records;
  }
}

export function visitsIn(rows: readonly BenchRow[]): BenchRow[] {
  return rows.filter(({ entity }) => entity === 'visits');
}
