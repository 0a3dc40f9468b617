import { chromium, type Page } from 'playwright';
import { cast } from '../../server/demo/cast.ts';
import { launchOptions } from '../chromium.ts';
import type { Clinic } from '../clinic.ts';
import { signIn } from './browser.ts';
import { browserWork } from './browser-work.ts';
import { big, bigVisit, fillChart } from './fill-chart.ts';
import { assertAll, median, tailFigure, type Figure } from './measure.ts';

const rounds = 20;
/** Each starts the app anew, so that nothing of the chart was opened before. */
const firstRounds = 10;
const keys = 120;
/** For whatever is only waited for and not measured, on a machine that does much else. */
const longestMs = 240_000;

type Measured = { ms: number[]; work: number[] };

/** The chart of 700 visits and its flowsheet, from the device: no figure waits for the network. */
export async function benchChartScreens(clinic: Clinic): Promise<Figure[]> {
  const { PatientId } = await fillChart(clinic);
  const browser = await chromium.launch(launchOptions);
  try {
    const work = await browserWork(browser);
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    context.setDefaultTimeout(longestMs);
    const page = await context.newPage();
    await signIn(page, clinic.url);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('[data-sync-pill]', { hasText: 'Saved' }).waitFor();
    // Opened once, a chart is whole on the device.
    await page.goto(`${clinic.url}/patients/${PatientId}`);
    await isWhole(page, PatientId);
    await page.locator('[aria-label^="Timeline of"]').waitFor();
    await context.setOffline(true);

    const measure = async (place: Place, into: Measured): Promise<void> => {
      const before = await leaveChart(page, work);
      into.ms.push(await untilShown(page, PatientId, place));
      into.work.push((await work()) - before);
    };
    const figures: Figure[] = [];
    for (const place of places) {
      const first: Measured = { ms: [], work: [] };
      for (let round = 0; round < firstRounds; round += 1) {
        await page.goto(`${clinic.url}/onDeck`);
        await measure(place, first);
      }
      const again: Measured = { ms: [], work: [] };
      for (let round = 0; round < rounds; round += 1) await measure(place, again);
      const name = `a patient with ${big.visits} visits: ${place.what}, click to painted from the device`;
      figures.push(figureOf(`${name}, opened before`, again, 200));
      figures.push(figureOf(`${name}, first since the app started`, first, 200));
      console.error(figures.slice(-2).map(shortly).join('\n'));
    }
    return [...figures, await benchKeys(page)];
  } finally {
    await browser.close();
  }
}

function figureOf(name: string, { ms, work }: Measured, target: number): Figure {
  const fastest = Math.round(Math.min(...ms));
  return tailFigure(name, 'ms', ms, target, `the fastest ${fastest} ms; processor time ${Math.round(median(work))} ms`);
}

function shortly({ name, median: middle, p95, note }: Figure): string {
  return `${name}: median ${middle}, p95 ${p95} (${note ?? ''})`;
}

/** Until every row of the chart is on the device. */
async function isWhole(page: Page, PatientId: string): Promise<void> {
  const until = performance.now() + longestMs;
  for (;;) {
    const isHere = await page.evaluate(
      ([name, id]) =>
        new Promise<boolean>((resolve) => {
          const opening = indexedDB.open(name);
          opening.onsuccess = () => {
            const reading = opening.result.transaction('charts').objectStore('charts').get(id);
            reading.onsuccess = () => {
              opening.result.close();
              resolve(Boolean((reading.result as { hydratedAt: number | null } | undefined)?.hydratedAt));
            };
          };
        }),
      [`mainstay-mirror-demo-${cast.users.pt}`, PatientId] as const,
    );
    if (isHere) return;
    if (performance.now() > until) throw new Error('The chart did not come.');
    await page.waitForTimeout(200);
  }
}

const places = [
  {
    what: 'chart',
    query: '',
    sign: '[aria-labelledby="overview-cases"] article, [aria-labelledby="overview-cases"] h4',
  },
  { what: 'timeline of the case', query: '', sign: '[aria-label^="Timeline of"]' },
  { what: 'visits', query: '?tab=visits', sign: '[aria-label="Visits"] tbody tr' },
  { what: 'documentation', query: '?tab=documentation', sign: 'article[aria-label^="Daily note"]' },
  {
    what: `note and flowsheet of ${big.rows} rows`,
    query: `?visit=${bigVisit}`,
    sign: '[role=grid] [role=gridcell]',
  },
] as const;
type Place = (typeof places)[number];

/** To another screen, until the browser has nothing more to do: what that does in the background is not the chart's. */
async function leaveChart(page: Page, work: () => Promise<number>): Promise<number> {
  if (!page.url().endsWith('/onDeck')) await page.locator('nav a[href="/onDeck"]').click();
  await page.locator('[data-visit]').first().waitFor();
  let before = await work();
  for (let waits = 0; waits < 40; waits += 1) {
    await page.waitForTimeout(300);
    const now = await work();
    if (now - before < 30) return now;
    before = now;
  }
  return before;
}

/** From another screen to the chart: ms from going there until the frame after what it shows is in the document. */
async function untilShown(page: Page, PatientId: string, { query, sign }: Place): Promise<number> {
  return page.evaluate(
    ([path, wanted]) =>
      new Promise<number>((resolve) => {
        const began = performance.now();
        history.pushState(null, '', path);
        dispatchEvent(new PopStateEvent('popstate', { state: null }));
        const look = () => {
          if (!document.querySelector(wanted)) return requestAnimationFrame(look);
          const painted = new MessageChannel();
          painted.port1.onmessage = () => resolve(performance.now() - began);
          return requestAnimationFrame(() => painted.port2.postMessage(0));
        };
        look();
      }),
    [`/patients/${PatientId}${query}`, sign] as const,
  );
}

/**
 * What a key costs the screen: the work of its event and of the frame that shows it, without the wait for the next
 * frame of the display, which is 0 to 16 ms whatever is done.
 */
async function benchKeys(page: Page): Promise<Figure> {
  const grid = page.getByRole('grid', { name: 'Flowsheet' });
  await grid.focus();
  await page.evaluate(() => {
    const works: number[] = [];
    Object.assign(window, { keyWorks: works });
    addEventListener(
      'keydown',
      () => {
        const began = performance.now();
        const [after, painted] = [new MessageChannel(), new MessageChannel()];
        let handled = 0;
        let frame = 0;
        after.port1.onmessage = () => (handled = performance.now() - began);
        after.port2.postMessage(0);
        painted.port1.onmessage = () => works.push(handled + performance.now() - frame);
        requestAnimationFrame(() => {
          frame = performance.now();
          painted.port2.postMessage(0);
        });
      },
      { capture: true },
    );
  });
  for (let at = 0; at < keys; at += 1) {
    await page.keyboard.press(['3', 'x', '1', '2', 'Enter', 'ArrowDown'][at % 6] ?? 'ArrowDown');
    await page.waitForTimeout(60);
  }
  const works = await page.evaluate(() => (window as unknown as { keyWorks: number[] }).keyWorks);
  assertAll('keys', works.length, keys - 1);
  return tailFigure(
    `flowsheet of ${big.rows} rows and ${big.columns} visits: key press to paint, without the display’s own wait`,
    'ms',
    works,
    16,
    `the fastest ${Math.round(Math.min(...works))} ms`,
  );
}
