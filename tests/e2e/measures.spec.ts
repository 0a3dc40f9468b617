import type { Page } from '@playwright/test';
import { cast } from '../../server/demo/cast.ts';
import { pill } from './desk/page.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { patientOf, stageOf, visitUrl } from './visits.ts';

const { inProgress } = cast.visits.today;
const shots = process.env['SHOTS'];
const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

const measures = (page: Page) => page.getByRole('region', { name: 'Measures', exact: true });
const value = (page: Page, name: string) => measures(page).getByRole('textbox', { name, exact: true });

/** How it looks at both sizes, and that who does not see it can use it too. */
async function look(page: Page, name: string): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectAccessible(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(size.width);
    if (shots) {
      await measures(page).scrollIntoViewIfNeeded();
      await page.screenshot({ path: `${shots}/measures-${name}-${size.width}.png` });
    }
  }
  await page.setViewportSize(sizes[0] ?? { width: 1440, height: 900 });
}

test('measures are written and signed without a network, and stand in the chart once it is back', async ({
  clinic,
  tabOf,
}) => {
  const page = await tabOf('pt');
  const patient = await patientOf(clinic, inProgress);
  await page.goto(visitUrl(clinic, inProgress, patient));
  await expect(measures(page).getByRole('button', { name: 'Add measures' })).toBeVisible();
  await expect(pill(page)).toHaveText('Saved');
  await page.context().setOffline(true);

  await measures(page).getByRole('button', { name: 'Add measures' }).click();
  await page.keyboard.type('wrist flex');
  await page.getByRole('checkbox', { name: 'Wrist flexion, active' }).check();
  await look(page, 'catalog');
  await page.keyboard.press('Escape');
  const search = page.getByRole('searchbox', { name: 'Search measures' });
  if (await search.isVisible()) await measures(page).getByRole('button', { name: 'Close catalog' }).click();

  // Both sides without the mouse; what is none is said once it is left.
  await value(page, 'Wrist flexion, left, active').focus();
  await page.keyboard.type('7o');
  await page.keyboard.press('Enter');
  await expect(value(page, 'Wrist flexion, right, active')).toBeFocused();
  await page.keyboard.type('78');
  const problem = 'Enter a whole number from -90 to 270 (°).';
  await expect(measures(page).getByText(problem)).toBeVisible();
  await expect(page.getByText(`Wrist flexion, left, active: ${problem}`)).toBeVisible();
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('62');
  await page.keyboard.press('Tab');
  await expect(measures(page).getByText(problem)).toHaveCount(0);
  await expect(measures(page).getByText('78% of 80°')).toBeVisible();
  await expect(measures(page).getByText(/^Left less by 16°/)).toBeVisible();
  await measures(page).getByRole('button', { name: 'More about Wrist flexion, active' }).click();
  await measures(page).getByRole('textbox', { name: 'Comment, Wrist flexion, left, active' }).fill('After the cast');
  await look(page, 'written');

  for (const section of ['Objective', 'Assessment', 'Plan'])
    await page.getByRole('textbox', { name: section, exact: true }).fill('As before.');
  await page.getByRole('button', { name: 'Add service' }).click();
  await page.getByRole('combobox', { name: 'CPT, service 1' }).fill('97110');
  await page.getByRole('option', { name: /97110/ }).click();
  await page.getByRole('textbox', { name: 'Minutes, service 1' }).fill('30');
  await page.getByRole('button', { name: 'Sign', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(page.getByText(/Signed electronically by/).first()).toBeVisible();
  await expect(page.getByText('62°, After the cast')).toBeVisible();

  await page.context().setOffline(false);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(pill(page)).toHaveText('Saved', { timeout: 40_000 });
  await expect.poll(() => stageOf(clinic, inProgress), { timeout: 40_000 }).toBe('billing');
  const said = await clinic.sql<{ said: object }>(
    `select r.said from eval_responses r join case_eval_measurements m on m.site = r.site and m."CaseEvalMeasurementId" = r."CaseEvalMeasurementId"
     where r.site = 'demo' and r."NoteId" = $1 and m."Side" is not null order by m."SortOrder" desc limit 2`,
    [inProgress],
  );
  expect(said.map((one) => one.said)).toEqual([{ Value: 78 }, { Value: 62, Comment: 'After the cast' }]);
  await page.reload();
  const read = page.getByText('Wrist flexion, left, active');
  await expect(read).toBeVisible();
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectAccessible(page);
    await read.scrollIntoViewIfNeeded();
    if (shots) await page.screenshot({ path: `${shots}/measures-signed-${size.width}.png` });
  }
});

test('the last values, what changed since and how they went stand beside the fields', async ({ clinic, tabOf }) => {
  const [of] = await clinic.sql<{ VisitId: string }>(
    `select v."VisitId" from visits v join cases c on c.site = v.site and c."CaseId" = v."CaseId"
     where v.site = 'demo' and c."Discipline" = 'PT' and v.stage in ('checkedIn', 'inProgress', 'confirmed', 'scheduled')
       and exists (select from visit_notes n where n.site = v.site and n."CaseId" = v."CaseId" and n."signedAt" is not null and n."Cells" <> '{}'
         and n."NoteDate" < left(v."Start", 10)::date)
       and v."ProviderId" = '${cast.providers.maya}' order by v."Start" limit 1`,
  );
  if (!of) throw new Error('Nobody of the demo was measured before.');
  const page = await tabOf('pt');
  await page.goto(visitUrl(clinic, of.VisitId, await patientOf(clinic, of.VisitId)));
  await expect(
    measures(page)
      .getByText(/^Last .+ on \d\d\/\d\d\/\d{4}$/)
      .first(),
  ).toBeVisible();
  const first = measures(page).locator('input[data-measure]').first();
  await first.fill('=');
  await expect(measures(page).getByText('Copied from there')).toBeVisible();
  await expect(
    measures(page)
      .getByText(/^Since .+: no change\.$/)
      .first(),
  ).toBeVisible();
  await look(page, 'last');
  await first.fill('');
  await expect(measures(page).getByText('Copied from there')).toHaveCount(0);
});
