import Fastify from 'fastify';
import pg from 'pg';

// The floor: bare Fastify and pg doing the same writes as a patient create (row, change log, audit, idempotency) in one
// transaction, and the same reads, without permissions, validation, audit of views or row-level security.
const pool = new pg.Pool({ connectionString: process.env['CONTROL_URL'], max: 10 });
await pool.query(`
  create schema if not exists control;
  create table if not exists control.patients (id uuid primary key, row jsonb not null);
  create table if not exists control.insurances (id uuid primary key, patient uuid not null, row jsonb not null);
  create table if not exists control.changes (n bigint generated always as identity primary key, entity text, pk text);
  create table if not exists control.audit (n bigint generated always as identity primary key, who text, pk text, row jsonb);
  create table if not exists control.keys (key text primary key, reply jsonb);
`);

type Body = { patient: { PatientId: string }; insurances: { InsuranceId: string }[] };

const app = Fastify();
app.post<{ Body: Body }>('/patients', async (request) => {
  const { patient, insurances } = request.body;
  const client = await pool.connect();
  try {
    await client.query('begin');
    const rows: [string, string, unknown][] = [
      ['patients', patient.PatientId, patient],
      ...insurances.map((one): [string, string, unknown] => ['insurances', one.InsuranceId, one]),
    ];
    for (const [table, id, row] of rows) {
      if (table === 'patients')
        await client.query('insert into control.patients values ($1, $2)', [id, JSON.stringify(row)]);
      else
        await client.query('insert into control.insurances values ($1, $2, $3)', [
          id,
          patient.PatientId,
          JSON.stringify(row),
        ]);
      await client.query('insert into control.changes (entity, pk) values ($1, $2)', [table, id]);
      await client.query('insert into control.audit (who, pk, row) values ($1, $2, $3)', [
        'bench',
        id,
        JSON.stringify(row),
      ]);
    }
    await client.query('insert into control.keys values ($1, $2)', [
      request.headers['idempotency-key'],
      JSON.stringify(patient),
    ]);
    await client.query('commit');
    return { patient, insurances };
  } finally {
    client.release();
  }
});

/** Prepared once a connection, as ours are. */
const named = new Map<string, string>();
function nameOf(text: string): string {
  const name = named.get(text) ?? `q${named.size}`;
  named.set(text, name);
  return name;
}
const rowsOf = async (text: string, values: unknown[]) => (await pool.query({ name: nameOf(text), text, values })).rows;

// `control.people`: a copy of the patients with an index on each name (fill-patients.ts).
app.get<{ Querystring: { q: string } }>('/patients', async ({ query }) => ({
  patients: await rowsOf(
    `select * from control.people where lower("LastName") like $1 or lower("FirstName") like $1
     order by lower("LastName"), lower("FirstName"), "PatientId" limit 50`,
    [`${query.q.toLowerCase()}%`],
  ),
}));

app.get<{ Params: { id: string } }>('/patients/:id', async ({ params }) => ({
  patient: (await rowsOf(`select * from patients where site = 'demo' and "PatientId" = $1`, [params.id]))[0],
  insurances: await rowsOf(`select * from insurances where site = 'demo' and "PatientId" = $1`, [params.id]),
  cases: await rowsOf(`select * from cases where site = 'demo' and "PatientId" = $1`, [params.id]),
}));

app.post<{ Body: { from: string; until: string; ProviderIds: string[] } }>('/week', async ({ body }) => {
  const days = [body.from, body.until];
  const visits: { PatientId: string }[] = await rowsOf(
    `select * from visits where site = 'demo' and "Start" >= $1 and "Start" < $2 and "ProviderId" = any ($3::uuid[])
     order by "Start", "VisitId"`,
    [...days, body.ProviderIds],
  );
  return {
    visits,
    providers: await rowsOf(`select * from providers where site = 'demo' and "ProviderId" = any ($1::uuid[])`, [
      body.ProviderIds,
    ]),
    customDays: await rowsOf(`select * from custom_days where site = 'demo' and day >= $1 and day < $2`, days),
    holidays: await rowsOf(`select * from holidays where site = 'demo' and day >= $1 and day < $2`, days),
    others: await rowsOf(
      `select * from non_patient_visits where site = 'demo' and "Start" >= $1 and "Start" < $2`,
      days,
    ),
    patients: await rowsOf(
      `select "PatientId", "FirstName", "LastName", "PreferredName" from patients where site = 'demo' and "PatientId" = any ($1::uuid[])`,
      [[...new Set(visits.map(({ PatientId }) => PatientId))]],
    ),
  };
});

await app.listen({ port: Number(process.env['CONTROL_PORT']), host: '127.0.0.1' });
console.log('control is ready');
