import type { Page } from '@playwright/test';
import { cast } from '../../server/demo/cast.ts';
import { demoPassword, type Clinic } from '../clinic.ts';
import { pill } from './desk/page.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { patientOf, visitUrl } from './visits.ts';

const { today } = cast.visits;
const minute = 60_000;
const section = (page: Page) => page.getByRole('textbox', { name: 'Subjective' });
const dialog = (page: Page) => page.getByRole('alertdialog');
const locked = (page: Page) =>
  page.getByText('Locked after 40 minutes without activity. Your work is kept.', { exact: true });

/** No device's clock comes into the next day: the hours of all tests with one name stay below twelve. */
const moved = 'moved';

/** What the watchdogs of a page have told those of the other tabs. */
type Told = Window & { told?: string[] };

/** Goes to an address and waits for the watchdogs, which come when the browser has nothing else to do. */
async function watchedAt(page: Page, url: string): Promise<void> {
  await page.addInitScript(() => {
    const told: string[] = ((window as Told).told = []);
    const own = BroadcastChannel.prototype.postMessage;
    BroadcastChannel.prototype.postMessage = function (message: unknown) {
      if (this.name.startsWith('mainstay-use:')) told.push((message as { kind: string }).kind);
      own.call(this, message);
    };
  });
  await page.goto(url);
  // Their first word; they wait for the page to be drawn by a clock that the tests move.
  const areThere = async () => {
    await page.clock.runFor(500);
    return page.evaluate(() => (window as Told).told?.includes('obtained'));
  };
  await expect.poll(areThere, { intervals: [50] }).toBe(true);
}

/** From now on: how often another tab of this person has told this one that it is in use. */
async function countUses(page: Page, UserId: string): Promise<() => Promise<number>> {
  const uses = await page.evaluateHandle((name) => {
    const count = { uses: 0 };
    new BroadcastChannel(name).onmessage = ({ data }) => (count.uses += Number(data.kind === 'used'));
    return count;
  }, `mainstay-use:demo:${UserId}`);
  return async () => (await uses.jsonValue()).uses;
}

async function openNote(page: Page, clinic: Clinic): Promise<string> {
  const url = visitUrl(clinic, today.inProgress, await patientOf(clinic, today.inProgress));
  await watchedAt(page, url);
  await expect(section(page)).toBeVisible();
  return url;
}

async function unlock(page: Page): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Unlock' }).click();
}

async function keyOf(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const { port1, port2 } = new MessageChannel();
    const answer = new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data === null ? null : 'a key')));
    registration?.active?.postMessage({ type: 'GIVE_KEY' }, [port2]);
    return answer;
  });
}

async function twoTabs(first: Page, clinic: Clinic): Promise<[Page, Page, string]> {
  const url = await openNote(first, clinic);
  const second = await first.context().newPage();
  await watchedAt(second, `${clinic.url}/onDeck`);
  await expect(second.locator('[data-visit]').first()).toBeVisible();
  return [first, second, url];
}

test('no one there for 40 minutes, without the network: both tabs lock, the half-typed note is kept and sent', async ({
  tabOf,
  clinic,
}) => {
  const [first, second, url] = await twoTabs(await tabOf('pt', 'at a lock', moved), clinic);
  const context = first.context();
  const text = 'Half a sentence, typed offline and le';
  await context.setOffline(true);
  await first.bringToFront();
  await section(first).fill(text);

  await context.clock.fastForward(39 * minute);
  await expect(section(first)).toHaveValue(text);
  // A use in one tab keeps the other one open too.
  const uses = await countUses(first, cast.users.pt);
  await second.mouse.move(300, 300);
  await expect.poll(uses).toBeGreaterThan(0);
  await context.clock.fastForward(30 * minute);
  await first.waitForTimeout(500);
  await expect(section(first)).toHaveValue(text);

  await context.clock.fastForward(11 * minute);
  await expect(locked(first)).toBeVisible();
  await expect(locked(second)).toBeVisible();
  await expect(first.getByRole('heading', { name: 'Maya Okafor' })).toBeVisible();
  expect(await keyOf(first)).toBeNull();
  await expectAccessible(first);
  expect(await first.getByText('Half a sentence').count()).toBe(0);
  await expect(first.getByLabel('Password', { exact: true })).toBeFocused();

  await first.getByLabel('Password', { exact: true }).fill('not the password');
  await first.getByRole('button', { name: 'Unlock' }).click();
  await expect(first.getByRole('alert')).toBeVisible();
  await expect(locked(first)).toBeVisible();
  await unlock(first);
  await first.waitForURL(url);
  await expect(section(first)).toHaveValue(text);
  // The other tab goes on without another password when its person comes back to it.
  await second.bringToFront();
  const opened = await second.evaluateHandle(() => {
    const names: unknown[] = [];
    const request = navigator.locks.request.bind(navigator.locks) as (...given: unknown[]) => Promise<unknown>;
    const counting = (...given: unknown[]) => {
      if (String(given[0]).startsWith('open:')) names.push(given[0]);
      return request(...given);
    };
    Object.defineProperty(navigator.locks, 'request', { value: counting });
    // A window tells in two ways that somebody came back to it.
    document.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event('focus'));
    return names;
  });
  await expect(second.locator('[data-visit]').first()).toBeVisible();
  expect((await opened.jsonValue()).length).toBe(1);
  // After so long without a server it is an outage, and who comes in is shown the page for it.
  await expect(second).toHaveURL(`${clinic.url}/alwaysAccess`);
  await context.setOffline(false);
  await expect(pill(first)).toHaveText('Saved', { timeout: 30_000 });
  const stored = async () => {
    const [note] = await clinic.sql<{ Subjective: string }>(
      `select "Sections" ->> 'Subjective' as "Subjective" from visit_notes where site = 'demo' and "VisitId" = $1`,
      [today.inProgress],
    );
    return note?.Subjective;
  };
  await expect.poll(stored).toBe(text);
});

test('at zero the page says so, with the network and without, and leads to the sign-in', async ({ tabOf, clinic }) => {
  const page = await tabOf('pt', 'at its end', moved);
  await watchedAt(page, `${clinic.url}/onDeck`);
  for (let at = 0; at < 84; at += 28) {
    await page.clock.fastForward(28 * minute);
    await page.keyboard.press('Shift');
  }
  await page.clock.fastForward(6 * minute);
  await expect(dialog(page)).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Stay signed in' })).toBeFocused();
  await expectAccessible(page, { within: '[role=alertdialog]' });
  // Half an hour in steps: a jump would be a sleep.
  for (let at = 0; at < 30; at += 1) {
    if (new URL(page.url()).pathname === '/expired.html') break;
    await page.clock.fastForward(minute).catch(() => undefined);
  }
  await page.waitForURL(`${clinic.url}/expired.html`);
  const title = page.getByRole('heading', { name: 'Your session has ended' });
  await expect(title).toBeVisible();
  await expectAccessible(page);
  expect(await keyOf(page)).toBeNull();
  await page.context().setOffline(true);
  await page.reload();
  await expect(title).toBeVisible();
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await page.waitForURL(`${clinic.url}/login`);
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
});
