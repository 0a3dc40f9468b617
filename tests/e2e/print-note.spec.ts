import { writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { cast } from '../../server/demo/cast.ts';
import { pdfPages, squeezed } from '../../server/testing/pdf-text.ts';
import { lookEverywhere } from './desk/look.ts';
import { expect, test } from './fixtures.ts';
import { allIsHere, patientOf, visitUrl } from './visits.ts';

const { today } = cast.visits;
const sheets = (page: Page) => page.locator('[data-print-sheets]');

/** The text of each page as it comes out of the printer. */
async function printed(page: Page, name: string): Promise<string[]> {
  const pdf = await page.pdf({ preferCSSPageSize: true });
  if (process.env['SHOTS']) writeFileSync(`${process.env['SHOTS']}/${name}.pdf`, pdf);
  return pdfPages(pdf);
}

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
  const pages = await printed(page, 'note');
  expect(pages.length).toBeGreaterThan(2);
  expect(pages.filter((one) => !one.includes(PatientId))).toEqual([]);
  expect(pages.map((one, at) => one.includes(`Page${at + 1}of${pages.length}`))).not.toContain(false);
  expect(pages.join('')).toContain(squeezed('<b>not bold</b>'));
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await expect(page.locator('html[data-to-paper]')).toHaveCount(1);

  const other = await patientOf(clinic, today.inProgress);
  await page.goto(`${clinic.url}/printNote/${other}/${today.inProgress}`);
  await expect(sheets(page)).toContainText('Not signed');
  const unsigned = await printed(page, 'note-unsigned');
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
      `select action, pk from audit_entry where site = 'demo' and action in ('print', 'export') order by action`,
    );
  await expect.poll(told, { timeout: 60_000 }).toEqual([
    { action: 'export', pk: today.billing },
    { action: 'print', pk: 'note' },
  ]);
  await page.goto(`${clinic.url}/printNote/${PatientId}/nothing`);
  await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
});
