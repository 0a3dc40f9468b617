import { type EntityName, entityNames, keptRows } from '#contract/kept-rows.ts';
import type { InputOf, ReplyOf } from '#contract/endpoints.ts';
import type { Put, RowSet } from '#contract/sync/endpoints.ts';
import {
  bucketOf,
  clinicEntities,
  dayEntities,
  patientEntities,
  sumsOf,
  visitEntities,
} from '#contract/sync/sameness.ts';

export type Row = Record<string, unknown>;
export type Table = (entity: EntityName) => Map<string, Row>;

export function emptyTables(): Table {
  const tables = new Map<EntityName, Map<string, Row>>(entityNames.map((entity) => [entity, new Map()]));
  return (entity) => tables.get(entity) ?? new Map<string, Row>();
}

export const keyIn = (entity: EntityName, row: Row) => String(row[keptRows[entity].key]);

export const putOf = (entity: EntityName, rows: Row[]): Put => ({ entity, rows, versions: rows.map(versionOf) });

/** Two multipliers over the text of a row: enough to tell rows of a test apart. */
function versionOf(row: Row): string {
  let hash = 7n;
  for (const letter of JSON.stringify(row))
    hash = BigInt.asIntN(64, hash * 1_099_511_628_211n + BigInt(letter.charCodeAt(0)));
  return String(hash);
}

function rowsOf(table: Table, { kind, PatientIds, VisitIds, from, to }: RowSet, entity: EntityName): Row[] {
  const isNear = ({ Start, day = String(Start).slice(0, 10) }: Row) => String(day) >= from && String(day) <= to;
  const isNamed = ({ VisitId }: Row) =>
    VisitId === null || VisitIds.some((id) => id === VisitId) || isNear(table('visits').get(String(VisitId)) ?? {});
  const isOfVisit = (visitEntities as readonly EntityName[]).includes(entity);
  return [...table(entity).values()].filter((row) => {
    if (kind === 'clinic') return true;
    if (kind === 'days') return isNear(row);
    return PatientIds.some((id) => id === row.PatientId) && (kind === 'charts' || !isOfVisit || isNamed(row));
  });
}

/** The sums by which a device finds out whether it holds the same rows. */
export function sumsIn(table: Table, set: RowSet): ReplyOf<'sync.compare'>['sums'] {
  const compared: readonly EntityName[] =
    set.kind === 'clinic'
      ? clinicEntities
      : set.kind === 'days'
        ? ['visits', ...dayEntities]
        : [...patientEntities, ...visitEntities];
  return compared.flatMap((entity) =>
    sumsOf(
      entity,
      rowsOf(table, set, entity).map((row) => ({ key: keyIn(entity, row), version: versionOf(row) })),
    ),
  );
}

/** The rows whose sums differ. */
export function bucketsIn(table: Table, { set, entity, buckets }: InputOf<'sync.repair'>): Put {
  return putOf(
    entity,
    rowsOf(table, set, entity).filter((row) => buckets.includes(bucketOf(keyIn(entity, row)))),
  );
}
