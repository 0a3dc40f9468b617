import type { Browser, Page } from '@playwright/test';
import type { Clinic } from '../../clinic.ts';
import { expect, expectAccessible } from '../fixtures.ts';
import { drawer, expectFits, pill, shot } from './page.ts';

export type Booked = { VisitId: string; Start: string; ProviderId: string; FacilityId: string };
export type Person = { PatientId: string; CaseId: string; LastName: string; FirstName: string };

/** A visit in physical therapy of the coming days, alone at its time; another one each time. */
export async function someVisit(clinic: Clinic, turn: number): Promise<Booked> {
  const rows = await clinic.sql<Booked>(
    `select v."VisitId", v."Start", v."ProviderId", v."FacilityId" from visits v
     join providers p on p.site = v.site and p."ProviderId" = v."ProviderId" join sites s on s.site = v.site
     where v.site = 'demo' and v.stage = 'scheduled' and p."Type" = 'PT'
       and v."Start" > to_char(now() at time zone s."TimeZone" + interval '1 day', 'YYYY-MM-DD')
       and extract(dow from left(v."Start", 10)::date) not in (0, 6)
       and v."End"::timestamp - v."Start"::timestamp >= interval '45 minutes'
       and not exists (select from visits o where o.site = v.site and o."ProviderId" = v."ProviderId"
         and o."VisitId" <> v."VisitId" and o."Start" < v."End" and v."Start" < o."End")
     order by v."Start", v."VisitId" offset $1 limit 1`,
    [turn],
  );
  if (!rows[0]) throw new Error('The demo clinic has no such visit.');
  return rows[0];
}

/** Somebody who could come then, has agreed to e-mails, and whose payer sets no limit. */
export async function somebody(clinic: Clinic, visit: Booked, turn: number): Promise<Person> {
  const rows = await clinic.sql<Person>(
    `select distinct on (c."PatientId") c."PatientId", c."CaseId", p."LastName", p."FirstName"
     from cases c join patients p on p.site = c.site and p."PatientId" = c."PatientId"
     where c.site = 'demo' and c."DischargedAt" is null and c."Discipline" = 'PT' and c."FacilityId" = $1
       and c."StartDate" <= $2::date
       and exists (select from visits v where v.site = c.site and v."PatientId" = c."PatientId"
         and left(v."Start", 10)::date between current_date - 2 and current_date + 5)
       and (select count(*) from cases o where o.site = c.site and o."PatientId" = c."PatientId") = 1
       and not exists (select from visits v where v.site = c.site and v."PatientId" = c."PatientId" and v."Start" like $3)
     order by c."PatientId" offset $4 limit 1`,
    [visit.FacilityId, visit.Start.slice(0, 10), `${visit.Start.slice(0, 10)}%`, turn],
  );
  const [found] = rows;
  if (!found) throw new Error('No one at the demo clinic is free that day.');
  const of = [found.PatientId];
  await clinic.sql(
    `update patients set "MessageConsent" = '{"email": true, "text": false}', "Email" = 'patient@example.com'
     where site = 'demo' and "PatientId" = $1`,
    of,
  );
  await clinic.sql(`delete from authorizations where site = 'demo' and "PatientId" = $1`, of);
  await clinic.sql(`delete from scripts where site = 'demo' and "PatientId" = $1`, of);
  await clinic.sql(
    `update cases set "PlanOfCareEnd" = null, "PlanWeeks" = null, "PlanOfCareStart" = null
     where site = 'demo' and "PatientId" = $1`,
    of,
  );
  return found;
}

/** At whatever hour the test runs, offers go out. */
export async function offerAtAnyHour(clinic: Clinic): Promise<void> {
  const rule = { isOn: false, groupSize: 3, delayMinutes: 20, stopMinutesBefore: 60, contactLimit: 20 };
  await clinic.sql(
    `update sites set settings = settings || jsonb_build_object('fill_rule', $1::jsonb) where site = 'demo'`,
    [JSON.stringify({ ...rule, sendFrom: '00:00', sendUntil: '00:00' })],
  );
  // Nobody is asked in the quiet hours: where it is night the facility lies where it is day, and not a day later.
  await clinic.sql(
    `update facilities set "TimeZone" =
       case when extract(hour from now() at time zone 'UTC') between 9 and 19 then 'UTC' else 'Etc/GMT+12' end
     where site = 'demo' and extract(hour from now() at time zone "TimeZone") not between 8 and 20`,
  );
}

/** As it stands in the message. */
export async function tokenFor(clinic: Clinic, PatientId: string): Promise<string> {
  let token = '';
  await expect
    .poll(async () => {
      const rows = await clinic.sql<{ body: string }>(
        `select coalesce(g.body, m.body) as body from outbound_messages m
         left join outgoing_mail g on g.site = m.site and g."MailId" = m."MailId"
         where m.site = 'demo' and m."PatientId" = $1 and m.kind = 'offer'`,
        [PatientId],
      );
      token = /\/s\/(demo\.[\w-]{22})/.exec(rows[0]?.body ?? '')?.[1] ?? '';
      return token;
    })
    .not.toBe('');
  return token;
}

