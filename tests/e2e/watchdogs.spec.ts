import type { Page } from '@playwright/test';
import { cast } from '../../server/demo/cast.ts';
import { demoPassword, type Clinic } from '../clinic.ts';
import { pill } from './desk/page.ts';
import { draftsOn } from './drafts.ts';
import { expect, expectAccessible, keyIsKept, test, typeEmail } from './fixtures.ts';
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

test('a reload on the locked screen asks for the password; someone else may sign in', async ({ tabOf, clinic }) => {
  const [first, second] = await twoTabs(await tabOf('pt', 'at a lock', moved), clinic);
  await first.clock.fastForward(41 * minute);
  for (const page of [first, second]) await expect(locked(page)).toBeVisible();
  await expectAccessible(first);
  await first.reload();
  await expect(first.getByLabel('Password', { exact: true })).toBeVisible();
  await first.goto(`${clinic.url}/onDeck`);
  await first.waitForURL((at) => at.pathname === '/login');
  await first.close();
  await second.bringToFront();
  await second.getByRole('button', { name: 'Sign in as someone else' }).click();
  await expect(second.getByLabel('Email')).toBeFocused();
  await typeEmail(second, 'front@demo.test');
  await second.getByLabel('Password', { exact: true }).fill(demoPassword);
  await second.getByRole('button', { name: 'Sign in', exact: true }).click();
  await second.waitForURL((at) => at.pathname !== '/login');
});

test('a patient half entered when the screen locks is open again with its text', async ({ tabOf, clinic }) => {
  const page = await tabOf('front', 'of front', moved);
  await watchedAt(page, `${clinic.url}/patients`);
  await page.getByRole('button', { name: /^New/ }).click();
  await page.getByLabel('First name').fill('Ida');
  await page.getByLabel('Last name').fill('Brook');
  await page.clock.fastForward(41 * minute);
  await expect(locked(page)).toBeVisible();
  await unlock(page);
  await page.waitForURL(`${clinic.url}/patients`);
  await expect(page.getByLabel('First name')).toHaveValue('Ida');
  await expect(page.getByLabel('Last name')).toHaveValue('Brook');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByLabel('First name')).toHaveCount(0);
  // A reload in that very moment may leave the draft where it is, for a form that comes back.
  await expect.poll(() => draftsOn(page)).toEqual([]);
  await page.reload();
  await expect(page.getByRole('button', { name: /^New/ })).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveCount(0);
});

test('an empty form given up in one tab leaves the one half-filled in another, also over a lock', async ({
  tabOf,
  clinic,
}) => {
  const first = await tabOf('front', 'of front', moved);
  const context = first.context();
  const second = await context.newPage();
  for (const tab of [first, second]) {
    await watchedAt(tab, `${clinic.url}/patients`);
    await tab.getByRole('button', { name: /^New/ }).click();
    await expect(tab.getByLabel('First name')).toBeVisible();
  }
  await first.bringToFront();
  await first.getByLabel('First name').fill('Ida');
  await context.clock.runFor(1_000);
  await second.getByRole('button', { name: 'Cancel' }).click();
  await expect(second.getByLabel('First name')).toHaveCount(0);
  await context.clock.fastForward(41 * minute);
  await expect(locked(first)).toBeVisible();
  await unlock(first);
  await first.waitForURL(`${clinic.url}/patients`);
  await expect(first.getByLabel('First name')).toHaveValue('Ida');
});

test('at zero the page says so, and what was typed is there after signing in', async ({ tabOf, clinic }) => {
  const page = await tabOf('pt', 'at its end', moved);
  const url = await openNote(page, clinic);
  const text = 'Typed before the session ended.';
  for (let at = 0; at < 84; at += 28) {
    await page.clock.fastForward(28 * minute);
    await page.keyboard.press('Shift');
  }
  await section(page).fill(text);
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
  await expect(page.getByRole('heading', { name: 'Your session has ended' })).toBeVisible();
  await expectAccessible(page);
  expect(await keyOf(page)).toBeNull();
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await page.waitForURL(`${clinic.url}/login`);
  await typeEmail(page, 'pt@demo.test');
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`${clinic.url}/onDeck`);
  await page.goto(url);
  await expect(section(page)).toHaveValue(text);
});

test('the page about the end of a session is there without the network', async ({ page, context, clinic }) => {
  await page.goto(`${clinic.url}/login`);
  await keyIsKept(page);
  await context.setOffline(true);
  await page.goto(`${clinic.url}/expired.html`);
  await expect(page.getByRole('heading', { name: 'Your session has ended' })).toBeVisible();
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
});
