import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { appVersion } from '../../contract/base/app-version.ts';
import { cast } from '../../server/demo/cast.ts';
import { demoPassword, type Clinic } from '../clinic.ts';
import { lookEverywhere } from './desk/look.ts';
import { pill } from './desk/page.ts';
import { untilKept } from './drafts.ts';
import { expect, test } from './fixtures.ts';
import { allIsHere, cardOf, patientOf } from './visits.ts';

const table = (page: Page) => page.getByRole('table', { name: 'Audit log' });
const rows = (page: Page) => table(page).locator('tbody tr');

async function openAudit(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Company' }).click();
  await page.getByRole('tab', { name: 'Audit' }).click();
  await expect(table(page)).toBeVisible();
}

async function choose(page: Page, field: string, option: string, typed = option): Promise<void> {
  await page.getByRole('combobox', { name: field }).fill(typed);
  await page.getByRole('option', { name: option }).first().click();
}

function verify(clinic: Clinic) {
  const { status, stderr } = spawnSync(process.execPath, ['server/admin.ts', 'verify-audit', '--site', 'demo'], {
    env: { ...process.env, DATA_DIR: clinic.dataDir },
    encoding: 'utf8',
  });
  return { status, stderr };
}

/** As the front desk does at a form of theirs. */
async function changePhone({ url }: Clinic, Phone: string): Promise<void> {
  const ask = async (method: string, path: string, body: object, more: Record<string, string> = {}) => {
    const headers = { 'content-type': 'application/json', ...more };
    const reply = await fetch(`${url}/api${path}`, { method, headers, body: JSON.stringify(body) });
    expect(reply.status).toBe(200);
    return (await reply.json()) as { token: string };
  };
  const { token } = await ask('POST', '/session/login', { email: 'front@demo.test', password: demoPassword });
  const headers = { authorization: `Bearer ${token}`, 'x-site-key': 'demo', 'x-app-version': appVersion };
  await ask('PUT', `/patients/${cast.patients.rosa}`, { changes: { Phone } }, headers);
}

test('an administrator finds who changed a patient, sees what, takes the list along, and finds what was altered', async ({
  tabOf,
  clinic,
}) => {
  test.setTimeout(180_000);
  await changePhone(clinic, '9785550142');

  const page = await tabOf('admin');
  await openAudit(page);

  await test.step('the newest entries stand first and say in plain words who did what', async () => {
    await expect(rows(page).filter({ hasText: 'Adele Minister' }).filter({ hasText: 'signed in' })).toHaveCount(1);
    await expect(rows(page).filter({ hasText: 'changed the record of Rosa Alvarez: phone' }).first()).toContainText(
      'Fern Delacroix',
    );
    await expect(table(page)).not.toContainText('5550142');
    await lookEverywhere(page, 'audit');
  });

  await test.step('filters narrow it; titles sort it; more comes page by page', async () => {
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => rows(page).count()).toBeGreaterThan(50);
    await page.getByRole('button', { name: 'Who' }).click();
    await expect(page.getByRole('columnheader', { name: 'Who' })).toHaveAttribute('aria-sort', 'ascending');
    await choose(page, 'Patient', 'Alvarez, Rosa', 'alvarez');
    await choose(page, 'Person', 'Fern Delacroix', 'Fern');
    await page.getByRole('combobox', { name: 'Action' }).fill('Changed');
    await page.getByRole('option', { name: 'Changed', exact: true }).click();
    await expect(page.getByText('End of list')).toBeVisible();
    await expect(rows(page)).toHaveCount(1);
  });

  await test.step('the entry shows what it was and what it is', async () => {
    await rows(page).first().getByRole('button').click();
    const drawer = page.getByRole('dialog', { name: 'Audit entry' });
    await expect(drawer.getByText('Fern Delacroix changed the record of Rosa Alvarez.')).toBeVisible();
    await expect(drawer.getByRole('row', { name: /^phone/ })).toContainText('9785550142');
    await expect(drawer).toContainText(appVersion);
    await expect(drawer).toContainText('Sealed');
    await lookEverywhere(page, 'audit-entry');
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
  });

  await test.step('the export is the filtered list, and is in the log', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^audit-demo-.*\.csv$/);
    const lines = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('Fern Delacroix changed the record of Rosa Alvarez');
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await choose(page, 'Action', 'Exported');
    await expect(rows(page).first()).toContainText('exported the audit log');
  });

  await test.step('a filter that nothing fits says so', async () => {
    await page.getByLabel('To', { exact: true }).fill('01/01/2020');
    await expect(page.getByText('No entry matches')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(rows(page).first()).toBeVisible();
  });

  await test.step('the command finds it whole, and what was altered where it was', async () => {
    const [entry] = await clinic.sql<{ id: string }>(
      `select max(id)::text as id from audit_entry where site = 'demo' and action = 'export'`,
    );
    const seals = () =>
      clinic.sql(`select seq from audit_seals where site = 'demo' and $1::bigint = any(ids)`, [entry?.id]);
    await expect.poll(seals).toHaveLength(1);
    expect(verify(clinic).status).toBe(0);
    await clinic.sql(`update audit_entry set "UserId" = null where id = $1`, [entry?.id]);
    const { status, stderr } = verify(clinic);
    expect(status).toBe(1);
    expect(stderr).toMatch(new RegExp(`demo: Entry ${entry?.id} \\(.*\\), in seal \\d+, was altered\\.`));
  });
});

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
