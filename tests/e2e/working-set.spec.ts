import { cast } from '../../server/demo/cast.ts';
import { pill } from './desk/page.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { patientOf } from './visits.ts';

test('a device says what it holds and whether it is ready for an outage', async ({ tabOf }) => {
  const page = await tabOf('pt');
  await page.locator('[data-sync-pill]').click();
  const drawer = page.getByRole('dialog');
  for (const part of ['Today and these two weeks', 'Active charts', 'Names of all patients'])
    await expect(drawer.getByRole('listitem').filter({ hasText: part })).toContainText('Done');
  await expect(drawer.getByText(/^Last exchange /)).toBeVisible();
  await expect(drawer.getByText('Everything needed for the next two weeks is on this device.')).toBeVisible();
  const isKept = await page.evaluate(() => navigator.storage.persisted());
  await expect(drawer.getByText(isKept ? 'Ready' : 'Not ready yet', { exact: true })).toBeVisible();
  await expectAccessible(page, { within: '[role="dialog"]' });
});

test('a chart opened from what the device keeps is no waiting change, and stands in the audit log after the next sync', async ({
  tabOf,
  clinic,
}) => {
  const page = await tabOf('front');
  await expect(pill(page)).toHaveText('Saved');
  const PatientId = await patientOf(clinic, cast.visits.today.confirmed);
  const views = () =>
    clinic.sql<{ from: string | null; device: string | null }>(
      `select detail ->> 'from' as from, "DeviceId" as device from audit_entry
       where action = 'view' and pk = $1 and "UserId" = $2`,
      [PatientId, cast.users.front],
    );
  await page.goto(`${clinic.url}/patients/${PatientId}`);
  await expect.poll(views).toHaveLength(1);
  // Looking twice within an hour is one look.
  await clinic.sql(`update audit_entry set at = at - interval '2 hours' where action = 'view' and pk = $1`, [
    PatientId,
  ]);
  await page.context().setOffline(true);
  await page.goto(`${clinic.url}/patients/${PatientId}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(pill(page)).toHaveText('Offline');
  await page.context().setOffline(false);
  await expect
    .poll(async () => (await views()).filter((one) => one.from !== null))
    .toEqual([{ from: 'this device', device: expect.any(String) }]);
});
