import type { Page } from '@playwright/test';
import { cast } from '../../../server/demo/cast.ts';
import type { Clinic } from '../../clinic.ts';
import { expect } from '../fixtures.ts';
import { drawer } from './page.ts';

const { maya, tess } = cast.providers;
const { harborview } = cast.facilities;

export type Caller = { PatientId: string; FirstName: string; LastName: string };
export type Free = { ProviderId: string; name: string; Start: string };

/** The next day but one on which the clinic works. */
export async function workday(clinic: Clinic): Promise<string> {
  const [row] = await clinic.sql<{ day: string }>(
    `select to_char(day, 'YYYY-MM-DD') as day
     from (select (now() at time zone "TimeZone")::date + n as day from sites, generate_series(2, 6) n where site = 'demo') days
     where extract(dow from day) not in (0, 6) order by day limit 1`,
  );
  if (!row) throw new Error('No week is without a workday.');
  return row.day;
}

/** People in treatment at Harborview who do not come that day. */
export async function callers(clinic: Clinic, day: string, count: number): Promise<Caller[]> {
  return clinic.sql<Caller>(
    `select p."PatientId", p."FirstName", p."LastName" from patients p join cases c using (site, "PatientId")
     where site = 'demo' and c."Discipline" = 'PT' and c."DischargedAt" is null and c."FacilityId" = $1
       and (select count(*) from cases o where o.site = p.site and o."PatientId" = p."PatientId") = 1
       and not exists (select from visits v where v.site = p.site and v."PatientId" = p."PatientId" and left(v."Start", 10) = $2)
     order by p."PatientId" limit $3`,
    [harborview, day, count],
  );
}

/** Half hours of a PT at Harborview in which nobody is booked, on a working day. */
export async function freeTimes(clinic: Clinic, day: string, count: number): Promise<Free[]> {
  return clinic.sql<Free>(
    `select p."ProviderId", p."FirstName" || ' ' || p."LastName" as name, $1 || 'T' || to_char(t, 'HH24:MI') as "Start"
     from providers p, generate_series(timestamp '2000-01-01 08:00', timestamp '2000-01-01 16:00', interval '30 minutes') t
     where p.site = 'demo' and p."ProviderId" = any ($2::uuid[]) and to_char(t, 'HH24') <> '12'
       and not exists (select from visits v where v.site = p.site and v."ProviderId" = p."ProviderId"
         and v."Start" < $1 || 'T' || to_char(t + interval '30 minutes', 'HH24:MI') and v."End" > $1 || 'T' || to_char(t, 'HH24:MI'))
     order by 3, 1 limit $3`,
    [day, [maya, tess], count],
  );
}

/** From the calendar, by keys alone; `look` at the filled drawer before it is saved. */
export async function bookByKeys(
  page: Page,
  { FirstName, LastName }: Caller,
  time: Free,
  look: () => Promise<void> = async () => undefined,
): Promise<void> {
  // A drawer that closes gives the focus back a moment after it is hidden; the key is the calendar's.
  await expect(page.locator('[data-event]:focus')).toHaveCount(1);
  await page.keyboard.press('n');
  await expect(drawer(page).getByRole('combobox', { name: 'Patient' })).toBeFocused();
  await page.keyboard.type(`${LastName} ${FirstName}`);
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  await expect(drawer(page).getByRole('combobox', { name: 'Visit type' })).not.toHaveValue('');
  await drawer(page).getByLabel('Start').fill(time.Start.slice(11));
  await drawer(page).getByLabel('Minutes').fill('30');
  await drawer(page).getByRole('combobox', { name: 'Provider' }).focus();
  await page.getByRole('option', { name: time.name }).waitFor();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(time.name);
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await look();
  await page.keyboard.press('Enter');
  await expect(drawer(page)).toBeHidden();
}

/** Where and with whom somebody is booked that day, as the server has it. */
export async function bookedOn(clinic: Clinic, { PatientId }: Caller, day: string) {
  return clinic.sql<{ Start: string; ProviderId: string }>(
    `select "Start", "ProviderId" from visits where site = 'demo' and "PatientId" = $1 and left("Start", 10) = $2`,
    [PatientId, day],
  );
}
