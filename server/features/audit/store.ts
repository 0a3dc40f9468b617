import type { AuditEntry } from '#contract/audit/entry.ts';
import { entities } from '#contract/entities.ts';
import type { Tx } from '#server/kit/context.ts';

type Filter = {
  PatientId?: string | undefined;
  UserId?: string | undefined;
  action?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};
/** Where a page ended: the time in microseconds since 1970, and the number of the entry. */
export type Place = { at: string; id: string };
/** The entries of one person or one action; null where entries name none. */
export type Group = { column: 'UserId' | 'action'; value: string | null };
export type Asked = { filter: Filter; group: Group | null; after: Place | null; order: 'asc' | 'desc'; limit: number };

const micros = (column: string) => `(extract(epoch from ${column}) * 1000000)::bigint`;
const instant = (column: string) => `to_jsonb(${column}) #>> '{}'`;
const entryId = (column: string) => `('00000000-0000-7000-8000-' || lpad(to_hex(${column}), 12, '0'))`;

/** As the key of a table, so that its index is used; null for what is none. */
const uuidIn = (column: string) =>
  `case when ${column} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then ${column}::uuid end`;

/** What only the server knows of a row; what an update changed besides these is named. */
const unsaid = `array['updated_at', 'site', 'scope']`;

/** Entries of these hold the whole row (migration 0001, record_change); others what somebody chose to tell. */
const rowEntities = `array[${Object.keys(entities)
  .map((name) => `'${name}'`)
  .join(', ')}]`;

/**
 * The record as an entry leaves it and as it was before: told by the entry itself where it holds both, else by the entry
 * before it.
 */
const told = `left join lateral (
    select p.detail from audit_entry p where e.action in ('update', 'delete') and e.entity = any (${rowEntities}) and p.site = e.site and p.entity = e.entity and p.pk = e.pk
      and p.id < e.id and p.action in ('insert', 'update') order by p.id desc limit 1) earlier on true
  cross join lateral (
    select case when both_there then nullif(e.detail -> 'after', 'null') else e.detail end as now,
      case when both_there then nullif(e.detail -> 'before', 'null') else earlier.detail end as was
    from (select e.detail ?& array['before', 'after'] as both_there) form) told`;

/** Cases belong to a facility; what hangs on a visit is seen by who sees that visit, which row security says. */
const outside = `coalesce(case e.entity
    when 'cases' then not in_scope('facility:' || (e.detail ->> 'FacilityId'))
    else e.detail ? 'VisitId' and not exists (
      select from visits v where v.site = e.site and v."VisitId" = ${uuidIn(`(e.detail ->> 'VisitId')`)})
  end, false)`;

/** What somebody typed to say why; of a row it would be a value of the record. */
const reason = `case when not (e.entity = any (${rowEntities}) and e.action in ('insert', 'update', 'delete'))
    then e.detail ->> 'reason' end`;

const lines = `select ${entryId('e.id')} as id, ${micros('e.at')}::text as "placeAt", e.id::text as "placeId", ${instant('e.at')} as at, e."UserId",
    coalesce(u."FirstName" || ' ' || u."LastName", case when e."UserId" is not null then 'Support' end) as person,
    e.action, e.entity, e.pk, e."isOutside",
    case when e.entity = 'charts' then (select count(*) from shown_in(e.detail))::integer end as patients,
    case when not e."isOutside" then e."PatientId" end as "PatientId",
    case when not e."isOutside" then ${reason} end as reason,
    case when e.entity = 'users' then s."FirstName" || ' ' || s."LastName" end as account,
    case when p."PatientId" is not null and not e."isOutside" then jsonb_build_object('FirstName', p."FirstName", 'LastName', p."LastName") end as patient,
    case when e.action = 'update' and jsonb_typeof(told.now) = 'object' and told.was is not null then coalesce((
      select array_agg(k order by k) from jsonb_object_keys(told.now) k
      where k <> all (${unsaid}) and told.now -> k is distinct from told.was -> k), '{}') else '{}' end as fields,
    d.name as device, e."AppVersion", e.offline, ${instant('e."madeAt"')} as "madeAt"
  from chosen e ${told}
    left join users u on u.site = e.site and u."UserId"::text = e."UserId"
    left join users s on e.entity = 'users' and s.site = e.site and s."UserId"::text = e.pk
    left join patients p on p.site = e.site and p."PatientId" = ${uuidIn('e."PatientId"')}
    left join devices d on d.site = e.site and d."DeviceId" = ${uuidIn('e."DeviceId"')}`;

export type Line = AuditEntry & { placeAt: string; placeId: string };

/** Whose log it is, and whether the reader sees only some facilities or providers. */
export type Reader = { site: string; isScoped: boolean };

/**
 * One stretch of the log in order of time. Row-level security keeps it to the caller's site. Asked for one patient, what
 * is outside the reader's row scope is left out: the filter would say whose it is.
 */
