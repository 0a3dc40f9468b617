import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright';
import { launchOptions } from '../chromium.ts';
import { demoPassword, type Clinic } from '../clinic.ts';
import { makeNetwork } from '../network.ts';
import { figure, tailFigure, type Figure } from './measure.ts';

const visitsOnTheDay = 300;

/** Fills today up to 300 visits with copies of those there. */
async function fillToday(clinic: Clinic): Promise<void> {
  await clinic.sql(
    `with today as (select to_char(now() at time zone "TimeZone", 'YYYY-MM-DD') as day from sites where site = 'demo'),
          there as (select v.*, row_number() over () as n, count(*) over () as all from visits v, today where site = 'demo' and v."Start" like day || '%')
     insert into visits (site, "VisitId", "CaseId", "PatientId", "FacilityId", "ProviderId", "VisitTypeName", "Start", "End", stage)
     select v.site, gen_random_uuid(), v."CaseId", v."PatientId", v."FacilityId", v."ProviderId", v."VisitTypeName", v."Start", v."End",
            (array['scheduled', 'confirmed', 'checkedIn', 'inProgress', 'review'])[1 + copy % 5]
     from generate_series(1, $1) as copy join there v on v.n = 1 + copy % v.all
     where copy <= $1 - v.all`,
    [visitsOnTheDay],
  );
}

export async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('Email').fill('pt@demo.test');
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated');
}

/** ms from an event of the page to the frame after the first cards are in the document. */
function untilCards(page: Page, cards: number): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (document.querySelectorAll('[data-visit]').length < wanted) return requestAnimationFrame(look);
          const painted = new MessageChannel();
          painted.port1.onmessage = () => resolve(performance.now());
          return requestAnimationFrame(() => painted.port2.postMessage(0));
        };
        look();
      }),
    cards,
  );
}

async function benchFirstSync(clinic: Clinic, runs: number): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const browser = await chromium.launch(launchOptions);
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await signIn(page, clinic.url);
    const began = await page.evaluate(() => performance.now());
    await page.getByRole('button', { name: 'Sign in' }).click();
    times.push((await untilCards(page, 10)) - began);
    await browser.close();
  }
  return times;
}

async function open(profile: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await chromium.launchPersistentContext(profile, {
    ...launchOptions,
    viewport: { width: 1440, height: 900 },
  });
  return { context, page: context.pages()[0] ?? (await context.newPage()) };
}

/** The two figures of the ground this device stands on, with 300 visits today. */
async function benchWorkList(clinic: Clinic, runs: number): Promise<{ offline: number[]; painted: number[] }> {
  const network = await makeNetwork(Number(new URL(clinic.url).port));
  const profile = mkdtempSync(join(tmpdir(), 'mainstay-bench-'));
  const url = `http://localhost:${network.port}`;
  const { context, page } = await open(profile);
  const offline: number[] = [];
  const painted: number[] = [];
  try {
    await signIn(page, url);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('[data-sync-pill]', { hasText: 'Saved' }).waitFor();
    await untilCards(page, 30);
    for (let run = 0; run < runs; run += 1) {
      await page.getByRole('link', { name: 'Patients' }).click();
      await page.getByRole('heading', { name: 'Patients' }).waitFor();
      const began = await page.evaluate(() => {
        const from = performance.now();
        document.querySelector<HTMLAnchorElement>('nav a[href="/onDeck"]')?.click();
        return from;
      });
      painted.push((await untilCards(page, 30)) - began);
    }
    network.cut();
    await context.setOffline(true);
    for (let run = 0; run < runs; run += 1) {
      await page.reload({ waitUntil: 'commit' });
      // performance.now() of the new document counts from its navigation.
      offline.push(await untilCards(page, 10));
    }
  } finally {
    await context.close();
    await network.close();
    rmSync(profile, { recursive: true, force: true });
  }
  return { offline, painted };
}

