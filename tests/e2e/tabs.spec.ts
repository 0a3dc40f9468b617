import type { Page } from '@playwright/test';
import { cast } from '../../server/demo/cast.ts';
import { pill } from './desk/page.ts';
import { crash } from './devices.ts';
import { expect, signIn, test } from './fixtures.ts';
import { arrivalsIn, cardOf, checkIn, stageOf } from './visits.ts';

const { today } = cast.visits;
const inStage = (page: Page, VisitId: string, stage: string) =>
  page.locator(`[data-visit="${VisitId}"][data-stage="${stage}"]`);

test('two tabs of one user show the same, and the one left goes on at once', async ({ elsewhere, clinic }) => {
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
  expect(await arrivalsIn(clinic, today.confirmed, 'checkedIn')).toBe(1);

  // The first tab was the one that talked to the server; the second must take over when it goes.
  await first.close();
  await checkIn(second, today.ptaConfirmed);
  await expect.poll(() => stageOf(clinic, today.ptaConfirmed)).toBe('checkedIn');
  await expect(pill(second)).toHaveText('Saved');
  for (const VisitId of [today.scheduled, today.confirmed, today.ptaConfirmed]) {
    expect(await arrivalsIn(clinic, VisitId, 'checkedIn')).toBe(1);
  }
});

test('when the tab that leads crashes, the one left sends at once what both had saved', async ({
  elsewhere,
  clinic,
}) => {
  const first = await elsewhere();
  const context = first.context();
  await signIn(first, clinic, 'front');
  await expect(pill(first)).toHaveText('Saved');
  const second = await context.newPage();
  await second.goto(`${clinic.url}/onDeck`);
  await expect(pill(second)).toHaveText('Saved');
  const left = second.getByRole('button', { name: /^Check in:/ });
  const idsLeft = async () => {
    const ids = await left.evaluateAll((found) =>
      found.map((one) => one.closest<HTMLElement>('[data-visit]')?.dataset['visit'] ?? ''),
    );
    return ids.filter((id) => !(Object.values(today) as string[]).includes(id));
  };
  // 'Saved' may stand there before the list does.
  await expect.poll(async () => (await idsLeft()).length).toBeGreaterThan(1);
  const [own = '', other = ''] = await idsLeft();
  // Saved in the tab that leads, and not sent when it dies.
  let hasCrashed = false;
  await context.route('**/api/sync/push', (route) => (hasCrashed ? route.continue() : undefined));
  await checkIn(first, own);
  await expect(inStage(second, own, 'checkedIn')).toBeVisible();
  hasCrashed = true;
  await crash(first);
  await checkIn(second, other);
  for (const VisitId of [own, other]) await expect.poll(() => stageOf(clinic, VisitId)).toBe('checkedIn');
  await expect(pill(second)).toHaveText('Saved');
  for (const VisitId of [own, other]) expect(await arrivalsIn(clinic, VisitId, 'checkedIn')).toBe(1);
});