export function entriesOf(
  tx: Tx,
  { site, isScoped }: Reader,
  { filter, group, after, order, limit }: Asked,
): Promise<Line[]> {
  const values: unknown[] = [];
  const value = (given: unknown) => `$${values.push(given)}`;
  const where = [`e.site = ${value(site)}`];
  const is = (column: string, given: string | undefined) => {
    if (given !== undefined) where.push(`e."${column}" = ${value(given)}`);
  };
  if (isScoped && filter.PatientId !== undefined) where.push(`not ${outside}`);
  is('UserId', filter.UserId?.toLowerCase());
  is('action', filter.action);
  const midnight = (day: string, after = 0) =>
    `((${value(day)}::date + ${after})::timestamp at time zone (select "TimeZone" from sites where site = $1))`;
  if (filter.from !== undefined) where.push(`e.at >= ${midnight(filter.from)}`);
  if (filter.to !== undefined) where.push(`e.at < ${midnight(filter.to, 1)}`);
  if (group)
    where.push(group.value === null ? `e."${group.column}" is null` : `e."${group.column}" = ${value(group.value)}`);
  if (after) {
    const at = `timestamptz 'epoch' + ${value(after.at)}::bigint * interval '1 microsecond'`;
    where.push(`(e.at, e.id) ${order === 'asc' ? '>' : '<'} (${at}, ${value(after.id)}::bigint)`);
  }
  const newest = `order by e.at ${order}, e.id ${order} limit ${value(limit)}`;
  const chosenBy = (more: readonly string[]) =>
    `select e.*, ${isScoped ? outside : 'false'} as "isOutside" from audit_entry e
       where ${[...where, ...more].join(' and ')} ${newest}`;
  const chosen = filter.PatientId === undefined ? chosenBy([]) : ofPatient(value(filter.PatientId.toLowerCase()));
  // What is about one patient, and what was shown or sent of many at once: that is found by its seal, and while it waits
  // for one it is among the few that do.
  function ofPatient(id: string): string {
    const isAmong = `e.id in (select unnest(ids) from audit_shown where site = $1 and patients @> array[${id}]
      union all select id from audit_unsealed where site = $1)`;
    const [alone, among] = [
      [`e."PatientId" = ${id}`],
      [`e.entity = 'charts'`, isAmong, `e.detail -> 'patients' ? ${id}`],
    ];
    return `select * from ((${chosenBy(alone)}) union all (${chosenBy(among)})) e ${newest}`;
  }
  return tx.rows<Line>(
    `with chosen as materialized (${chosen})
     ${lines} order by e.at ${order}, e.id ${order}`,
    values,
  );
}

/** Everybody the site knows, by name, also who is disabled. */
export function peopleOf(tx: Tx, site: string): Promise<{ UserId: string; name: string }[]> {
  return tx.rows(
    `select "UserId", "FirstName" || ' ' || "LastName" as name from users where site = $1 order by "LastName", "FirstName", "UserId"`,
    [site],
  );
}

/** The different values of a column, each found by one step in the index. */
export async function valuesOf(tx: Tx, site: string, column: Group['column']): Promise<string[]> {
  const next = (condition: string) =>
    `(select "${column}" from audit_entry where site = $1 and "${column}" ${condition} order by "${column}" limit 1)`;
  const rows = await tx.rows<{ value: string }>(
    `with recursive each as (
       select ${next('is not null')} as value
       union all
       select ${next('> each.value')} from each where each.value is not null)
     select value from each where value is not null`,
    [site],
  );
  return rows.map(({ value }) => value);
}

export type Opened = {
  line: Line;
  detail: Record<string, unknown> | null;
  earlier: Record<string, unknown> | null;
  isSealed: boolean;
};

/** By name; of whoever is not there any more only the id. */
export function patientsNamed(
  tx: Tx,
  site: string,
  ids: readonly string[],
): Promise<{ PatientId: string; name: string | null }[]> {
  return tx.rows(
    `select id as "PatientId", p."LastName" || ', ' || p."FirstName" as name
     from unnest($2::text[]) id left join patients p on p.site = $1 and p."PatientId" = id::uuid
     order by p."LastName", p."FirstName", id`,
    [site, `{${ids.join()}}`],
  );
}

export async function openEntry(tx: Tx, { site, isScoped }: Reader, id: number): Promise<Opened | undefined> {
  return tx.maybe<Opened>(
    `with chosen as materialized (
       select e.*, ${isScoped ? outside : 'false'} as "isOutside" from audit_entry e where site = $1 and id = $2)
     select (select to_jsonb(line) from (${lines}) line) as line, told.now as detail, told.was as earlier,
       not exists (select from audit_unsealed w where w.site = e.site and w.id = e.id) as "isSealed"
     from chosen e ${told}`,
    [site, id],
  );
}
