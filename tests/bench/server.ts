import { randomUUID } from 'node:crypto';
import { addDays } from '#contract/base/dates.ts';
import { weekStartOf } from '#contract/scheduling/week-start.ts';
import { makeClinic, type Clinic } from '../clinic.ts';
import { patientBody } from '../patient-body.ts';
import { startControl, type Control } from './control.ts';
import { fillCalendar } from './fill-calendar.ts';
import { common, fifty, fillKeys, fillPatients, five } from './fill-patients.ts';
import { assertAll, figure, median, type Figure } from './measure.ts';
import { weekToAsk } from './schedule-week.ts';
import { sideBySide, type Compared, type Work } from './side-by-side.ts';
import { startProgram } from './start-program.ts';
import { tokenFor } from './token.ts';

const sizes = (process.env['BENCH_PATIENTS'] ?? '20000,200000').split(',').map(Number);
const storedKeys = 20_000;
const only = process.env['BENCH_WORKS'] ?? '';

/** What the server does, API and database, beside a bare Fastify and PostgreSQL that does the same plainly. */
export async function benchServer(): Promise<Figure[]> {
  const clinic = await makeClinic(
    {
      REQUESTS_PER_MINUTE: '10000000',
      SIGN_INS_PER_QUARTER_HOUR: '1000',
      // As a clinic has it; tests judge every reply.
      JUDGED_REPLIES: '0.01',
    },
    'own',
    startProgram(),
  );
  let control: Control | undefined;
  try {
    await clinic.start();
    control = await startControl(clinic);
    await fillCalendar(clinic);
    await fillKeys(clinic, storedKeys);
    const figures: Figure[] = [];
    const searches: Compared[][] = [];
    for (const size of sizes) {
      console.error(`Filling in ${size} patients.`);
      await fillPatients(clinic, size);
      const works = (await worksOn(clinic, control.url)).filter(({ name }) => name.includes(only));
      assertAll(`kinds of requests with "${only}"`, works.length, 1);
      const told = size.toLocaleString('en-US');
      const here: Compared[] = [];
      for (const work of works) {
        const compared = await sideBySide(clinic, control, work);
        if (work.name.includes('search')) here.push(compared);
        const one = figureOf(`${work.name}, ${told} patients`, work, compared);
        console.error(`${work.name}: ${one.median} × of the control (${one.note})`);
        figures.push(one);
      }
      searches.push(here);
    }
    return [...figures, ...flatness(searches)];
  } finally {
    control?.stop();
    await clinic.stop();
  }
}

function figureOf(name: string, work: Work, { ours, floor }: Compared): Figure {
  const ratios = ours.total.map((one, at) => one / (floor.total[at] ?? Number.NaN));
  const side = (of: Compared['ours']) =>
    `${median(of.api).toFixed(2)} + ${median(of.database).toFixed(2)} ms, p50 ${of.p50.toFixed(1)} p95 ${of.p95.toFixed(1)} ms at 1 client, ${Math.round(median(of.perSecond))} req/s at 10`;
  const note = `ours API + database ${side(ours)}; control ${side(floor)}`;
  return figure(`${name}: processor time of API and database against the control`, '×', ratios, work.target, note);
}

/** Each search among the most patients against the same among the fewest. */
function flatness(searches: Compared[][]): Figure[] {
  const [fewest, most] = [searches[0], searches.at(-1)];
  if (!fewest || !most || fewest === most) return [];
  const ratios = most.map(({ ours }, at) => median(ours.total) / median(fewest[at]?.ours.total ?? []));
  const between = `${sizes.at(-1)?.toLocaleString('en-US')} against ${sizes[0]?.toLocaleString('en-US')} patients`;
  return [figure(`searches among ${between}, the worst of them`, '×', [Math.max(...ratios)], 1.5)];
}

async function worksOn(clinic: Clinic, floorUrl: string): Promise<Work[]> {
  const token = await tokenFor(clinic, 'admin');
  const headers = { authorization: `Bearer ${token}`, 'x-site-key': 'demo' };
  const json = { 'content-type': 'application/json' };
  const [payer] = await clinic.sql<{ PayerId: string }>(`select "PayerId" from payers where site = 'demo' limit 1`);
  const patients = await clinic.sql<{ id: string }>(
    `select "PatientId" as id from patients where site = 'demo' order by md5("PatientId"::text) limit 20000`,
  );
  const week = await weekToAsk(clinic);
  const from = weekStartOf(week.day);
  const idAt = (turn: number) => patients[turn % patients.length]?.id ?? '';
  const get = (path: (turn: number) => string) => ({
    ours: (turn: number) => ({ url: `${clinic.url}/api${path(turn)}`, headers }),
    floor: (turn: number) => ({ url: `${floorUrl}${path(turn)}`, headers: {} }),
  });
  const create = (turn: number) => ({
    method: 'POST',
    body: JSON.stringify(patientBody(`Bench${turn}`, payer?.PayerId)),
    headers: { ...json, 'idempotency-key': randomUUID() },
  });
  const search = async (name: string, q: string, hits: number): Promise<Work> => {
    const one = get(() => `/patients?q=${q}`);
    for (const { url, headers: with_ } of [one.ours(0), one.floor(0)]) {
      const answer = (await (await fetch(url, { headers: with_ })).json()) as { patients: unknown[] };
      assertAll(`hits for ${q}`, answer.patients.length, hits);
    }
    return { name: `patient search, ${name}`, turns: 1_000, target: 2.5, ...one };
  };
  return [
    {
      name: 'patient create',
      turns: 500,
      target: 3.5,
      ours: (turn) => {
        const made = create(turn);
        return { url: `${clinic.url}/api/patients`, ...made, headers: { ...headers, ...made.headers } };
      },
      floor: (turn) => ({ url: `${floorUrl}/patients`, ...create(turn) }),
    },
    await search('5 hits', five, 5),
    await search('50 hits', fifty, 50),
    await search('the first page of thousands', common, 50),
    { name: 'patient read', turns: 1_000, target: 6, ...get((turn) => `/patients/${idAt(turn)}`) },
    {
      name: 'week of 1,000 visits',
      turns: 30,
      target: 2.5,
      ours: () => ({
        url: `${clinic.url}/api/scheduling/weekData`,
        method: 'POST',
        headers: { ...headers, ...json },
        body: JSON.stringify({ date: week.day, employeeIds: week.ProviderIds }),
      }),
      floor: () => ({
        url: `${floorUrl}/week`,
        method: 'POST',
        headers: json,
        body: JSON.stringify({ from, until: addDays(from, 7), ProviderIds: week.ProviderIds }),
      }),
    },
  ];
}
