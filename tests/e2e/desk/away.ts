import type { Page } from '@playwright/test';
import type { Clinic } from '../../clinic.ts';
import { expect, expectAccessible } from '../fixtures.ts';
import { drawer } from './page.ts';

export type Busy = { day: string; ProviderId: string; name: string; count: number };

/** The provider and coming weekday with the most visits to come. */
export async function busyDay(clinic: Clinic): Promise<Busy> {
  const [row] = await clinic.sql<Busy>(
    `select left(v."Start", 10) as day, v."ProviderId", p."LastName" as name, count(*)::int as count
     from visits v join providers p on p.site = v.site and p."ProviderId" = v."ProviderId"
     join sites s on s.site = v.site
     where v.site = 'demo' and v.stage in ('scheduled', 'confirmed') and p."Type" = 'PT'
       and v."Start" > to_char(now() at time zone s."TimeZone" + interval '1 day', 'YYYY-MM-DD')
       and extract(dow from left(v."Start", 10)::date) not in (0, 6)
     group by 1, 2, 3 having count(*) >= 2 order by 1, 4 desc limit 1`,
  );
  if (!row) throw new Error('The demo clinic has no such day.');
  return row;
}

/** Visits to come of a provider on a day, where they stand now. */
export async function visitsOf(clinic: Clinic, { day, ProviderId }: Busy): Promise<string[]> {
  const rows = await clinic.sql<{ VisitId: string }>(
    `select "VisitId" from visits where site = 'demo' and "ProviderId" = $1 and left("Start", 10) = $2
       and stage in ('scheduled', 'confirmed') order by "Start"`,
    [ProviderId, day],
  );
  return rows.map(({ VisitId }) => VisitId);
}

export async function customDays(
  clinic: Clinic,
  ProviderId: string,
): Promise<{ day: string; blocks: unknown[]; Note: string | null }[]> {
  return clinic.sql(
    `select day::text as day, blocks, "Note" from custom_days where site = 'demo' and "ProviderId" = $1 order by day`,
    [ProviderId],
  );
}

export async function chooseProvider(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Provider' }).fill(name);
  await page.getByRole('option', { name: new RegExp(name) }).click();
}

/** A provider of the day that is open is sick: all but the last of the visits are moved to others, the last is cancelled. */
export async function tellSick(page: Page, { name, count }: { name: string; count: number }): Promise<void> {
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Add time off' }).click();
  const away = drawer(page, 'Add time off');
  await chooseProvider(page, name);
  await away.getByRole('textbox', { name: 'Reason', exact: true }).fill('Sick');
  const choices = away.getByRole('combobox', { name: /^What to do with the visit/ });
  await expect(choices).toHaveCount(count);
  await expect(choices.first()).toHaveValue(/^Move to/);
  await expectAccessible(page, { within: '[role=dialog]' });
  await choices.last().click();
  await page.getByRole('option', { name: 'Cancel visit' }).click();
  const why = away.getByLabel('Reason for canceling');
  await expect(why).toHaveValue('Sick');
  await why.fill('');
  await away.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(away.getByText('Enter the reason.')).toBeVisible();
  await why.fill('Provider is sick');
  await away.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(away).toBeHidden();
}

/** Why each of these visits that was cancelled was. */
export async function cancelled(clinic: Clinic, VisitIds: string[]) {
  return clinic.sql<{ CancelReason: string }>(
    `select "CancelReason" from visits where site = 'demo' and stage = 'cancelled' and "VisitId" = any ($1::uuid[])`,
    [VisitIds],
  );
}
