import type { Page } from '@playwright/test';
import { cast } from '../../server/demo/cast.ts';
import { pill } from './desk/page.ts';
import { crash } from './devices.ts';
import { expect, signIn, test } from './fixtures.ts';
import { arrivalsIn, cardOf, checkIn, stageOf } from './visits.ts';

const { today } = cast.visits;
const inStage = (page: Page, VisitId: string, stage: string) =>
  page.locator(`[data-visit="${VisitId}"][data-stage="${stage}"]`);

/** A move that stands in the card's menu. */
async function chooseMove(page: Page, VisitId: string, word: string): Promise<void> {
  await cardOf(page, VisitId)
    .getByRole('button', { name: /^More for/ })
    .click();
  await page.getByRole('menuitem', { name: word, exact: true }).click();
}

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

test('two people move one visit: the second is told why, and may try again or give up', async ({ tabOf, clinic }) => {
  const front = await tabOf('front');
  const admin = await tabOf('admin');
  for (const page of [front, admin]) await expect(page.locator('[data-visit]').first()).toBeVisible();
  const [again, givenUp] = [today.riverside, today.otIncomplete];
  await front.context().setOffline(true);
  await expect(pill(front)).toHaveText('Offline');
  await checkIn(front, again);
  await chooseMove(front, givenUp, 'No-show');
  await expect(pill(front)).toHaveText('Offline, 2 waiting');
  await chooseMove(admin, again, 'Mark unconfirmed');
  await checkIn(admin, givenUp);
  await expect.poll(() => stageOf(clinic, again)).toBe('scheduled');
  await expect.poll(() => stageOf(clinic, givenUp)).toBe('checkedIn');
  await front.context().setOffline(false);

  await expect(pill(front)).toHaveText('Needs attention (2)');
  await expect(cardOf(front, again)).toContainText('needs attention');
  await pill(front).click();
  const drawer = front.getByRole('dialog', { name: 'Sync status' });
  const parked = (what: string) => drawer.getByRole('listitem').filter({ hasText: what });
  const reason = 'Someone else changed this visit first. Your move was not saved. Review the visit, then try again.';
  await expect(parked('Move a visit to Arrived')).toContainText(reason);
  await expect(parked('Move a visit to Arrived')).toContainText('Server now');
  await expect(parked('Move a visit to Arrived')).toContainText('Scheduled');
  await expect(parked('Move a visit to No-show')).toContainText(reason);

  await parked('Move a visit to Arrived').getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => stageOf(clinic, again)).toBe('checkedIn');
  expect(await arrivalsIn(clinic, again, 'checkedIn')).toBe(1);
  await expect(pill(front)).toHaveText('Needs attention (1)');

  const left = parked('Move a visit to No-show');
  await left.getByRole('button', { name: 'Discard…' }).click();
  await left.getByRole('button', { name: 'Discard change' }).click();
  await expect(left).toContainText('Enter a reason.');
  await left.getByLabel('Reason for discarding').fill('The patient came after all.');
  await left.getByRole('button', { name: 'Discard change' }).click();
  await expect(front.getByText('Change discarded.')).toBeVisible();
  await expect(drawer.getByText('Nothing is waiting')).toBeVisible();
  await expect(pill(front)).toHaveText('Saved');
  await front.keyboard.press('Escape');
  await expect(inStage(front, givenUp, 'checkedIn')).toBeVisible();
  expect(await stageOf(clinic, givenUp)).toBe('checkedIn');
  expect(await arrivalsIn(clinic, givenUp, 'noShow')).toBe(0);
  const given = await clinic.sql<{ detail: Record<string, string> }>(
    `select detail from audit_entry where site = 'demo' and action = 'discard'`,
  );
  expect(given.map(({ detail }) => detail)).toEqual([
    { name: 'visits.move', reason: 'The patient came after all.', record: givenUp },
  ]);
});
