import type { Page } from '@playwright/test';
import { cast } from '../../server/demo/cast.ts';
import { pill } from './desk/page.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { patientOf, stageOf, visitUrl } from './visits.ts';

const { ptaInProgress } = cast.visits.today;
const shots = process.env['SHOTS'];
const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

async function look(page: Page, name: string): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectAccessible(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(size.width);
    if (shots) await page.screenshot({ path: `${shots}/cosign-${name}-${size.width}.png` });
  }
}

test('an assistant names who cosigns, and that therapist finds the note and cosigns it in the chart', async ({
  clinic,
  tabOf,
}) => {
  const assistant = await tabOf('pta');
  const patient = await patientOf(clinic, ptaInProgress);
  await assistant.goto(visitUrl(clinic, ptaInProgress, patient));
  for (const section of ['Subjective', 'Objective', 'Assessment', 'Plan'])
    await assistant.getByRole('textbox', { name: section, exact: true }).fill(`${section} of today.`);
  await assistant.getByRole('button', { name: 'Add service' }).click();
  await assistant.getByRole('combobox', { name: 'CPT, service 1' }).fill('97110');
  await assistant.getByRole('option', { name: /97110/ }).click();
  await assistant.getByRole('textbox', { name: 'Minutes, service 1' }).fill('30');
  await assistant.getByRole('button', { name: 'Sign', exact: true }).click();
  const question = assistant.getByRole('dialog', { name: 'Sign this note?' });
  await expect(question.getByRole('combobox', { name: 'Cosigner' })).toHaveValue('Maya Okafor, PT');
  await look(assistant, 'sign');
  await question.getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(assistant.getByText('Asked to cosign: Maya Okafor, PT.').first()).toBeVisible();
  await look(assistant, 'signed');
  await expect(pill(assistant)).toHaveText('Saved', { timeout: 40_000 });

  const therapist = await tabOf('pt');
  await therapist.getByRole('button', { name: /^[1-9]\d* to cosign$/ }).click();
  const queue = therapist.getByRole('dialog', { name: /^Notes to cosign/ });
  await expect(queue.getByText('Asked of you').first()).toBeVisible();
  await look(therapist, 'queue');
  await therapist.goto(`${clinic.url}/patients/${patient}?tab=documentation`);
  const panel = therapist.getByRole('group', { name: 'Cosign' }).first();
  await expect(panel.getByText(/^97110: 30 minutes/)).toBeVisible();
  await panel.scrollIntoViewIfNeeded();
  await look(therapist, 'chart');
  await panel.getByRole('button', { name: 'Cosign' }).click();
  await therapist.getByRole('dialog', { name: 'Cosign this note?' }).getByRole('button', { name: 'Cosign' }).click();
  await expect(therapist.getByText(/Cosigned electronically by Maya Okafor, PT/).first()).toBeVisible();
  await expect.poll(() => stageOf(clinic, ptaInProgress), { timeout: 40_000 }).toBe('billing');
});
