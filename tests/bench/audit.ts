import { spawnSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { makeClinic, type Clinic } from '../clinic.ts';
import { figure, tailFigure, type Figure } from './measure.ts';
import { tokenFor } from './token.ts';

const entries = Number(process.env['AUDIT_ENTRIES'] ?? 1_000_000);
const atOnce = 50_000;

/** An id in SQL that follows from a text. */
const uuid = (text: string) =>
  `overlay(overlay(md5(${text}) placing '4' from 13 for 1) placing '8' from 17 for 1)::uuid::text`;

/**
 * A log of a year: 200 people, 20,000 patients, rows like those of visits, lists of five patients and first syncs of two
 * thousand; sealed by the server as it is written.
 */
async function fill(clinic: Clinic): Promise<void> {
  for (let from = 0; from < entries; from += atOnce) {
    await clinic.sql(
      `insert into audit_entry (site, at, "UserId", "DeviceId", action, entity, pk, "PatientId", detail, "AppVersion", offline)
       select 'demo', clock_timestamp(), case when n % 3 = 0 then (select "UserId"::text from users where site = 'demo' order by 1 offset n % 5 limit 1)
           else ${uuid("'user' || n % 200")} end,
         md5('device' || n % 300)::uuid::text, (array['update', 'update', 'update', 'insert', 'view', 'view', 'login', 'list'])[1 + n % 8],
         case when n % 8 = 7 then 'charts' else (array['visits', 'visitNotes', 'services', 'patients'])[1 + n % 4] end, md5('pk' || n / 5)::uuid::text,
         case when n % 8 < 7 then ${uuid("'patient' || n % 20000")} end,
         case when n % 8 = 7 then jsonb_build_object('patients', (select jsonb_agg(${uuid("'patient' || (n / 8 + i) % 20000")}) from generate_series(0, case when n % 4000 = 7 then 2000 else 4 end) i)) else jsonb_build_object('VisitId', md5('pk' || n / 5)::uuid, 'PatientId', ${uuid("'patient' || n % 20000")}, 'stage', 'review', 'n', n,
           'Start', '2026-11-18T09:00', 'End', '2026-11-18T09:45', 'VisitTypeName', 'Follow-up', 'updated_at', clock_timestamp()) end,
         '0.1.0', n % 7 = 0
       from generate_series($1::int, $2::int - 1) n`,
      [from, Math.min(entries, from + atOnce)],
    );
  }
  await clinic.sql('analyze audit_entry');
}

async function isSealed(clinic: Clinic): Promise<void> {
  while ((await clinic.sql('select 1 from audit_unsealed limit 1')).length > 0) await wait(500);
}

function verify(clinic: Clinic): number {
  const began = performance.now();
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['server/admin.ts', 'verify-audit', '--site', 'demo'],
    {
      env: { ...process.env, DATA_DIR: clinic.dataDir },
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(`verify-audit found something: ${stdout}${stderr}`);
  return performance.now() - began;
}

async function pages(clinic: Clinic): Promise<Figure[]> {
  const headers = { authorization: `Bearer ${await tokenFor(clinic, 'admin')}`, 'x-site-key': 'demo' };
  const [row] = await clinic.sql<{ person: string; patient: string; today: string }>(
    `select (select "UserId"::text from users where site = 'demo' order by 1 limit 1) as person,
       ${uuid("'patient7'")} as patient, current_date::text as today`,
  );
  const asked = {
    'newest first': '',
    'of a person': `UserId=${row?.person}`,
    'of a patient': `PatientId=${row?.patient}`,
    'by action': 'sort=action',
    'by person': 'sort=person',
    'of a period': `from=${row?.today}&to=${row?.today}&order=asc`,
    'of a rare action': 'action=emergency%20access',
  };
  const figures: Figure[] = [];
  for (const [name, query] of Object.entries(asked)) {
    const times: number[] = [];
    for (let round = 0; round < 20; round += 1) {
      const began = performance.now();
      const reply = await fetch(`${clinic.url}/api/audit/entries?${query}`, { headers });
      if (!reply.ok) throw new Error(`the list answered ${reply.status}`);
      await reply.json();
      times.push(performance.now() - began);
    }
    figures.push(tailFigure(`a page of the audit log, ${name}`, 'ms', times, 300));
  }
  return figures;
}

/** The audit log with a million entries: how long it takes to prove that it is whole, and to show a page of it. */
export async function benchAudit(): Promise<Figure[]> {
  const clinic = await makeClinic({ REQUESTS_PER_MINUTE: '1000000' });
  try {
    await clinic.start();
    const began = performance.now();
    await fill(clinic);
    await isSealed(clinic);
    const many = entries.toLocaleString('en-US');
    const note = `written and sealed in ${Math.round((performance.now() - began) / 1000)} s`;
    const times = [verify(clinic), verify(clinic), verify(clinic)];
    return [figure(`verify-audit over ${many} entries`, 'ms', times, 30_000, note), ...(await pages(clinic))];
  } finally {
    await clinic.stop();
  }
}
