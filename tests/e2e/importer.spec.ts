import type { Locator, Page } from '@playwright/test';
import type { Clinic } from '../clinic.ts';
import { expect, test } from './fixtures.ts';
import { payerByFiles, syntheaFiles } from './synthea-files.ts';

const files = syntheaFiles();
const many = (count: number) => count.toLocaleString('en-US');

async function openImporter(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Importer' }).click();
  await expect(page.getByRole('heading', { name: 'Import patients' })).toBeVisible();
}

async function choose(page: Page, paths: string[]): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose files' }).click(),
  ]);
  await chooser.setFiles(paths);
}

/** One figure of the list of counts. */
function figure(page: Page, name: string): Locator {
  return page.getByRole('main').locator('dt').getByText(name, { exact: true }).locator('+ dd');
}

async function countsOf(clinic: Clinic) {
  const [row] = await clinic.sql<Record<'patients' | 'insurances' | 'payers' | 'batches', string>>(
    `select (select count(*) from patients where site = 'demo') as patients, (select count(*) from insurances where site = 'demo') as insurances,
       (select count(*) from payers where site = 'demo') as payers, (select count(*) from import_batches where site = 'demo') as batches`,
  );
  return {
    patients: Number(row?.patients),
    insurances: Number(row?.insurances),
    payers: Number(row?.payers),
    batches: Number(row?.batches),
  };
}

const plain = (name: string | undefined) => (name ?? '').replace(/\d/g, '').trim();
const states: Record<string, string> = { Massachusetts: 'MA' };

test('patients come in from files: looked at first, imported, found at once and offline, taken back', async ({
  tabOf,
  clinic,
}) => {
  test.setTimeout(180_000);
  const ofPayers = files.payers.filter((payer) => payer['NAME'] !== 'NO_INSURANCE').length;
  const insured = files.patients.filter((patient) => payerByFiles(files, patient['Id'] ?? '') !== null);
  const count = files.patients.length;
  if (files.isWhole) expect(count).toBe(1171);
  const before = await countsOf(clinic);
  const page = await tabOf('biller');
  await openImporter(page);

  await test.step('the preview counts, lists problems, and has written nothing', async () => {
    await choose(page, files.paths);
    await expect(page.getByRole('heading', { name: 'Records to import' })).toBeVisible({ timeout: 60_000 });
    await expect(figure(page, 'Patients')).toHaveText(many(count));
    await expect(figure(page, 'Payers')).toHaveText(many(ofPayers));
    await expect(figure(page, 'Insurances')).toHaveText(many(insured.length));
    await expect(page.getByRole('table', { name: 'First rows' }).getByRole('row')).toHaveCount(1 + Math.min(10, count));
    expect(await countsOf(clinic)).toEqual(before);
  });

  await test.step('the import brings what the preview said', async () => {
    await page.getByRole('button', { name: `Import ${many(count)} patients` }).click();
    await expect(page.getByText(`Imported ${many(count)} patients.`)).toBeVisible({ timeout: 60_000 });
    expect(await countsOf(clinic)).toEqual({
      patients: before.patients + count,
      insurances: before.insurances + insured.length,
      payers: before.payers + ofPayers,
      batches: before.batches + 1,
    });
  });

  await test.step('five patients hold what the file says', async () => {
    const died = files.patients.filter((row) => row['DEATHDATE']);
    const uninsured = files.patients.filter((row) => payerByFiles(files, row['Id'] ?? '') === null);
    const five = [
      files.patients[0],
      files.patients.at(-1),
      files.patients[Math.floor(count / 2)],
      died[0],
      uninsured[0],
    ];
    for (const row of five) {
      if (!row) throw new Error('The files hold no such patient.');
      const [stored] = await clinic.sql(
        `select to_jsonb(p) as row from patients p where site = 'demo' and "PatientId" = $1`,
        [row['Id']],
      );
      expect(stored?.['row']).toMatchObject({
        FirstName: plain(row['FIRST']),
        LastName: plain(row['LAST']),
        DateOfBirth: row['BIRTHDATE'],
        DeathDate: row['DEATHDATE'] || null,
        Sex: row['GENDER'],
        Address1: row['ADDRESS'],
        City: row['CITY'],
        StateOrProvince: states[row['STATE'] ?? ''],
        PostalCode: row['ZIP'] || null,
      });
      const insurances = await clinic.sql(
        `select p."Name", i."Priority", i."StartDate"::text from insurances i join payers p using (site, "PayerId") where i.site = 'demo' and i."PatientId" = $1`,
        [row['Id']],
      );
      const payer = payerByFiles(files, row['Id'] ?? '');
      expect(insurances).toEqual(payer ? [{ Name: payer.name, Priority: 1, StartDate: payer.since }] : []);
    }
  });

  const somebody = files.patients[0] ?? {};
  const [first, last] = [plain(somebody['FIRST']), plain(somebody['LAST'])];
  const found = () => page.getByRole('region', { name: 'Patients' }).locator(`a[href="/patients/${somebody['Id']}"]`);

  await test.step('someone imported is found as the name is typed, also with the network cut', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Patients' }).click();
    const box = page.getByRole('searchbox', { name: 'Search patients' });
    await box.pressSequentially(`${last} ${first}`.slice(0, last.length + 3));
    await expect(found()).toBeVisible();
    await page.context().setOffline(true);
    await box.fill('');
    await expect(found()).toHaveCount(0);
    await box.pressSequentially(last.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase());
    await expect(found()).toContainText(last);
    await expect(found()).toContainText('not on this device yet');
    await page.context().setOffline(false);
    await expect(page.locator('[data-sync-pill]')).toHaveText('Saved');
    await found().click();
    await expect(page.getByRole('heading', { name: `${last}, ${first}` })).toBeVisible();
  });

  await test.step('the same files again bring nothing', async () => {
    await openImporter(page);
    await choose(page, files.paths);
    await expect(figure(page, 'Already here')).toHaveText(many(count), { timeout: 60_000 });
    await expect(figure(page, 'Patients')).toHaveText('0');
    await expect(page.getByText('There is nothing new in these files.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Import 0 patients' })).toBeDisabled();
  });

  await test.step('undo takes all of it back', async () => {
    await page.getByRole('button', { name: `Undo the import of ${count} patients` }).click();
    const dialog = page.getByRole('dialog', { name: 'Undo this import?' });
    await dialog.getByRole('button', { name: 'Undo import' }).click();
    await expect(page.getByText(`Import undone. ${many(count)} patients removed.`)).toBeVisible({
      timeout: 60_000,
    });
    await expect(page.getByRole('table', { name: /^Imports/ })).toContainText('Undone');
    expect(await countsOf(clinic)).toEqual({ ...before, batches: before.batches + 1 });
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Patients' }).click();
    const box = page.getByRole('searchbox', { name: 'Search patients' });
    await box.fill(`${last} ${first}`);
    await expect(found()).toHaveCount(0);
  });
});
