import type { Locator, Page } from '@playwright/test';
import { cast } from '../../../server/demo/cast.ts';
import { addDays, showDate } from '../../../contract/base/dates.ts';
import type { Clinic } from '../../clinic.ts';
import { expect } from '../fixtures.ts';
import { drawer } from './page.ts';

const { maya } = cast.providers;
const { harborview } = cast.facilities;
export const series = (page: Page) => drawer(page, 'Book a series');

async function choose(page: Page, field: string, option: string | RegExp): Promise<void> {
  await series(page).getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option }).click();
}

/** Three other patients of Maya Okafor at eight, on the first Monday, Wednesday and Friday. */
export async function threeBookings(clinic: Clinic, monday: string, notOf: string): Promise<void> {
  for (const [at, days] of [0, 2, 4].entries()) {
    const day = addDays(monday, days);
    await clinic.sql(
      `insert into visits (site, "VisitId", "CaseId", "PatientId", "FacilityId", "ProviderId", "VisitTypeName", "Start", "End")
       select site, gen_random_uuid(), "CaseId", "PatientId", $1, $2, 'PT Follow-up', $3, $4 from cases
       where site = 'demo' and "Discipline" = 'PT' and "PatientId" <> $5 and "DischargedAt" is null
       order by "CaseId" offset $6 limit 1`,
      [harborview, maya, `${day}T08:00`, `${day}T08:45`, notOf, at],
    );
  }
}

export async function who(
  clinic: Clinic,
  PatientId: string,
): Promise<{ LastName: string; FirstName: string; today: string }> {
  const [row] = await clinic.sql<{ LastName: string; FirstName: string; today: string }>(
    `select "LastName", "FirstName", (now() at time zone "TimeZone")::date::text as today
     from patients join sites using (site) where site = 'demo' and "PatientId" = $1`,
    [PatientId],
  );
  if (!row) throw new Error('Patient not found.');
  return row;
}

/** Takes the first way out of each visit in conflict. */
async function settle(conflicts: Locator): Promise<void> {
  for (let count = await conflicts.count(); count > 0; count -= 1) {
    await conflicts.first().getByRole('group').getByRole('button').first().click();
    await expect(conflicts).toHaveCount(count - 1);
  }
}

type Series = { LastName: string; FirstName: string; monday: string };

/** Monday, Wednesday and Friday at eight for eight weeks with Maya Okafor; each visit in conflict takes its first way out. */
export async function bookSeries(
  page: Page,
  { LastName, FirstName, monday }: Series,
  look: () => Promise<void> = async () => undefined,
): Promise<void> {
  await series(page).getByRole('combobox', { name: 'Patient' }).fill(`${LastName} ${FirstName}`);
  await page.getByRole('option').first().click();
  await choose(page, 'Facility', 'Harborview');
  await choose(page, 'Provider', 'Maya Okafor, PT');
  await choose(page, 'Visit type', 'PT Follow-up');
  await series(page).getByRole('textbox', { name: 'First day' }).fill(showDate(monday));
  await series(page).getByRole('button', { name: 'Mon', exact: true }).click();
  await series(page).getByLabel('Monday').fill('08:00');
  await series(page).getByRole('button', { name: 'Wed', exact: true }).click();
  await series(page).getByRole('button', { name: 'Fri', exact: true }).click();
  await series(page).getByRole('textbox', { name: 'Visits', exact: true }).fill('24');

  const lines = series(page).getByRole('list', { name: 'Visits of the series' }).getByRole('listitem');
  const conflicts = lines.filter({ hasText: 'Conflict' });
  await expect(lines).toHaveCount(24);
  await expect(conflicts.first()).toContainText('Maya Okafor is booked 8:00 AM to 8:45 AM.');
  expect(await conflicts.count()).toBeGreaterThanOrEqual(3);
  await look();
  await settle(conflicts);
  await series(page).getByRole('button', { name: 'Book 24 visits' }).click();
  await expect(page.getByText('24 visits are booked.')).toBeVisible();
  await expect(series(page)).toBeHidden();
}

/** The visits of a patient that belong to a series, as the server has them. */
export async function seriesOf(clinic: Clinic, PatientId: string) {
  return clinic.sql<{ Start: string; SeriesId: string }>(
    `select "Start", "SeriesId" from visits where site = 'demo' and "PatientId" = $1 and "SeriesId" is not null`,
    [PatientId],
  );
}
