import { pill, shot } from './desk/page.ts';
import { addToWaitlist, openWaitlist, somebody, someVisit } from './desk/waitlist.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { allIsHere } from './visits.ts';

test.describe.configure({ timeout: 240_000 });

test('without the network someone is put on the list and taken off; the server has it when the network is back', async ({
  tabOf,
  clinic,
}) => {
  const visit = await someVisit(clinic, 3);
  const person = await somebody(clinic, visit, 4);
  const page = await tabOf('front');
  await expect(pill(page)).toHaveText('Saved');
  await allIsHere(page, 'front');
  await page.goto(`${clinic.url}/scheduling?view=day&date=${visit.Start.slice(0, 10)}`);
  await openWaitlist(page);
  await expect(page.getByText(/^Rules/)).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText(/You are offline\. You see the patients on this device/)).toBeVisible();
  await addToWaitlist(page, person);
  await page.getByRole('button', { name: 'Add to the waitlist' }).click();
  const line = page.getByRole('list', { name: 'Waitlist' }).getByRole('listitem').filter({ hasText: person.LastName });
  await expect(line.first()).toBeVisible();
  await page.context().setOffline(false);
  const stateNow = async () =>
    (
      await clinic.sql<{ state: string }>(
        `select state from visit_requests where site = 'demo' and "PatientId" = $1 order by "AskedAt" desc limit 1`,
        [person.PatientId],
      )
    )[0]?.state;
  await expect.poll(stateNow, { timeout: 30_000 }).toBe('open');
  await line.getByRole('button', { name: /^Remove from waitlist/ }).click();
  await expect(line).toHaveCount(0);
  await expect.poll(stateNow, { timeout: 30_000 }).toBe('withdrawn');
});

test('whoever manages the company changes how offers are sent', async ({ tabOf, clinic }) => {
  const page = await tabOf('admin');
  await page.goto(`${clinic.url}/scheduling`);
  await openWaitlist(page);
  await page.getByText('Rules', { exact: true }).click();
  await page.getByLabel('Offers at a time').fill('5');
  await page.getByRole('switch', { name: /Offer open times automatically/ }).check({ force: true });
  await expectAccessible(page, { within: '[role=dialog]' });
  await shot(page, 'rules-1440');
  await page.getByRole('button', { name: 'Save rules' }).click();
  await expect(page.getByText('The offer rules are saved.')).toBeVisible();
  const [site] = await clinic.sql<{ rule: object }>(
    `select settings -> 'fill_rule' as rule from sites where site = 'demo'`,
  );
  expect(site?.rule).toMatchObject({ isOn: true, groupSize: 5 });
});
