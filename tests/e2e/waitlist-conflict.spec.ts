import { drawer, expectFits, pill, shot } from './desk/page.ts';
import { addToWaitlist, openWaitlist, somebody, someVisit } from './desk/waitlist.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

test.describe.configure({ timeout: 240_000 });

test('two change what a patient waits for, one of them offline: what differs is asked about, the rest is merged', async ({
  tabOf,
  clinic,
}) => {
  const visit = await someVisit(clinic, 5);
  const person = await somebody(clinic, visit, 6);
  const page = await tabOf('front');
  await expect(pill(page)).toHaveText('Saved');
  await page.goto(`${clinic.url}/scheduling?view=day&date=${visit.Start.slice(0, 10)}`);
  await openWaitlist(page);
  await addToWaitlist(page, person);
  await page.getByRole('button', { name: 'Add to the waitlist' }).click();
  const line = page.getByRole('list', { name: 'Waitlist' }).getByRole('listitem').filter({ hasText: person.LastName });
  await expect(line).toHaveCount(1);
  await expect(pill(page)).toHaveText('Saved');

  await page.context().setOffline(true);
  await line.getByRole('button', { name: /^Change/ }).click();
  await page.getByLabel('Note').fill('Rings back after five');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(line).toContainText('Rings back after five');
  // Meanwhile, at another desk.
  const [other] = await clinic.sql<{ id: string }>(
    `update visit_requests set "Note" = 'Works nights', "Priority" = 1 where site = 'demo' and "VisitRequestId" =
       (select "VisitRequestId" from visit_requests where site = 'demo' order by "AskedAt" desc limit 1)
     returning "VisitRequestId" as id`,
  );
  await page.context().setOffline(false);
  await expect(pill(page)).toHaveText('Needs attention (1)', { timeout: 30_000 });
  await page.keyboard.press('Escape');
  await pill(page).click();
  const tray = drawer(page).last();
  await expect(tray).toContainText('This waitlist entry changed since you edited it');
  const note = tray.getByRole('row', { name: /Note/ });
  await expect(note.getByRole('cell')).toHaveText(['Rings back after five', 'Works nights']);
  // What only the other one changed stays theirs.
  await expect(tray.getByRole('row', { name: /Priority/ })).toHaveCount(0);
  await expectAccessible(page, { within: '[role=dialog]' });
  await shot(page, 'waitlist-conflict-1440');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await shot(page, 'waitlist-conflict-390');
  await tray.getByRole('button', { name: 'Try again' }).click();
  await expect(pill(page)).toHaveText('Saved', { timeout: 30_000 });
  const stored = `select "Note", "Priority" from visit_requests where site = 'demo' and "VisitRequestId" = $1`;
  expect(await clinic.sql(stored, [other?.id])).toEqual([{ Note: 'Rings back after five', Priority: 1 }]);
});
