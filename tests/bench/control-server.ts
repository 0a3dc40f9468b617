import Fastify from 'fastify';
import pg from 'pg';

// The floor: bare Fastify and pg doing the same writes as a patient create (row, change log, audit,
// idempotency) in one transaction, without permissions, validation or row-level security.
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
await app.listen({ port: Number(process.env['CONTROL_PORT']), host: '127.0.0.1' });
console.log('control is ready');
