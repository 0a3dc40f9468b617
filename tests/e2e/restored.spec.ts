import { chmodSync, cpSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cast } from '../../server/demo/cast.ts';
import { findPlace, giveTree } from '../../server/kit/db/embedded-postgres-place.ts';
import { pill } from './desk/page.ts';
import { expect, signIn, test } from './fixtures.ts';
import { arrivalsIn, cardOf, checkIn, stageOf } from './visits.ts';

const { today } = cast.visits;

test('a device gives a restored server again what it had said yes to, once, and nobody has to do anything', async ({
  clinic,
  elsewhere,
}) => {
  test.setTimeout(180_000);
  const { root, account } = findPlace(clinic.dataDir);
  const data = join(root, 'pg18');
  const backup = `${data}.backup`;
  const page = await elsewhere();
  await signIn(page, clinic, 'front');
  await expect(pill(page)).toHaveText('Saved');
  const before = await stageOf(clinic, today.scheduled);
  await clinic.end();
  cpSync(data, backup, { recursive: true });
  await clinic.start();

  await checkIn(page, today.scheduled);
  await expect(page.locator(`[data-visit="${today.scheduled}"][data-stage="checkedIn"]`)).toBeVisible();
  await expect.poll(() => stageOf(clinic, today.scheduled), { timeout: 60_000 }).toBe('checkedIn');
  await expect(pill(page)).toHaveText('Saved', { timeout: 60_000 });

  await clinic.end();
  // As an administrator does it by hand: the files of an earlier moment, the anchor set aside.
  rmSync(data, { recursive: true });
  renameSync(backup, data);
  chmodSync(data, 0o700);
  if (account) giveTree(root, account);
  rmSync(join(clinic.dataDir, 'audit-anchor.json'));
  expect(before).not.toBe('checkedIn');
  await clinic.start();

  await expect.poll(() => stageOf(clinic, today.scheduled), { timeout: 90_000 }).toBe('checkedIn');
  await expect(pill(page)).toHaveText('Saved', { timeout: 60_000 });
  expect(await arrivalsIn(clinic, today.scheduled, 'checkedIn')).toBe(1);
  await expect(cardOf(page, today.scheduled)).toBeVisible();
});
