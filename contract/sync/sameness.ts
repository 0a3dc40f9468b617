import { type EntityName, entityNames, keptRows } from '../kept-rows.ts';

/** Rows every device of the site holds whole. */
export const clinicEntities: readonly EntityName[] = entityNames.filter((name) => keptRows[name].keep === 'all');
/** Rows every device of the site holds of the days around today, as it does visits. */
export const dayEntities = ['customDays', 'nonPatientVisits'] as const;
/** Rows of a chart that are there whether or not all its visits are. */
export const patientEntities: readonly EntityName[] = entityNames.filter(
  (name) => keptRows[name].keep === 'chart' && keptRows[name].sealedWith === 'patient',
);
/** Visits and what hangs on them. */
export const visitEntities = [
  'visits',
  'visitNotes',
  'services',
  'claims',
  'visitHistory',
  'ledger',
  'visitExercises',
] as const;

/** Hex digits. Keys made on a device begin with the time, so that only their end is spread evenly. */
export const buckets = [...'0123456789abcdef'] as const;

export function bucketOf(key: string): string {
  return key.slice(-1);
}

/** How many rows there are, and the sum of their versions, whatever their order. */
export type Sum = { entity: EntityName; bucket: string; count: number; sum: string };

/** The sums of rows, without empty buckets; a version is the decimal text of 64 bits, as the server made it. */
export function sumsOf(entity: EntityName, rows: Iterable<{ key: string; version?: unknown }>): Sum[] {
  const found = new Map<string, { count: number; sum: bigint }>();
  for (const { key, version } of rows) {
    const bucket = bucketOf(key);
    const one = found.get(bucket) ?? { count: 0, sum: 0n };
    found.set(bucket, { count: one.count + 1, sum: one.sum + numberOf(version) });
  }
  return [...found].map(([bucket, { count, sum }]) => ({ entity, bucket, count, sum: String(sum) }));
}

/** A row without a version, which none has, differs from whatever the server holds. */
function numberOf(version: unknown): bigint {
  return typeof version === 'string' && /^-?\d{1,20}$/.test(version) ? BigInt(version) : 1n;
}

/** Buckets that are not the same on both sides, with how many rows the other side has in each. */
export function differing(
  own: readonly Sum[],
  theirs: readonly Sum[],
): { entity: EntityName; bucket: string; count: number }[] {
  const here = new Map(own.map((one) => [`${one.entity} ${one.bucket}`, one]));
  const there = new Map(theirs.map((one) => [`${one.entity} ${one.bucket}`, one]));
  const places = new Map([...here, ...there]);
  return [...places].flatMap(([place, { entity, bucket }]) => {
    const [mine, their] = [here.get(place), there.get(place)];
    if (mine && their && mine.count === their.count && as64(mine.sum) === as64(their.sum)) return [];
    return [{ entity, bucket, count: their?.count ?? 0 }];
  });
}

function as64(sum: string): bigint {
  return BigInt.asUintN(64, BigInt(sum));
}
