import type { Page } from '@playwright/test';
import { cast } from '../../server/demo/cast.ts';
import type { Clinic } from '../clinic.ts';
import { lookEverywhere } from './desk/look.ts';
import { pill } from './desk/page.ts';
import { expect, test } from './fixtures.ts';
import { patientOf, stageOf, visitUrl } from './visits.ts';

const { inProgress } = cast.visits.today;

/** Maya Okafor is a chiropractor in this clinic, and so is the case of her patient. */
async function practice(clinic: Clinic, VisitId: string): Promise<void> {
  await clinic.sql(`update providers set "Type" = 'DC' where site = 'demo' and "ProviderId" = $1`, [
    cast.providers.maya,
  ]);
  await clinic.sql(
    `update cases set "Discipline" = 'DC' where site = 'demo'
       and "CaseId" = (select "CaseId" from visits where site = 'demo' and "VisitId" = $1)`,
    [VisitId],
  );
}

async function openVisit(page: Page, clinic: Clinic, VisitId: string): Promise<void> {
  await page.goto(visitUrl(clinic, VisitId, await patientOf(clinic, VisitId)));
  await expect(pill(page)).toHaveText('Saved');
}

const text = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

async function bill(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: 'Add service' }).click();
  await page.getByRole('combobox', { name: 'CPT, service 1' }).fill(code);
  await page.getByRole('option', { name: new RegExp(code) }).click();
}

async function sign(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(page.getByText(/Signed electronically by/).first()).toBeVisible();
}

test('a chiropractor finds, treats and signs what Medicare asks for, the spine by keyboard alone', async ({
  clinic,
  tabOf,
}) => {
  await practice(clinic, inProgress);
  await clinic.sql(
    `update insurances set "PayerId" = $1 where site = 'demo'
       and "PatientId" = (select "PatientId" from visits where site = 'demo' and "VisitId" = $2)`,
    [cast.payers.medicare, inProgress],
  );
  const page = await tabOf('pt');
  await openVisit(page, clinic, inProgress);
  const spine = page.getByRole('region', { name: 'Spine' });
  await spine.getByLabel('Pain, C0').focus();
  for (let down = 0; down < 5; down += 1) await page.keyboard.press('Enter');
  await page.keyboard.type('4');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('left');
  for (let right = 0; right < 3; right += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('Diversified');
  await expect(spine.getByText('1 region treated (cervical): 98940 covers 1 to 2.')).toBeVisible();
  await expect(page.getByText(/Change since the last visit is missing\./)).toBeVisible();
  await page.getByRole('combobox', { name: 'Change since the last visit' }).click();
  await page.getByRole('option', { name: 'Better' }).click();
  await text(page, 'Effect of treatment').fill('Turns the head freely');

  const body = page.getByRole('region', { name: 'Body chart' });
  await body.getByRole('combobox', { name: 'Mark a region' }).click();
  await page.keyboard.type('right back of the neck');
  await page.getByRole('option', { name: 'Right back of the neck' }).click();
  await expect(body.getByRole('img', { name: 'Back: Right back of the neck' })).toBeVisible();

  const outcomes = page.getByRole('region', { name: 'Outcome measures' });
  await outcomes.getByRole('button', { name: 'Add a score' }).click();
  await outcomes.getByRole('combobox', { name: 'Outcome measure' }).fill('NDI');
  await page.getByRole('option', { name: /^NDI/ }).click();
  await outcomes.getByRole('textbox', { name: 'Total (0 to 100)' }).fill('34');
  await lookEverywhere(page, 'chiropractor-written');
  await outcomes.getByRole('button', { name: 'Save score' }).click();
  await expect(outcomes.getByText(/^34 of 100 on /)).toBeVisible();

  for (const section of ['Subjective', 'Assessment', 'Plan']) await text(page, section).fill('As before.');
  await bill(page, '98940');
  await sign(page);
  await expect(page.getByText('Pain 4/10, asymmetry left, treated: Diversified')).toBeVisible();
  await expect(page.getByText(/^34 of 100, /)).toBeVisible();
  await expect.poll(() => stageOf(clinic, inProgress), { timeout: 40_000 }).toBe('billing');
  await lookEverywhere(page, 'chiropractor-signed');
});