/** ms from a click on one device until the card stands in its new column on another. */
async function benchSeenElsewhere(clinic: Clinic, runs: number): Promise<number[]> {
  const browser = await chromium.launch(launchOptions);
  const times: number[] = [];
  try {
    const device = async () => {
      const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
      await signIn(page, clinic.url);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.locator('[data-sync-pill]', { hasText: 'Saved' }).waitFor();
      await untilCards(page, 30);
      return page;
    };
    const [here, there] = [await device(), await device()];
    const offered = here.locator('[data-visit]', { has: here.getByRole('button', { name: /^Check in:/ }) });
    for (let run = 0; run < runs; run += 1) {
      const VisitId = (await offered.first().getAttribute('data-visit')) ?? '';
      const seen = there.evaluate(
        (id) =>
          new Promise<number>((resolve) => {
            const look = () =>
              document.querySelector(`[data-visit="${id}"][data-stage="checkedIn"]`)
                ? resolve(Date.now())
                : requestAnimationFrame(look);
            look();
          }),
        VisitId,
      );
      const clicked = await here.evaluate((id) => {
        const at = Date.now();
        document.querySelector<HTMLElement>(`[data-visit="${id}"] [data-do="step"]`)?.click();
        return at;
      }, VisitId);
      times.push((await seen) - clicked);
    }
  } finally {
    await browser.close();
  }
  return times;
}

/** ms from telling the tab that leads to crash until what the other one saved in that moment is at the server. */
async function benchTakeover(clinic: Clinic, runs: number): Promise<number[]> {
  const browser = await chromium.launch(launchOptions);
  const times: number[] = [];
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    let leading = await context.newPage();
    await signIn(leading, clinic.url);
    await leading.getByRole('button', { name: 'Sign in' }).click();
    await leading.locator('[data-sync-pill]', { hasText: 'Saved' }).waitFor();
    for (let run = 0; run < runs; run += 1) {
      const other = await context.newPage();
      await other.goto(`${clinic.url}/onDeck`);
      await other.locator('[data-sync-pill]', { hasText: 'Saved' }).waitFor();
      await untilCards(other, 30);
      const offered = other.locator('[data-visit]', { has: other.getByRole('button', { name: /^Check in:/ }) });
      const VisitId = (await offered.first().getAttribute('data-visit')) ?? '';
      const isThere = async () => {
        const [row] = await clinic.sql<{ stage: string }>(
          `select stage from visits where site = 'demo' and "VisitId" = $1`,
          [VisitId],
        );
        return row?.stage === 'checkedIn';
      };
      const gone = leading.waitForEvent('crash');
      const began = performance.now();
      void leading.goto('chrome://crash').catch(() => undefined);
      await other.evaluate(
        (id) => document.querySelector<HTMLElement>(`[data-visit="${id}"] [data-do="step"]`)?.click(),
        VisitId,
      );
      while (!(await isThere())) if (performance.now() - began > 60_000) throw new Error('No one took over.');
      times.push(performance.now() - began);
      await gone;
      leading = other;
    }
  } finally {
    await browser.close();
  }
  return times;
}

export async function benchBrowser(clinic: Clinic): Promise<Figure[]> {
  const first = await benchFirstSync(clinic, 5);
  await fillToday(clinic);
  const { offline, painted } = await benchWorkList(clinic, 7);
  const elsewhere = await benchSeenElsewhere(clinic, 20);
  const takeover = await benchTakeover(clinic, 20);
  return [
    tailFigure('change on one device, click to seen on another', 'ms', elsewhere, 1_000),
    tailFigure('leading tab crashes, until what another tab saves is at the server', 'ms', takeover, 1_000),
    figure('first sync of a new device, sign-in click to usable work list', 'ms', first, 1_500),
    figure(`On Deck with ${visitsOnTheDay} visits, click to painted`, 'ms', painted, 150),
    figure(`warm offline start to usable work list with ${visitsOnTheDay} visits`, 'ms', offline, 1_000),
  ];
}
