import type { Clinic } from '../clinic.ts';

export const providers = 40;
export const visitsADay = 1_000;

/** Copies the first row of a table once for each row of a source, with other values in some of its columns. */
async function copyRow(clinic: Clinic, table: string, first: string, changes: string, source: string): Promise<void> {
  const [found] = await clinic.sql<{ names: string }>(
    `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  );
  await clinic.sql(
    `insert into ${table} (${found?.names}) select ${found?.names} from (
       select (jsonb_populate_record(null::${table}, to_jsonb(p) || jsonb_build_object(${changes}))).*
       from (select * from ${table} where site = 'demo' and ${first} limit 1) p, ${source}) made`,
  );
}

/** Forty providers who work all day, and three days around today with a thousand visits each, of a thousand people. */
export async function fillCalendar(clinic: Clinic): Promise<void> {
  const block = `jsonb_build_object('start', '08:00', 'end', '17:00', 'FacilityId', p."FacilityIds"[1])`;
  await copyRow(
    clinic,
    'providers',
    `"Type" = 'PT' and not "Inactive"`,
    `'ProviderId', gen_random_uuid(), 'UserId', null, 'LastName', 'Bench ' || to_char(n, 'FM00'),
     'Schedule', jsonb_build_array(${Array.from({ length: 7 }, () => `jsonb_build_array(${block})`).join(', ')})`,
    `generate_series(1, ${providers} - (select count(*)::int from providers where site = 'demo' and not "Inactive")) n`,
  );
  await clinic.sql(
    `create temp table bench_people as
     select gen_random_uuid() as patient, gen_random_uuid() as episode, n from generate_series(1, ${visitsADay}) n`,
  );
  await copyRow(
    clinic,
    'patients',
    'true',
    `'PatientId', b.patient, 'PersonId', gen_random_uuid(), 'LastName', 'Calendar ' || b.n`,
    'bench_people b',
  );
  await copyRow(
    clinic,
    'cases',
    '"DischargedAt" is null',
    `'CaseId', b.episode, 'PatientId', b.patient, 'InsuranceIds', '[]'::jsonb`,
    'bench_people b',
  );
  await clinic.sql(
    `with day as (select to_char((now() at time zone "TimeZone")::date + off, 'YYYY-MM-DD') as day
                  from sites, generate_series(-1, 1) off where site = 'demo'),
          who as (select "ProviderId", "FacilityIds"[1] as facility, row_number() over (order by "ProviderId") - 1 as n
                  from providers where site = 'demo' and not "Inactive"),
          typed as (select "VisitTypeName" from visits where site = 'demo' limit 1)
     insert into visits (site, "VisitId", "CaseId", "PatientId", "FacilityId", "ProviderId", "VisitTypeName", "Start", "End", stage)
     select 'demo', gen_random_uuid(), b.episode, b.patient, who.facility, who."ProviderId", typed."VisitTypeName",
            day.day || 'T' || to_char(time '08:00' + ((b.n / $1) * 20) * interval '1 minute', 'HH24:MI'),
            day.day || 'T' || to_char(time '08:30' + ((b.n / $1) * 20) * interval '1 minute', 'HH24:MI'),
            (array['scheduled', 'confirmed', 'checkedIn', 'inProgress', 'review'])[1 + b.n % 5]
     from day, typed, bench_people b join who on who.n = b.n % $1`,
    [providers],
  );
}
