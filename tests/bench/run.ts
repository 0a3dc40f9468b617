import { cpus, totalmem } from 'node:os';
import { run } from '../../scripts/run.ts';
import { makeClinic } from '../clinic.ts';
import { benchAudit } from './audit.ts';
import { benchBrowser } from './browser.ts';
import { benchChart } from './chart.ts';
import { figure, type Figure } from './measure.ts';
import { benchLostDisk } from './lost-disk.ts';
import { benchMemory } from './memory.ts';
import { benchNameSearch } from './name-search.ts';
import { benchNotices } from './notices.ts';
import { benchPageLoad } from './page-load.ts';
import { benchPatientCreate } from './patient-create.ts';
import { benchOnlineBooking } from './online-booking.ts';
import { benchPublic } from './public.ts';
import { benchPublicPaint } from './public-paint.ts';
import { benchRestore } from './restore.ts';
import { benchScheduling } from './scheduling.ts';
import { benchSeriesPreview } from './series-preview.ts';
import { benchSignIn, benchSignInCrowd } from './sign-in.ts';
import { benchStop } from './stop.ts';
import { benchServer } from './server.ts';
import { benchSync } from './sync/sync.ts';

/** A second start of a server whose database is there. */
async function benchStart(clinic: Awaited<ReturnType<typeof makeClinic>>): Promise<Figure[]> {
  const times: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    await clinic.end();
    times.push(await clinic.start());
  }
  return [figure('second start of the server, process to ready line', 'ms', times, 3_000)];
}

async function buildScreens(): Promise<void> {
  console.error('Building the screens.');
  if ((await run('vite', ['build', '--logLevel', 'error'], {}, 2)) !== 0) throw new Error('The build failed.');
}

async function load(): Promise<Figure[]> {
  await buildScreens();
  const clinic = await makeClinic({ REQUESTS_PER_MINUTE: '1000000' });
  try {
    await clinic.start();
    return await benchPageLoad(clinic);
  } finally {
    await clinic.stop();
  }
}

async function signIn(): Promise<Figure[]> {
  const clinic = await makeClinic({ REQUESTS_PER_MINUTE: '1000000' });
  try {
    await clinic.start();
    return await benchSignInCrowd(clinic);
  } finally {
    await clinic.stop();
  }
}

async function everythingElse(): Promise<Figure[]> {
  await buildScreens();
  const figures: Figure[] = [...benchNameSearch(), ...benchSeriesPreview()];
  const clinic = await makeClinic({ REQUESTS_PER_MINUTE: '1000000', SIGN_INS_PER_QUARTER_HOUR: '1000' });
  try {
    await clinic.start();
    figures.push(
      ...(await benchSignIn(clinic)),
      ...(await benchPatientCreate(clinic)),
      ...(await benchPageLoad(clinic)),
      ...(await benchBrowser(clinic)),
      ...(await benchStart(clinic)),
    );
  } finally {
    await clinic.stop();
  }
  return figures;
}

// `sync`: ours against PouchDB, RxDB and raw Dexie; `audit`: a log of a million entries;
// `scheduling`: a day of 40 providers; `notices`: ten writers at once; `restore`: a lost server, and a lost disk; `lost-disk` that alone; `load`: what pages fetch before a click;
// `sign-in`: a hundred people at once; `stop`: the end with all kinds of things open; `server`: API and database beside a
// bare control; `memory`: what the API holds after 10,000 requests; `public`: what phones of patients load, and booking online; `chart`: notes as PDF; without a word everything else.
const named: Record<string, () => Promise<Figure[]>> = {
  sync: benchSync,
  audit: benchAudit,
  scheduling: benchScheduling,
  notices: benchNotices,
  restore: async () => [...(await benchRestore()), ...(await benchLostDisk())],
  'lost-disk': benchLostDisk,
  load,
  'sign-in': signIn,
  stop: benchStop,
  server: benchServer,
  memory: benchMemory,
  public: async () => {
    await buildScreens();
    return [...benchPublic(), ...(await benchPublicPaint()), ...(await benchOnlineBooking())];
  },
  chart: async () => {
    await buildScreens();
    return benchChart();
  },
};
const figures = await (named[process.argv[2] ?? ''] ?? everythingElse)();
const machine = {
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryGb: Math.round(totalmem() / 1e9),
  node: process.version,
};
console.log(JSON.stringify({ machine, figures }, null, 2));
for (const missed of figures.filter((one) => !one.met)) {
  process.exitCode = 1;
  console.error(
    `missed: ${missed.name}: median ${missed.median}, p95 ${missed.p95} ${missed.unit}, target ${missed.target}`,
  );
}
