import { chromium, type Page } from 'playwright';
import { launchOptions } from '../chromium.ts';
import { demoPassword, type Clinic } from '../clinic.ts';
import { gzipKb, keptForLater, loadOf, targetKb, sizesOf, type PageLoad } from '../page-load.ts';
import { figure, type Figure } from './measure.ts';

const runs = 5;
/** Core Web Vitals, good. */
const paintMs = 2_500;
const usableMs = 1_000;

type Times = { paint: number[]; usable: number[] };

/** ms from the navigation until somebody can type, or sees the day's first visits. */
const signs = { '/login': 'input[autocomplete=username]', '/onDeck': '[data-visit]' } as const;

async function timesOf(page: Page, url: string, path: keyof typeof signs): Promise<Times> {
  const times: Times = { paint: [], usable: [] };
  for (let run = 0; run < runs; run += 1) {
    await page.goto(`${url}${path}`, { waitUntil: 'commit' });
    times.usable.push(await page.evaluate(untilPainted, signs[path]));
    times.paint.push(await page.evaluate(largestPaint));
  }
  return times;
}

function untilPainted(selector: string): Promise<number> {
  return new Promise((resolve) => {
    const look = () => {
      if (!document.querySelector(selector)) return requestAnimationFrame(look);
      const painted = new MessageChannel();
      painted.port1.onmessage = () => resolve(performance.now());
      return requestAnimationFrame(() => painted.port2.postMessage(0));
    };
    look();
  });
}

function largestPaint(): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    });
  });
}

function figuresOf(path: string, { scripts, styles }: PageLoad, { paint, usable }: Times): Figure[] {
  const note = `${sizesOf(scripts)}; style sheets ${gzipKb(styles).toFixed(1)}`;
  return [
    figure(`${path}: JavaScript without a click, gzip`, 'KB', [gzipKb(scripts)], targetKb, note),
    figure(`${path}: largest contentful paint`, 'ms', paint, paintMs),
    figure(`${path}: until it can be used`, 'ms', usable, usableMs),
  ];
}

/** What people really load: the first page of somebody new here, and the work list of somebody signed in. */
export async function benchPageLoad(clinic: Clinic): Promise<Figure[]> {
  const browser = await chromium.launch(launchOptions);
  try {
    const cold: Times = { paint: [], usable: [] };
    for (let run = 0; run < runs; run += 1) {
      const stranger = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      const { paint, usable } = await timesOf(await stranger.newPage(), clinic.url, '/login');
      // The first of each is of a browser that has nothing yet.
      cold.paint.push(...paint.slice(0, 1));
      cold.usable.push(...usable.slice(0, 1));
      await stranger.close();
    }
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    const login = await loadOf(page, () => page.goto(`${clinic.url}/login`));
    await page.getByLabel('Email').fill('pt@demo.test');
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.locator('[data-sync-pill]', { hasText: 'Saved' }).waitFor();
    const onDeck = await loadOf(page, () => page.goto(`${clinic.url}/onDeck`));
    const warm = await timesOf(page, clinic.url, '/onDeck');
    const kept = keptForLater();
    const beside = `the service worker then keeps ${kept.length} files, ${Math.round(gzipKb(kept))} KB`;
    const [first, ...others] = figuresOf('/login', login, cold);
    const named = first ? [{ ...first, note: `${first.note}; ${beside}` }] : [];
    return [...named, ...others, ...figuresOf('/onDeck', onDeck, warm)];
  } finally {
    await browser.close();
  }
}
