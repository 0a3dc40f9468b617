import { randomUUID } from 'node:crypto';
import { addDays } from '../../../contract/base/dates.ts';
import { cast } from '../../../server/demo/cast.ts';
import type { Clinic } from '../../clinic.ts';
import { todayAt } from '../visits.ts';

/** Somebody of Medicare with a course of visits, one a day, of which nothing has taken place. */
export type Course = {
  PatientId: string;
  CaseId: string;
  name: { FirstName: string; LastName: string };
  title: string;
  /** `YYYY-MM-DD`, the first is that of the evaluation. */
  days: string[];
  /** VisitId by its place in the course. */
  visits: string[];
  /** ms since 1970 of an hour of a day of the course, on the clinic's clock. */
  at(day: number, hour?: string): Promise<number>;
  /** The same of any day. */
  on(day: string, hour?: string): Promise<number>;
};

export const allowedVisits = 10;

/** A row like another with some fields of its own. */
async function copyRow(clinic: Clinic, table: string, where: string, own: Record<string, unknown>): Promise<void> {
  const [columns] = await clinic.sql<{ names: string }>(
    `select string_agg(format('%I', column_name), ', ') as names from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' and column_name not in ('updated_at', 'version')`,
    [table],
  );
  await clinic.sql(
    `insert into ${table} (${columns?.names}) select ${columns?.names}
     from jsonb_populate_record(null::${table}, (select to_jsonb(t) from ${table} t where site = 'demo' and ${where} limit 1) || $1::jsonb)`,
    [JSON.stringify(own)],
  );
}

/**
 * The course ends the day before the one it is at the clinic, so that no day of it is still to come for the server,
 * at whatever hour the test runs. Visits, script and authorization were there before the therapist: for
 * `allowedVisits` visits and until the day before the last one.
 */
export async function medicareCourse(clinic: Clinic, length: number): Promise<Course> {
  const last = addDays(await todayAt(clinic), -1);
  const days = Array.from({ length }, (_, at) => addDays(last, at + 1 - length));
  const [first = last] = days;
  const ids = { PatientId: randomUUID(), CaseId: randomUUID() };
  const InsuranceId = randomUUID();
  const name = { FirstName: 'Vera', LastName: 'Lindholm' };
  const title = 'Knee replacement, left';
  const { rosa } = cast.patients;
  await copyRow(clinic, 'patients', `"PatientId" = '${rosa}'`, { ...ids, ...name, PreferredName: null, alerts: [] });
  await copyRow(clinic, 'insurances', `"PatientId" = '${rosa}'`, {
    ...ids,
    InsuranceId,
    PayerId: cast.payers.medicare,
    Priority: 1,
    StartDate: null,
    EndDate: null,
  });
  await copyRow(clinic, 'cases', `"PatientId" = '${rosa}' and "Discipline" = 'PT'`, {
    ...ids,
    Title: title,
    InsuranceIds: [InsuranceId],
    StartDate: first,
    OnsetDate: first,
    VisitsPerWeek: null,
    PlanWeeks: null,
    PlanOfCareStart: null,
    PlanOfCareEnd: null,
    CustomInputs: [],
    DischargedAt: null,
    DischargeReason: null,
  });
  const visits = days.map(() => randomUUID());
  for (const [at, day] of days.entries())
    await copyRow(clinic, 'visits', `"VisitId" = '${cast.visits.today.scheduled}'`, {
      ...ids,
      VisitId: visits[at],
      VisitTypeName: at === 0 ? 'PT Evaluation' : 'PT Follow-up',
      Start: `${day}T18:00`,
      End: `${day}T18:45`,
      SeriesId: null,
      stage: 'scheduled',
    });
  await copyRow(clinic, 'scripts', `"PatientId" = '${rosa}'`, {
    ...ids,
    ScriptId: randomUUID(),
    Start: first,
    End: addDays(last, -1),
    Visits: null,
  });
  const authorization = `"AuthorizationId" is not null and "Kind" = 'visits' and "Status" = 'approved'`;
  await copyRow(clinic, 'authorizations', authorization, {
    ...ids,
    AuthorizationId: randomUUID(),
    InsuranceId,
    Number: 'AU2604',
    Allowed: allowedVisits,
    CountRule: 'signed',
    Start: first,
    End: addDays(last, -1),
    Note: null,
  });
  const on = async (day: string, hour = '18:00') => {
    const [row] = await clinic.sql<{ ms: string }>(
      `select extract(epoch from ($1::timestamp at time zone "TimeZone")) * 1000 as ms from sites where site = 'demo'`,
      [`${day} ${hour}`],
    );
    return Number(row?.ms);
  };
  return {
    ...ids,
    name,
    title,
    days,
    visits,
    on,
    at: (day, hour) => on(days[day] ?? '', hour),
  };
}
