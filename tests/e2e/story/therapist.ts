import type { Locator, Page } from '@playwright/test';
import { demoPassword } from '../../clinic.ts';
import { desk, phone } from '../desk/look.ts';
import { pill } from '../desk/page.ts';
import { expect } from '../fixtures.ts';
import { cardOf, visitUrl } from '../visits.ts';
import type { Course } from './patient.ts';

export const dialog = (page: Page) => page.getByRole('dialog');
export const text = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
export const press = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) }).click();

/** Again where what arrives from the server just then closes the list. */
export async function choose(page: Page, label: string | RegExp, option: string): Promise<void> {
  const box = page.getByRole('combobox', { name: label, ...(typeof label === 'string' && { exact: true }) });
  const wanted = page.getByRole('option', { name: option, exact: true });
  await expect(async () => {
    if (!(await wanted.isVisible())) await box.click();
    await wanted.click({ timeout: 3_000 });
  }).toPass({ timeout: 30_000 });
}

/** A device that was left alone for a day has locked itself. */
export async function unlock(page: Page): Promise<void> {
  const password = page.getByLabel('Password', { exact: true });
  const menu = page.getByRole('button', { name: /account menu$/ });
  await expect(menu.or(password)).toBeVisible();
  if (!(await password.isVisible())) return;
  await password.fill(demoPassword);
  await page.keyboard.press('Enter');
  await expect(menu).toBeVisible();
}

/** The work list; who opens a device in an outage, or after one, is shown another page first. */
export async function openWorkList(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/onDeck`);
  await unlock(page);
  const usual = page.getByRole('button', { name: /^(Continue as usual|Done)$/ });
  const title = page.getByRole('heading', { level: 1, name: 'On Deck' });
  await expect(title.or(usual)).toBeVisible();
  if (await usual.isVisible()) await usual.click();
  await expect(title).toBeVisible();
}

/** The note of a visit, on the morning of its day or on any other. */
export async function openVisit(page: Page, url: string, course: Course, day: number): Promise<void> {
  await page.goto(visitUrl({ url }, course.visits[day] ?? '', course.PatientId));
  await unlock(page);
  await expect(page.getByRole('heading', { level: 2, name: /^PT (Evaluation|Follow-up), / })).toBeVisible();
}

export async function begin(page: Page): Promise<void> {
  await press(page, 'Check in');
  await press(page, 'Start');
  await expect(page.getByRole('button', { name: 'End visit', exact: true })).toBeVisible();
}

/** A service with its minutes; one that is not timed has none. */
export async function bill(page: Page, code: string, minutes: string | null): Promise<void> {
  await press(page, 'Add service');
  await page.getByRole('combobox', { name: 'CPT, service 1' }).fill(code);
  await page.getByRole('option', { name: new RegExp(code) }).click();
  if (minutes !== null) await page.getByRole('textbox', { name: 'Minutes, service 1' }).fill(minutes);
}

/** Signs, and gives what the signer was told before: sentences by themselves, and those that want a reason. */
export async function sign(page: Page, reasons: Record<string, string> = {}): Promise<string> {
  await page.getByRole('group', { name: 'Sign', exact: true }).getByRole('button', { name: 'Sign' }).click();
  const question = page.getByRole('dialog', { name: 'Sign this note?' });
  await expect(question.getByText(/You are signing as/)).toBeVisible();
  await expect(question.getByText('Checking the due dates')).toHaveCount(0);
  const told = await question.innerText();
  for (const [about, reason] of Object.entries(reasons))
    await question.getByRole('textbox', { name: new RegExp(about) }).fill(reason);
  await question.getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(page.getByText(/Signed electronically by/).first()).toBeVisible();
  return told;
}

export const ribbonOf = (page: Page, { title }: Course) => page.getByRole('region', { name: `Timeline of ${title}` });

/** The clocks of the case as its ribbon has them: `Day 8 of 10, due soon`. */
export async function expectClocks(page: Page, course: Course, clocks: readonly string[]): Promise<void> {
  const due = ribbonOf(page, course).getByRole('list', { name: 'Due' }).getByRole('listitem');
  for (const clock of clocks) await expect(due.filter({ hasText: clock })).toHaveText(clock);
}

/** What a clock says of itself once it is opened, and the way to mend it where it has one. */
export async function openClock(page: Page, course: Course, name: string | RegExp): Promise<Locator> {
  const ribbon = ribbonOf(page, course);
  const button = ribbon.getByRole('button', { name });
  if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  return ribbon.getByRole('group');
}

/** The visit of a day as it is on most: checked in, treated, written and signed. */
export async function treat(page: Page, { said, found }: { said: string; found: string }): Promise<void> {
  await begin(page);
  await write(page, { said, found });
}

export async function write(page: Page, { said, found }: { said: string; found: string }): Promise<void> {
  await text(page, 'Subjective').fill(said);
  await text(page, 'Assessment').fill(found);
  await text(page, 'Plan').fill(`Go on from here: ${said.toLowerCase()}`);
  await bill(page, '97110', '30');
}

/** What a daily note is besides. */
export async function also(page: Page, kind: string): Promise<void> {
  const group = page.getByRole('group', { name: 'This note is also' });
  await group.getByText(kind, { exact: true }).click();
  await expect(group.getByRole('checkbox', { name: kind })).toBeChecked();
}

/** What the card of a visit says of the clocks of its case; these come with the first movement of a hand. */
export async function expectOnCard(
  page: Page,
  { visits }: Course,
  day: number,
  words: readonly string[],
): Promise<void> {
  await moveHand(page);
  const alerts = cardOf(page, visits[day] ?? '').getByRole('list', { name: 'Alerts' });
  for (const word of words) await expect(alerts).toContainText(word);
}

async function moveHand(page: Page): Promise<void> {
  await page.mouse.move(5, 5);
  await page.mouse.move(15, 15);
}

/** The list behind a count of the work list; its line about this patient, if it is there. */
export async function countedLine(page: Page, course: Course, count: RegExp): Promise<Locator> {
  await moveHand(page);
  await press(page, count);
  await expect(dialog(page)).toBeVisible();
  return dialog(page).getByRole('listitem').filter({ hasText: course.name.LastName });
}

const shots = process.env['SHOTS'];

/** For a person to look at, at a desk and on a phone; none are taken without a place for them. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!shots) return;
  for (const size of [phone, desk]) {
    await page.setViewportSize(size);
    await page.screenshot({ path: `${shots}/${name}-${size.width}.png` });
    await page.screenshot({ path: `${shots}/${name}-${size.width}-whole.png`, fullPage: true });
  }
}

export async function goOnline(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(pill(page)).toHaveText('Saved', { timeout: 60_000 });
}
