import { chromium, type Page } from 'playwright';
import { launchOptions } from '../chromium.ts';
import { demoPassword, makeClinic } from '../clinic.ts';
import { run } from '../../scripts/run.ts';
import { tailFigure, type Figure } from './measure.ts';
import { fillCalendar, providers, visitsADay } from './fill-calendar.ts';
import { benchWeek } from './schedule-week.ts';

const turns = 30;
const frames = 240;

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
