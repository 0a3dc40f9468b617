import type { Clinic } from '../clinic.ts';

const batch = 5_000;

/** Names made of syllables, 4,000 last and 1,200 first ones, so that short beginnings fit thousands. */
const name = (parts: string[][], n: string) =>
  parts.map((of, at) => `(array['${of.join("','")}'])[1 + (${n} / ${stepOf(parts, at)}) % ${of.length}]`).join(' || ');
const stepOf = (parts: string[][], at: number) => parts.slice(0, at).reduce((product, of) => product * of.length, 1);
const lastParts = [
  [
    'Mar',
    'Al',
    'Ber',
    'Car',
    'Dun',
    'El',
    'Fer',
    'Gar',
    'Hol',
    'Jan',
    'Kel',
    'Lan',
    'Mo',
    'Nor',
    'Per',
    'Ro',
    'San',
    'Tor',
    'Val',
    'Wes',
  ],
  [
    'ti',
    'ber',
    'man',
    'lo',
    'ga',
    'shi',
    'ro',
    'den',
    'va',
    'ke',
    'mi',
    'do',
    'ra',
    'se',
    'li',
    'co',
    'bu',
    'na',
    'fe',
    'go',
  ],
  ['nez', 'son', 'ton', 'berg', 'ley', 'ski', 'rez', 'field', 'well', 'ner'],
];
const firstParts = [
  ['Mari', 'An', 'Jo', 'El', 'Ro', 'Ka', 'Li', 'Da', 'Ste', 'Vi', 'Ben', 'Chri'],
  ['a', 'na', 'se', 'la', 'ther', 'ren', 'ni', 'vid', 'phen', 'ctor'],
  ['', 'na', 'lyn', 'son', 'el', 'i', 'us', 'ette', 'o', 'y'],
];

/** Searches whose hits are the same however many patients there are. */
export const fifty = 'quillon';
export const five = 'zyskow';
/** Of thousands, the first page. */
export const common = 'mar';

/** Brings the site to so many patients, past the logs of changes; the copy for the control has them too. */
export async function fillPatients(clinic: Clinic, wanted: number): Promise<void> {
  const copied = await columnsOf(clinic);
  const made = [
    ['PatientId', 'gen_random_uuid()'],
    ['PersonId', 'gen_random_uuid()'],
    [
      'LastName',
      `case when n between 5101 and 5150 then 'Quillon' || n when n between 5201 and 5205 then 'Zyskow' || n else ${name(lastParts, '(n * 7919)')} end`,
    ],
    ['FirstName', name(firstParts, '(n * 104729)')],
    ['DateOfBirth', `date '1930-01-01' + ((n * 31) % 30000)::int`],
    ['Phone', `'(617) ' || lpad((n / 10000 % 1000)::text, 3, '0') || '-' || lpad((n % 10000)::text, 4, '0')`],
  ] as const;
  const values = copied.map((column) => made.find(([own]) => own === column)?.[1] ?? `p."${column}"`).join(', ');
  const columns = copied.map((column) => `"${column}"`).join(', ');
  await clinic.sql('alter table patients disable trigger record_change');
  for (let from = await countOf(clinic); from < wanted; from += batch)
    await clinic.sql(
      `insert into patients (${columns}) select ${values}
       from (select * from patients where site = 'demo' limit 1) p, generate_series($1::bigint, $2::bigint) n`,
      [from + 1, Math.min(from + batch, wanted)],
    );
  await clinic.sql('alter table patients enable trigger record_change');
  await clinic.sql('drop table if exists control.people');
  await clinic.sql(`create table control.people as select * from patients where site = 'demo'`);
  for (const column of ['LastName', 'FirstName'])
    await clinic.sql(`create index on control.people (lower("${column}") text_pattern_ops)`);
  await clinic.sql('vacuum analyze');
  await clinic.sql('checkpoint');
}

/** Stored replies of keyed calls, as a clinic has them after a day of work. */
export async function fillKeys(clinic: Clinic, wanted: number): Promise<void> {
  await clinic.sql(
    `insert into idempotency (site, "UserId", key, call, "inputHash", reply, at)
     select 'demo', "UserId", gen_random_uuid()::text, 'patients.create', md5(n::text), '{}', now() - n * interval '4 seconds'
     from (select "UserId" from users where site = 'demo' limit 1) u, generate_series(1, $1::int) n`,
    [wanted],
  );
}

async function countOf(clinic: Clinic): Promise<number> {
  const [found] = await clinic.sql<{ n: number }>(`select count(*)::int as n from patients where site = 'demo'`);
  return found?.n ?? 0;
}

async function columnsOf(clinic: Clinic): Promise<string[]> {
  const rows = await clinic.sql<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = 'patients' and is_generated = 'NEVER'`,
  );
  return rows.map(({ name: column }) => column);
}
