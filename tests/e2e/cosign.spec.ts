import { cast } from '../../server/demo/cast.ts';
import { lookEverywhere } from './desk/look.ts';
import { pill } from './desk/page.ts';
import { expect, test } from './fixtures.ts';
import { patientOf, stageOf, visitUrl } from './visits.ts';

const { ptaInProgress } = cast.visits.today;
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
  await lookEverywhere(assistant, 'cosign-sign');
  await question.getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(assistant.getByText('Asked to cosign: Maya Okafor, PT.').first()).toBeVisible();
  await lookEverywhere(assistant, 'cosign-signed');
  await expect(pill(assistant)).toHaveText('Saved', { timeout: 40_000 });

  const therapist = await tabOf('pt');
  await therapist.getByRole('button', { name: /^[1-9]\d* to cosign$/ }).click();
  const queue = therapist.getByRole('dialog', { name: /^Notes to cosign/ });
  await expect(queue.getByText('Asked of you').first()).toBeVisible();
  await lookEverywhere(therapist, 'cosign-queue');
  await therapist.goto(`${clinic.url}/patients/${patient}?tab=documentation`);
  const panel = therapist.getByRole('group', { name: 'Cosign' }).first();
  await expect(panel.getByText(/^97110: 30 minutes/)).toBeVisible();
  await panel.scrollIntoViewIfNeeded();
  await lookEverywhere(therapist, 'cosign-chart');
  await panel.getByRole('button', { name: 'Cosign' }).click();
  await therapist.getByRole('dialog', { name: 'Cosign this note?' }).getByRole('button', { name: 'Cosign' }).click();
  await expect(therapist.getByText(/Cosigned electronically by Maya Okafor, PT/).first()).toBeVisible();
  await expect.poll(() => stageOf(clinic, ptaInProgress), { timeout: 40_000 }).toBe('billing');
});
