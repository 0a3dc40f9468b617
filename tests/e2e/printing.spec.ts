import type { Page } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import { cast } from '../../server/demo/cast.ts';
import { lookEverywhere } from './desk/look.ts';
import { expect, test } from './fixtures.ts';
import { pdfPages, squeezed } from '../../server/testing/pdf-text.ts';
import { allIsHere, dayOfVisit, namesOf, patientOf, visitUrl } from './visits.ts';

const { today } = cast.visits;
const sheets = (page: Page) => page.locator('[data-print-sheets]');

type Paper = { format: 'Letter' } | { preferCSSPageSize: true };

/** The text of each page as it comes out of the printer. */
async function printed(page: Page, name: string, on: Paper = { format: 'Letter' }): Promise<string[]> {
  const pdf = await page.pdf(on);
  if (process.env['SHOTS']) writeFileSync(`${process.env['SHOTS']}/${name}.pdf`, pdf);
  return pdfPages(pdf);
}

test('the lists of a day on paper: from the menu of the calendar, with the network and without', async ({
  tabOf,
  clinic,
}) => {
  test.setTimeout(180_000);
  const page = await tabOf('front');
  await page.addInitScript(() => {
    window.print = () => (document.documentElement.dataset['toPaper'] = 'yes');
  });
  await allIsHere(page, 'front');
  const day = dayOfVisit(today.confirmed);
  const ofToday = await namesOf(clinic, `left(v."Start"::text, 10) = ${day}`);
  const ofOthers = (await namesOf(clinic, `left(v."Start"::text, 10) <> ${day}`)).filter(
    (name) => !ofToday.includes(name),
  );
  expect(ofToday.length).toBeGreaterThan(5);

  await page.goto(`${clinic.url}/scheduling`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Print day by provider' }).click();
  await expect(page).toHaveURL(/\/printProviderDaySchedule\?date=\d{4}-\d\d-\d\d$/);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(sheets(page)).toContainText(ofToday[0] ?? '');
  await lookEverywhere(page, 'print-provider-day');
  const byProvider = await printed(page, 'provider-day');
  const whole = byProvider.join('');
  expect(ofToday.filter((name) => !whole.includes(squeezed(name)))).toEqual([]);
  expect(ofOthers.filter((name) => whole.includes(squeezed(name)))).toEqual([]);
  expect(whole).not.toContain(squeezed('All providers'));
  // A provider's day begins on a page of its own, with whose and which day it is.
  const providers = await clinic.sql<{ name: string }>(
    `select distinct p."FirstName" || ' ' || p."LastName" || ', ' || p."Type" as name from visits v
     join providers p on p.site = v.site and p."ProviderId" = v."ProviderId"
     where v.site = 'demo' and left(v."Start"::text, 10) = ${day} and v.stage not in ('cancelled', 'noShow', 'lateCancel')`,
  );
  const headed = (name: string) => byProvider.filter((one) => one.startsWith(squeezed(`${name}: schedule of`))).length;
  expect(providers.filter(({ name }) => headed(name) !== 1)).toEqual([]);

  await page.context().setOffline(true);
  await page.goto(`${clinic.url}/printSignInDaySchedule`);
  await expect(sheets(page)).toContainText('Sign-in sheet of');
  await lookEverywhere(page, 'print-sign-in');
  const signIns = (await printed(page, 'sign-in')).join('');
  expect(ofToday.filter((name) => !signIns.includes(squeezed(name)))).toEqual([]);
  // What only the staff has to know does not lie at the front desk.
  expect(signIns).not.toMatch(/\(\d{3}\)\d{3}-\d{4}/);

  await page.goto(`${clinic.url}/rundown`);
  await expect(sheets(page)).toContainText('rundown of');
  await lookEverywhere(page, 'print-rundown');
  const rundown = (await printed(page, 'rundown')).join('');
  expect(ofToday.filter((name) => !rundown.includes(squeezed(name)))).toEqual([]);
  expect(rundown).toContain(squeezed('Plan of care ends'));

  await page.getByRole('button', { name: 'Print', exact: true }).click();
  // What goes to paper is on record by then; before, nothing is promised.
  await expect(page.locator('html[data-to-paper]')).toHaveCount(1);
  await page.goto(`${clinic.url}/rundown?date=1999-01-01`);
  await expect(page.getByText('This day is not on this device')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print', exact: true })).toBeDisabled();
  await page.context().setOffline(false);
  const prints = () =>
    clinic.sql<{ pk: string; patients: string }>(
      `select pk, detail ->> 'patients' as patients from audit_entry where site = 'demo' and action = 'print' and pk <> 'note'`,
    );
  await expect.poll(prints, { timeout: 60_000 }).toEqual([{ pk: 'rundown', patients: String(ofToday.length) }]);
});

test('a provider finds their own day first; a patient takes their visits home', async ({ tabOf, clinic }) => {
  const page = await tabOf('pt');
  await allIsHere(page);
  await page.goto(`${clinic.url}/rundown`);
  await expect(page.getByLabel('Provider')).toHaveValue(cast.providers.maya);
  await page.getByLabel('Provider').selectOption('All providers');
  await expect(page).toHaveURL(/provider=all/);

  const PatientId = await patientOf(clinic, today.scheduled);
  await page.goto(`${clinic.url}/patients/${PatientId}?tab=visits`);
  await page.getByRole('button', { name: 'Print schedule' }).click();
  await expect(page).toHaveURL(`${clinic.url}/printPatientSchedule/${PatientId}/upcoming`);
  // The chart, which has visits too, stays on the screen until the sheet's code is here.
  await page.getByRole('combobox', { name: 'Visits' }).selectOption('All visits');
  await expect(page).toHaveURL(`${clinic.url}/printPatientSchedule/${PatientId}/all`);
  await expect(sheets(page)).toBeVisible();
  await lookEverywhere(page, 'print-patient');
  const text = (await printed(page, 'patient')).join('');
  const [patient] = await clinic.sql<{ name: string; visits: string }>(
    `select p."LastName" || ', ' || p."FirstName" as name, (select count(*) from visits v where v.site = p.site
       and v."PatientId" = p."PatientId" and v.stage not in ('cancelled', 'noShow', 'lateCancel')) as visits
     from patients p where p.site = 'demo' and p."PatientId" = $1`,
    [PatientId],
  );
  expect(text.startsWith(squeezed(patient?.name ?? '?'))).toBe(true);
  expect(text.match(/(Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day/g)).toHaveLength(Number(patient?.visits));
  await page.goto(`${clinic.url}/printPatientSchedule/${PatientId}/someday`);
  await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
});

test('a note is printed offline with its patient on every page, and is a file once the network is there', async ({
  tabOf,
  clinic,
}) => {
  test.setTimeout(180_000);
  const long = Array.from({ length: 150 }, (_, n) => `Line ${n}: stairs, twice a day.`).join('\n');
  await clinic.sql(
    `update visit_notes set "Sections" = "Sections" || jsonb_build_object('Subjective', $2::text) where site = 'demo' and "NoteId" = $1`,
    [today.billing, `${long}\n<b>not bold</b>`],
  );
  const page = await tabOf('pt');
  await page.addInitScript(() => {
    window.print = () => (document.documentElement.dataset['toPaper'] = 'yes');
  });
  await allIsHere(page);
  const PatientId = await patientOf(clinic, today.billing);
  await page.goto(visitUrl(clinic, today.billing, PatientId));
  await expect(page.getByRole('button', { name: 'Download PDF' }).first()).toBeVisible();

  await page.context().setOffline(true);
  const download = page.getByRole('button', { name: 'Download PDF' }).first();
  await expect(download).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText('You must be online to download the PDF.').first()).toBeVisible();
  await lookEverywhere(page, 'note-output');
  await page.getByRole('button', { name: 'Print', exact: true }).first().press('Enter');
  await expect(page).toHaveURL(`${clinic.url}/printNote/${PatientId}/${today.billing}`);
  await expect(sheets(page)).toContainText('Signed electronically by Maya Okafor, PT');
  await expect(sheets(page)).not.toContainText('Not signed');
  await lookEverywhere(page, 'print-note');
  const pages = await printed(page, 'note', { preferCSSPageSize: true });
  expect(pages.length).toBeGreaterThan(2);
  expect(pages.filter((one) => !one.includes(PatientId))).toEqual([]);
  expect(pages.map((one, at) => one.includes(`Page${at + 1}of${pages.length}`))).not.toContain(false);
  expect(pages.join('')).toContain(squeezed('<b>not bold</b>'));
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await expect(page.locator('html[data-to-paper]')).toHaveCount(1);

  const other = await patientOf(clinic, today.inProgress);
  await page.goto(`${clinic.url}/printNote/${other}/${today.inProgress}`);
  await expect(sheets(page)).toContainText('Not signed');
  const unsigned = await printed(page, 'note-unsigned', { preferCSSPageSize: true });
  expect(unsigned.filter((one) => !one.includes('Notsigned'))).toEqual([]);
  expect(unsigned.join('')).not.toContain('Signedelectronically');

  await page.context().setOffline(false);
  await page.goto(visitUrl(clinic, today.billing, PatientId));
  await expect(download).toHaveAttribute('aria-disabled', 'false');
  const [file] = await Promise.all([page.waitForEvent('download'), download.click()]);
  expect(file.suggestedFilename()).toMatch(/^note-\d{4}-\d\d-\d\d\.pdf$/);
  const bytes: Buffer[] = [];
  for await (const part of await file.createReadStream()) bytes.push(part as Buffer);
  const made = pdfPages(Buffer.concat(bytes));
  if (process.env['SHOTS']) writeFileSync(`${process.env['SHOTS']}/note-file.pdf`, Buffer.concat(bytes));
  expect(made.filter((one) => !one.includes(PatientId))).toEqual([]);
  expect(made.join('')).toContain(squeezed('Signed electronically by Maya Okafor, PT'));
  const told = () =>
    clinic.sql(
      `select action, pk from audit_entry where site = 'demo' and action in ('print', 'export') and pk in ($1, 'note') order by action`,
      [today.billing],
    );
  await expect.poll(told, { timeout: 60_000 }).toEqual([
    { action: 'export', pk: today.billing },
    { action: 'print', pk: 'note' },
  ]);
  await page.goto(`${clinic.url}/printNote/${PatientId}/nothing`);
  await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
});
