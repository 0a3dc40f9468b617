import { entities, type EntityName } from '#contract/entities.ts';
import type { Clinic } from '../../clinic.ts';
import { tokenFor } from '../token.ts';
import type { BenchRow } from './bench-rows.ts';

const patients = 1_500;
const visitsEach = 10;

/** A clinic of 20,000 records in its working set: patients in treatment with their visits 55 days either way. */
export async function fillClinic(clinic: Clinic): Promise<void> {
  // Nobody has synced yet: the change log and the audit log of these rows are left out.
  await clinic.sql(`set session_replication_role = replica`);
  await clinic.sql(
    `create temp table made as
     select n, gen_random_uuid() as "PatientId", gen_random_uuid() as "CaseId", gen_random_uuid() as "InsuranceId"
     from generate_series(1, $1) n`,
    [patients],
  );
  await clinic.sql(
    `insert into patients (site, "PatientId", "PersonId", "FirstName", "LastName", "DateOfBirth", "Sex", "Phone", "Email", "Address1", "City", "StateOrProvince", "PostalCode")
     select 'demo', "PatientId", gen_random_uuid(), 'First' || n, 'Bench' || (n * 7919 % 1500), '1950-01-01'::date + n * 11, 'F',
            '555' || lpad(n::text, 7, '0'), 'bench' || n || '@example.test', n || ' Bench Road', 'Boston', 'MA', '02108' from made`,
  );
  await clinic.sql(
    `insert into insurances (site, "InsuranceId", "PatientId", "PayerId", "Priority", "MemberId", "Relationship")
     select 'demo', m."InsuranceId", m."PatientId", p."PayerId", 1, 'M' || m.n, '18'
     from made m, (select "PayerId" from payers where site = 'demo' order by 1 limit 1) p`,
  );
  await clinic.sql(
    `insert into cases (site, "CaseId", "PatientId", "FacilityId", "ProviderId", "Title", "Discipline", "InsuranceIds", "StartDate")
     select 'demo', m."CaseId", m."PatientId", c."FacilityId", c."ProviderId", 'Right knee pain', 'PT', array[m."InsuranceId"], current_date - 60
     from made m, (select * from cases where site = 'demo' order by "CaseId" limit 1) c`,
  );
  await clinic.sql(
    `insert into visits (site, "VisitId", "CaseId", "PatientId", "FacilityId", "ProviderId", "VisitTypeName", "Start", "End", scope)
     select 'demo', gen_random_uuid(), m."CaseId", m."PatientId", v."FacilityId", v."ProviderId", v."VisitTypeName", d || 'T09:00', d || 'T09:45', v.scope
     from made m cross join generate_series(0, $1 - 1) k
     cross join lateral (select to_char(current_date - 55 + (m.n + k * 11) % 111, 'YYYY-MM-DD') as d) day
     cross join (select * from visits where site = 'demo' order by "VisitId" limit 1) v`,
    [visitsEach],
  );
  await clinic.sql(`set session_replication_role = origin`);
  await clinic.sql('analyze');
}

/** The same rows that our device fetches, for the others. */
export async function rowsOf(clinic: Clinic, who: string): Promise<BenchRow[]> {
  const token = await tokenFor(clinic, who);
  const headers = { authorization: `Bearer ${token}`, 'x-site-key': 'demo', 'content-type': 'application/json' };
  const rows = new Map<string, BenchRow>();
  for (const priority of ['P0', 'P1']) {
    let after: string | null = null;
    do {
      const answer: Response = await fetch(`${clinic.url}/api/sync/hydrate`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ priority, after, day: null }),
      });
      if (!answer.ok) throw new Error(`hydrate failed: ${answer.status}`);
      const reply = (await answer.json()) as {
        put: { entity: EntityName; rows: Record<string, unknown>[] }[];
        after: string | null;
      };
      for (const { entity, rows: found } of reply.put) for (const row of found) add(rows, entity, row);
      ({ after } = reply);
    } while (after !== null);
  }
  return [...rows.values()];
}

function add(rows: Map<string, BenchRow>, entity: EntityName, row: Record<string, unknown>): void {
  const id = `${entity}-${String(row[entities[entity].key])}`;
  rows.set(id, {
    id,
    entity,
    day: String(row['Start'] ?? '').slice(0, 10),
    PatientId: String(row['PatientId'] ?? ''),
    row,
  });
}