export async function openWaitlist(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Waitlist' }).click();
  await expect(drawer(page, 'Waitlist')).toBeVisible();
}

export async function addToWaitlist(page: Page, person: Person): Promise<void> {
  await page.getByRole('button', { name: 'Add to the waitlist' }).click();
  const form = drawer(page, 'Add to the waitlist');
  await form.getByRole('combobox', { name: 'Patient' }).fill(`${person.LastName} ${person.FirstName}`);
  await page
    .getByRole('option', { name: new RegExp(`^${person.LastName}, ${person.FirstName}`) })
    .first()
    .click();
  await expect(form.getByRole('combobox', { name: 'Case' })).not.toHaveValue('');
  await form.getByRole('combobox', { name: 'Visit type' }).click();
  await page.getByRole('option', { name: 'PT Follow-up' }).click();
}

export async function patientsPhone(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true });
  return context.newPage();
}

type Fill = { visit: Booked; person: Person; second: Person; browser: Browser };

/** Two are put on the list, a visit of the day that is open is cancelled, and the first of them takes its time on a phone. */
export async function fillFromWaitlist(
  page: Page,
  clinic: Clinic,
  { visit, person, second, browser }: Fill,
): Promise<void> {
  await openWaitlist(page);
  await expect(page.getByText('No one is waiting')).toBeVisible();
  await addToWaitlist(page, person);
  const form = drawer(page, 'Add to the waitlist');
  await expect(form.getByRole('button', { name: /^Monday morning/ })).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page, { within: '[role=dialog]' });
  await shot(page, 'form-1440');
  await form.getByRole('button', { name: 'Add to the waitlist' }).click();
  const list = page.getByRole('list', { name: 'Waitlist' });
  await expect(list).toContainText(person.LastName);
  await addToWaitlist(page, second);
  await page.getByRole('button', { name: 'Add to the waitlist' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(page, { within: '[role=dialog]' });
  await shot(page, 'list-1440');
  await expect(pill(page)).toHaveText('Saved');
  await page.keyboard.press('Escape');

  await page.locator(`[data-event="${visit.VisitId}"]`).click();
  await page.getByRole('button', { name: 'Cancel or no-show' }).click();
  await page
    .getByLabel(/^Reason/)
    .first()
    .fill('Has a cold');
  await page.getByRole('button', { name: 'Cancel visit' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.locator(`[data-event="${visit.VisitId}"]`).click();
  await page.getByRole('button', { name: 'Fill this time' }).click();
  await shot(page, 'fill-1440');
  await page.getByRole('button', { name: 'Offer to waitlist' }).click();
  const offered = page.getByRole('list', { name: 'Offered times' });
  await expect(offered).toContainText(new RegExp(`${person.LastName}.*: offer sent .* by email. No answer yet.`));
  await expectAccessible(page, { within: '[role=dialog]' });
  await shot(page, 'offered-1440');

  const token = await tokenFor(clinic, person.PatientId);
  const phone = await patientsPhone(browser);
  // As the message has it.
  await phone.goto(`${clinic.url}/s/${token}`);
  await phone.waitForURL(/\/actionFillRequest#/);
  await expect(phone.getByRole('heading', { name: 'A time is open' })).toBeVisible();
  await expectFits(phone);
  await expectAccessible(phone);
  await shot(phone, 'offer-360');
  await expect(phone.locator('body')).not.toContainText(person.LastName);
  await phone.getByRole('button', { name: 'Accept this time' }).click();
  await expect(phone.getByRole('heading', { name: 'Your visit is booked' })).toBeVisible();
  await expectAccessible(phone);
  await shot(phone, 'yours-360');
  await phone.reload();
  await expect(phone.getByRole('heading', { name: 'Your visit is booked' })).toBeVisible();
  const late = await tokenFor(clinic, second.PatientId);
  await phone.goto(`${clinic.url}/actionFillRequest#${late}`);
  await expect(phone.getByRole('heading', { name: 'This time is taken' })).toBeVisible();
  await expect(phone.getByText('You stay on the waitlist.')).toBeVisible();
  await phone.goto(`${clinic.url}/actionFillRequest#demo.AAAAAAAAAAAAAAAAAAAAAA`);
  await expect(phone.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible();
  await phone.context().close();

  await expect(offered).toContainText('Filled');
  await expect(offered).toContainText(/Accepted \d/);
  const [booked] = await clinic.sql<{ VisitId: string }>(
    `select "VisitId" from visits where site = 'demo' and "PatientId" = $1 and "Start" = $2`,
    [person.PatientId, visit.Start],
  );
  await page.keyboard.press('Escape');
  await expect(page.locator(`[data-event="${booked?.VisitId}"]`)).toBeVisible();
}
