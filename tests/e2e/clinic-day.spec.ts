import type { Page } from '@playwright/test';
import { cast } from '../../server/demo/cast.ts';
import { demoPassword, type Clinic } from '../clinic.ts';
import { makeDevice, openBrowser } from './devices.ts';
import { expect, expectAccessible, signIn, test } from './fixtures.ts';
import { readClaim } from './read-claim.ts';
import { patientOf, stageOf, visitUrl } from './visits.ts';

const texts = {
  Subjective: 'Slept through the night for the first time; pain 3/10 on stairs.',
  Objective: 'Knee flexion 118°, five times sit to stand 14.2 s.',
  Assessment: 'Strength and confidence on stairs improve; skilled progression is still needed.',
  Plan: 'Add step-downs, continue twice a week.',
};

/** Everything the therapist does between the patient's arrival and the signature. */
async function treat(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByRole('button', { name: 'End visit', exact: true })).toBeVisible();
  for (const [section, text] of Object.entries(texts)) await page.getByRole('textbox', { name: section }).fill(text);
  await addService(page, 1, '97110', '33');
  await addService(page, 2, '97140', '7');
  await expect(page.getByText('40 timed min')).toBeVisible();
}

async function addService(page: Page, line: number, code: string, minutes: string): Promise<void> {
  await page.getByRole('button', { name: 'Add service' }).click();
  const cpt = page.getByRole('combobox', { name: `CPT, service ${line}` });
  await cpt.fill(code);
  await page.getByRole('option', { name: new RegExp(code) }).click();
  await page.getByRole('textbox', { name: `Minutes, service ${line}` }).fill(minutes);
}

async function sign(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(page.getByText(/Signed electronically by/)).toBeVisible();
}

async function submit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Submit claim' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Submit claim' }).click();
}

/** What must be in the database and in the file once a visit was billed. */
async function expectBilled(clinic: Clinic, VisitId: string): Promise<void> {
  const history = await clinic.sql<{ action: string; to: string | null }>(
    `select action, "to" from visit_history where site = 'demo' and "VisitId" = $1 order by at`,
    [VisitId],
  );
  for (const stage of ['checkedIn', 'inProgress', 'billing', 'submitted']) {
    expect(
      history.filter((entry) => entry.to === stage),
      `moves to ${stage}`,
    ).toHaveLength(1);
  }
  const [note] = await clinic.sql(`select * from visit_notes where site = 'demo' and "VisitId" = $1`, [VisitId]);
  expect(note).toMatchObject({ Sections: texts });
  const services = await clinic.sql(
    `select "CPT_Code", "Minutes", "Units", charge from services where site = 'demo' and "VisitId" = $1 order by "SortOrder"`,
    [VisitId],
  );
  expect(services).toMatchObject([
    { CPT_Code: '97110', Minutes: 33, Units: 2 },
    { CPT_Code: '97140', Minutes: 7, Units: 1 },
  ]);
  const claims = await clinic.sql<{
    content: string;
    totalCharge: string;
    ControlNumber: string;
    InterchangeControlNumber: string;
  }>(`select * from claims join claim_files using (site, "ClaimId") where site = 'demo' and "VisitId" = $1`, [VisitId]);
  expect(claims).toHaveLength(1);
  const claim = readClaim(claims[0]?.content ?? '');
  expect(claim.faults).toEqual([]);
  expect(claim.controlNumber).toBe(claims[0]?.ControlNumber);
  expect(claim.interchange).toBe(claims[0]?.InterchangeControlNumber);
  expect(claim.totalCents).toBe(Number(claims[0]?.totalCharge));
  expect(claim.lines.map(({ code, units }) => ({ code, units }))).toEqual([
    { code: '97110', units: 2 },
    { code: '97140', units: 1 },
  ]);
  const [ledger] = await clinic.sql<{ sum: string; ar: string }>(
    `select sum(amount) as sum, sum(amount) filter (where account = 'ar:primary') as ar from ledger_entries where site = 'demo' and "VisitId" = $1`,
    [VisitId],
  );
  expect(Number(ledger?.sum)).toBe(0);
  expect(Number(ledger?.ar)).toBe(claim.totalCents);
}

test('a visit goes from the work list to its claim with the network cut: nothing is lost through reload and restart, everything arrives once', async ({
  clinic,
  browser,
}) => {
  test.setTimeout(240_000);
  const { url, network, profile, clean } = await makeDevice(clinic);
  const VisitId = cast.visits.today.scheduled;
  const PatientId = await patientOf(clinic, VisitId);
  const pill = () => page.locator('[data-sync-pill]');
  let { context, page } = await openBrowser(profile);
  try {
    await signIn(page, { url }, 'pt');
    await expect(pill()).toHaveText('Saved');
    await page.locator(`[data-visit="${VisitId}"]`).getByRole('link').click();
    await expect(page.getByRole('button', { name: 'Check in', exact: true })).toBeVisible();

    network.cut();
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Check in', exact: true }).click();
    await expect(pill()).toHaveText('Offline, 1 waiting');
    await treat(page);
    await expect(page.getByRole('region', { name: 'Charges' })).toContainText('saved on this device');
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Subjective' })).toHaveValue(texts.Subjective);
    await expect(pill()).toHaveText(/^Offline, \d+ waiting$/);
    await sign(page);
    await submit(page);
    await expect(page.getByText('Waiting to be created on the server.')).toBeVisible();
    await expectAccessible(page);

    await context.close();
    ({ context, page } = await openBrowser(profile));
    await page.goto(visitUrl({ url }, VisitId, PatientId));
    await context.setOffline(true);
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: 'Unlock' }).click();
    await expect(page.getByText('Waiting to be created on the server.')).toBeVisible();
    await expect(page.getByText(/Signed electronically by/)).toBeVisible();
    expect(await outcomesOf(clinic, VisitId)).toEqual([]);

    const second = await browser.newPage();
    await signIn(second, clinic, 'front');
    await expect(second.locator(`[data-visit="${VisitId}"][data-stage="scheduled"]`)).toBeVisible();
    network.mend();
    await context.setOffline(false);
    await expect.poll(() => stageOf(clinic, VisitId), { intervals: [20], timeout: 60_000 }).toBe('submitted');
    await expect(second.locator(`[data-visit="${VisitId}"][data-stage="scheduled"]`)).toHaveCount(0);
    await expect(pill()).toHaveText('Saved', { timeout: 30_000 });
    const download = page.getByRole('button', { name: 'Download 837P' });
    const [file] = await Promise.all([page.waitForEvent('download'), download.click()]);
    expect(file.suggestedFilename()).toMatch(/\.(837|x12|txt)$/);
    await expectBilled(clinic, VisitId);
    expect((await outcomesOf(clinic, VisitId)).filter((status) => status !== 'ok')).toEqual([]);
    await second.close();
  } finally {
    await context.close();
    await clean();
  }
});

async function outcomesOf(clinic: Clinic, VisitId: string): Promise<string[]> {
  const rows = await clinic.sql<{ status: string }>(
    `select status from sync_outcome where site = 'demo' and record = $1 order by mid`,
    [VisitId],
  );
  return rows.map((row) => row.status);
}
