import { cast } from '../../server/demo/cast.ts';
import { pill } from './desk/page.ts';
import { untilKept } from './drafts.ts';
import { expect, test } from './fixtures.ts';
import { allIsHere, cardOf, patientOf } from './visits.ts';

test('a chart opened from what the device keeps is no waiting change, and stands in the audit log after the next sync', async ({
  tabOf,
  clinic,
}) => {
  const page = await tabOf('front');
  await allIsHere(page, 'front');
  const PatientId = await patientOf(clinic, cast.visits.today.confirmed);
  const of = [PatientId, cast.users.front];
  const views = () =>
    clinic.sql(
      `select detail ->> 'from' as from, "DeviceId" as device from audit_entry
       where action = 'view' and pk = $1 and "UserId" = $2`,
      of,
    );
  // A device that the server has not heard of stands in no entry.
  const devices = () => clinic.sql(`select from devices where site = 'demo' and "UserId" = $1`, of.slice(1));
  await expect.poll(devices).toHaveLength(1);
  await page.context().setOffline(true);
  // The sync worker may note the look long after the chart is shown; the sync that follows tells of it.
  await untilKept(page, async () => void (await page.goto(`${clinic.url}/patients/${PatientId}`)));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(pill(page)).toHaveText('Offline');
  // Elsewhere by the time the network is back: the server hears of the look from this device alone.
  await page.goto(`${clinic.url}/onDeck`);
  await expect(cardOf(page, cast.visits.today.confirmed)).toBeVisible();
  expect(await views()).toEqual([]);
  await page.context().setOffline(false);
  await expect.poll(views).toEqual([{ from: 'this device', device: expect.any(String) }]);
});
