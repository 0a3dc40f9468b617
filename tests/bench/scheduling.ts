import { chromium, type Page } from 'playwright';
import { launchOptions } from '../chromium.ts';
import { demoPassword, makeClinic, type Clinic } from '../clinic.ts';
import { run } from '../../scripts/run.ts';
import { tailFigure, type Figure } from './measure.ts';
import { benchWeek } from './schedule-week.ts';

const providers = 40;
const visitsADay = 1_000;
const turns = 30;
const frames = 240;

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
async function fillCalendar(clinic: Clinic): Promise<void> {
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

async function openCalendar(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('Email').fill('admin@demo.test');
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.locator('[data-sync-pill]', { hasText: 'Saved' }).waitFor({ timeout: 120_000 });
  await page.getByRole('link', { name: 'Scheduling' }).click();
  await page.locator('[data-event]').first().waitFor({ timeout: 60_000 });
}

/** ms from a key to the frame in which the calendar shows another day. */
function turnDay(page: Page, key: string): Promise<number> {
  return page.evaluate(
    (pressed) =>
      new Promise<number>((resolve) => {
        const shown = () => document.querySelector('[data-shown]')?.getAttribute('data-shown');
        const before = shown();
        const from = performance.now();
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, bubbles: true, cancelable: true }));
        const look = () => {
          if (shown() === before || !document.querySelector('[data-event]')) return requestAnimationFrame(look);
          const painted = new MessageChannel();
          painted.port1.onmessage = () => resolve(performance.now() - from);
          return requestAnimationFrame(() => painted.port2.postMessage(0));
        };
        look();
      }),
    key,
  );
}

/** ms from an arrow key on a visit to the frame in which the next place is focused. */
function walk(page: Page, key: string): Promise<number> {
  return page.evaluate(
    (pressed) =>
      new Promise<number>((resolve) => {
        const from = performance.now();
        const event = new KeyboardEvent('keydown', { key: pressed, bubbles: true, cancelable: true });
        document.activeElement?.dispatchEvent(event);
        const painted = new MessageChannel();
        painted.port1.onmessage = () => resolve(performance.now() - from);
        requestAnimationFrame(() => painted.port2.postMessage(0));
      }),
    key,
  );
}

/** ms between frames while all columns are scrolled past, there and back. */
function scrollFrames(page: Page, count: number): Promise<number[]> {
  return page.evaluate(
    (wanted) =>
      new Promise<number[]>((resolve) => {
        const frame = document.querySelector('[role=application]');
        const times: number[] = [];
        let last = performance.now();
        const step = (now: number) => {
          times.push(now - last);
          last = now;
          frame?.scrollBy(times.length < wanted / 2 ? 24 : -24, 0);
          if (times.length < wanted) requestAnimationFrame(step);
          else resolve(times.slice(2));
        };
        requestAnimationFrame(step);
      }),
    count,
  );
}

/** ms between frames while a visit is dragged over columns and hours. */
async function dragFrames(page: Page, count: number): Promise<number[]> {
  const box = await page.locator('[data-event]').nth(3).boundingBox();
  if (!box) throw new Error('No visit to drag.');
  const from = { x: box.x + 20, y: box.y + 12 };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 10, from.y + 10);
  const times = await page.evaluate(
    ({ wanted, at }) =>
      new Promise<number[]>((resolve) => {
        const times: number[] = [];
        let last = performance.now();
        const step = (now: number) => {
          times.push(now - last);
          last = now;
          const turn = times.length / 20;
          const clientX = at.x + 300 + Math.sin(turn) * 280;
          const clientY = at.y + 200 + Math.cos(turn) * 180;
          const init = { pointerId: 1, pointerType: 'mouse', clientX, clientY, bubbles: true };
          window.dispatchEvent(new PointerEvent('pointermove', init));
          if (times.length < wanted) requestAnimationFrame(step);
          else resolve(times.slice(2));
        };
        requestAnimationFrame(step);
      }),
    { wanted: count, at: from },
  );
  await page.keyboard.press('Escape');
  await page.mouse.up();
  return times;
}

/** The day view with 40 providers and 1,000 visits, and a week as the server gives it (targets of scheduling). */
export async function benchScheduling(): Promise<Figure[]> {
  console.error('Building the screens.');
  if ((await run('vite', ['build', '--logLevel', 'error'], {}, 2)) !== 0) throw new Error('The build failed.');
  const clinic = await makeClinic({ REQUESTS_PER_MINUTE: '1000000', SIGN_INS_PER_QUARTER_HOUR: '1000' });
  const browser = await chromium.launch(launchOptions);
  try {
    await clinic.start();
    await fillCalendar(clinic);
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await openCalendar(page, clinic.url);
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('/api/scheduling') && asked.push(request.url()));
    // The first turns open what was never looked at; the neighbours are opened while somebody looks.
    const turned: number[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      await page.waitForTimeout(900);
      turned.push(await turnDay(page, turn % 2 === 0 ? ']' : '['));
    }
    await page.locator('[data-event]').nth(5).focus();
    const walked: number[] = [];
    for (let step = 0; step < turns; step += 1) {
      walked.push(await walk(page, ['ArrowDown', 'ArrowRight', 'ArrowDown', 'ArrowLeft'][step % 4] ?? ''));
    }
    const scrolled = await scrollFrames(page, frames);
    const dragged = await dragFrames(page, frames);
    const what = `${providers} providers and ${visitsADay} visits`;
    return [
      tailFigure(`another day with ${what}, key to painted`, 'ms', turned, 150, `${asked.length} requests`),
      tailFigure(`the next place with ${what}, arrow key to painted`, 'ms', walked, 150),
      tailFigure(`scrolling over ${what}, a frame`, 'ms', scrolled, 20),
      tailFigure(`dragging over ${what}, a frame`, 'ms', dragged, 20),
      ...(await benchWeek(clinic)),
    ];
  } finally {
    await browser.close();
    await clinic.stop();
  }
}
