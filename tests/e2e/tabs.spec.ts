import type { Page } from '@playwright/test';
import { cast } from '../../server/demo/cast.ts';
import { pill } from './desk/page.ts';
import { crash } from './devices.ts';
import { untilKept } from './drafts.ts';
import { expect, signIn, test } from './fixtures.ts';
import { arrivalsIn, cardOf, checkIn, stageOf } from './visits.ts';

const { today } = cast.visits;
const inStage = (page: Page, VisitId: string, stage: string) =>
  page.locator(`[data-visit="${VisitId}"][data-stage="${stage}"]`);

test('two tabs of one user show the same; when the one that leads crashes, the other sends at once what both had saved and tells of what was typed there', async ({
  elsewhere,
  clinic,
}) => {
  const first = await elsewhere();
  const context = first.context();
  await signIn(first, clinic, 'front');
  await expect(pill(first)).toHaveText('Saved');
  const second = await context.newPage();
  await second.goto(`${clinic.url}/onDeck`);
  await expect(cardOf(second, today.scheduled)).toBeVisible();

  await checkIn(first, today.scheduled);
  await expect(inStage(second, today.scheduled, 'checkedIn')).toBeVisible();
  await checkIn(second, today.confirmed);
  await expect(inStage(first, today.confirmed, 'checkedIn')).toBeVisible();
  await expect.poll(() => stageOf(clinic, today.confirmed)).toBe('checkedIn');
  await expect(pill(second)).toHaveText('Saved');

  // Saved in the tab that leads, and not sent when it dies; a form stands half filled there.
  let hasCrashed = false;
  await context.route('**/api/sync/push', (route) => (hasCrashed ? route.continue() : undefined));
  await checkIn(first, today.riverside);
  await expect(inStage(second, today.riverside, 'checkedIn')).toBeVisible();
  await first.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Patients' }).click();
  await first.getByRole('button', { name: 'New', exact: true }).click();
  await untilKept(second, () =>
    first.getByRole('dialog', { name: 'New patient' }).getByLabel('Last name').fill('Quist'),
  );
  hasCrashed = true;
  await crash(first);
  await checkIn(second, today.ptaConfirmed);
  const all = [today.scheduled, today.confirmed, today.riverside, today.ptaConfirmed];
  for (const VisitId of all) await expect.poll(() => stageOf(clinic, VisitId)).toBe('checkedIn');
  for (const VisitId of all) expect(await arrivalsIn(clinic, VisitId, 'checkedIn')).toBe(1);

  await expect(pill(second)).toHaveText('Needs attention (1)');
  await pill(second).click();
  await second.getByRole('list', { name: 'Unsaved drafts' }).getByRole('button', { name: 'Open form' }).click();
  await expect(second.getByRole('dialog', { name: 'New patient' }).getByLabel('Last name')).toHaveValue('Quist');
});
