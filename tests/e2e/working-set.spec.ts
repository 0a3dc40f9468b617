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

test('rows that this device lost or has of an older day are found by comparing and put right', async ({ tabOf }) => {
  const page = await tabOf('pt');
  await page.locator('[data-sync-pill]').click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByRole('listitem').filter({ hasText: 'Names of all patients' })).toContainText('Done');
  const before = await page.evaluate(keptVisits);
  await page.evaluate(damageVisits);
  expect(before.length).toBeGreaterThan(20);
  expect(await page.evaluate(keptVisits)).not.toEqual(before);
  // The first comparison comes with the first poll that finds nothing to do: within about a minute.
  await expect(drawer.getByText(/3 rows were different and put right/)).toBeVisible({ timeout: 100_000 });
  expect(await page.evaluate(keptVisits)).toEqual(before);
});

/** A line for each visit: key, version and day. */
type Bundle = { key: string; marks: { visits?: string } };

/** Key and version of every visit in the mirror, in order. */
async function keptVisits(): Promise<string[]> {
  const name = (await indexedDB.databases()).find((one) => one.name?.startsWith('mainstay-mirror-'))?.name ?? '';
  const opened = await new Promise<IDBDatabase>((resolve) => {
    const asked = indexedDB.open(name);
    asked.addEventListener('success', () => resolve(asked.result));
  });
  const bundles = await new Promise<Bundle[]>((resolve) => {
    const asked = opened.transaction('patientBundles').objectStore('patientBundles').getAll();
    asked.addEventListener('success', () => resolve(asked.result));
  });
  opened.close();
  return bundles.flatMap(({ marks }) => marks.visits?.split('\n') ?? []).toSorted();
}

/** Loses track of two visits and makes one stale. */
async function damageVisits(): Promise<void> {
  const name = (await indexedDB.databases()).find((one) => one.name?.startsWith('mainstay-mirror-'))?.name ?? '';
  const opened = await new Promise<IDBDatabase>((resolve) => {
    const asked = indexedDB.open(name);
    asked.addEventListener('success', () => resolve(asked.result));
  });
  const writing = opened.transaction('patientBundles', 'readwrite');
  const store = writing.objectStore('patientBundles');
  const bundles = await new Promise<Bundle[]>((resolve) => {
    const asked = store.getAll();
    asked.addEventListener('success', () => resolve(asked.result));
  });
  const [first, second, third] = bundles.filter(({ marks }) => (marks.visits?.split('\n').length ?? 0) > 1);
  if (!first || !second || !third) throw new Error('There are too few visits here.');
  const [, ...others] = third.marks.visits?.split('\n') ?? [];
  const [key, , day] = third.marks.visits?.split('\n')[0]?.split(' ') ?? [];
  for (const { marks } of [first, second]) marks.visits = marks.visits?.split('\n').slice(1).join('\n') ?? '';
  third.marks.visits = [`${key} 1 ${day}`, ...others].join('\n');
  for (const bundle of [first, second, third]) store.put(bundle);
  await new Promise((resolve) => writing.addEventListener('complete', resolve));
  opened.close();
}

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
