import type { AuditAction } from '#contract/audit/entry-words.ts';
import type { Caller, Tx } from '../context.ts';

/** What is told besides who and when: device, version and whether it waited come from the transaction (migration 0007). */
export type Told = {
  /** Null where nobody is known, as at a sign-in that did not work. */
  UserId: string | null;
  action: AuditAction;
  entity: string;
  pk: string;
  PatientId?: string | null;
  /** Ids, counts and typed reasons; never what is known of a patient. */
  detail?: Record<string, string | readonly string[]>;
};

/** Writes what no row change shows: signing in, choosing a site, printing. What it tells of fails with it. */
export async function audit(tx: Tx, site: string, entry: Told): Promise<void> {
  tx.leave(
    `insert into audit_entry (site, "UserId", action, entity, pk, "PatientId", detail) values ($1, $2, $3, $4, $5, $6, $7)`,
    valuesOf(site, entry),
  );
}

/** Writes several at once, each with the device of its own sign-in. */
export function insertOf(
  site: string,
  entries: readonly (Told & { device: string | null })[],
): { text: string; values: unknown[] } {
  const values: unknown[] = [site];
  const value = (given: unknown) => `$${values.push(given)}`;
  const rows = entries.map(({ device, ...entry }) => {
    const [, ...told] = valuesOf(site, entry);
    return `($1, ${[device, ...told].map(value).join(', ')})`;
  });
  const text = `insert into audit_entry (site, "DeviceId", "UserId", action, entity, pk, "PatientId", detail) values ${rows.join(', ')}`;
  return { text, values };
}

/**
 * SQL: what $2 did as $3 with one thing within the last hour. First all that is known of the thing: planned for any
 * values, the index of a person's last hour looks as good and holds thousands.
 */
const withinTheHour = (entity: string, pk: string) => `
  select from (select * from audit_entry where site = $1 and entity = ${entity} and pk = ${pk} offset 0) as of_it
  where "UserId" = $2 and action = $3 and at > clock_timestamp() - interval '1 hour'
    and coalesce("madeAt", at) > clock_timestamp() - interval '1 hour'`;

/** The same, unless this person did the same with the same within the last hour: looking twice is one look. */
export async function auditHourly(tx: Tx, site: string, entry: Told): Promise<void> {
  tx.leave(
    `insert into audit_entry (site, "UserId", action, entity, pk, "PatientId", detail)
     select $1, $2, $3, $4, $5, $6, $7 where not exists (${withinTheHour('$4', '$5')})`,
    valuesOf(site, entry),
  );
}

/** A call that its caller may not make, by its own route or out of an outbox. */
export function auditDenied(tx: Tx, { site, UserId }: Pick<Caller, 'site' | 'UserId'>, call: string): Promise<void> {
  return auditHourly(tx, site, { UserId, action: 'refused', entity: 'calls', pk: call });
}

/** Charts that were shown, each unless this person was shown it within the last hour; in one statement. */
export async function auditChartsHourly(
  tx: Tx,
  site: string,
  { UserId, action }: { UserId: string; action: 'view' | 'fetch' },
  PatientIds: ReadonlySet<string>,
): Promise<void> {
  const [only] = PatientIds;
  // Of one, PostgreSQL keeps a plan; of a list it makes one each time.
  if (only !== undefined && PatientIds.size === 1)
    return auditHourly(tx, site, { UserId, action, entity: 'patients', pk: only, PatientId: only });
  tx.leave(
    `insert into audit_entry (site, "UserId", action, entity, pk, "PatientId", detail)
     select $1, $2, $3, 'patients', patient, patient, '{}' from unnest($4::text[]) as told (patient)
     where not exists (${withinTheHour(`'patients'`, 'patient')})`,
    [site, UserId, action, `{${[...PatientIds].join()}}`],
  );
}

/**
 * A chart opened from what a device keeps, at the time that the transaction says; unless it is known that this person
 * looked within an hour of it.
 */
export async function auditOpened(
  tx: Tx,
  site: string,
  { UserId, PatientId, openedAt }: { UserId: string; PatientId: string; openedAt: string },
): Promise<void> {
  // Told twice at once, the second waits for the first.
  await tx.rows('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`view ${site} ${UserId} ${PatientId}`]);
  const detail = { from: 'this device', openedAt };
  await tx.run(
    `insert into audit_entry (site, "UserId", action, entity, pk, "PatientId", detail)
     select $1, $2, $3, $4, $5, $6, $7 where not exists (
       select from audit_entry where site = $1 and "UserId" = $2 and action = $3 and entity = $4 and pk = $5
         and (detail ->> 'openedAt' = $8 or abs(extract(epoch from coalesce("madeAt", at) -
           coalesce(nullif(current_setting('app.made_at', true), '')::timestamptz, now()))) < 3600))`,
    [...valuesOf(site, { UserId, action: 'view', entity: 'patients', pk: PatientId, PatientId, detail }), openedAt],
  );
}

function valuesOf(site: string, { UserId, action, entity, pk, PatientId = null, detail = {} }: Told): unknown[] {
  return [site, UserId, action, entity, pk, PatientId, JSON.stringify(detail)];
}
