import type { Page } from '@playwright/test';
import { usualRule } from '../../../contract/online-scheduling/usual-rule.ts';
import type { Clinic } from '../../clinic.ts';
import { look } from '../desk/look.ts';

type Known = { PatientId: string; day: string; name: string; place: string };

/** The patient of the visit, which begins in 20 minutes; no other one of theirs is near. */
export async function visitSoon(clinic: Clinic, VisitId: string): Promise<Known> {
  const soon = (minutes: number) =>
    `to_char(now() at time zone f."TimeZone" + interval '${minutes} minutes', 'YYYY-MM-DD"T"HH24:MI')`;
  const [row] = await clinic.sql<Known>(
    `update visits v set stage = 'scheduled', "Start" = ${soon(20)}, "End" = ${soon(65)}
     from patients p, facilities f where p.site = v.site and p."PatientId" = v."PatientId" and f.site = v.site
       and f."FacilityId" = v."FacilityId" and v.site = 'demo' and v."VisitId" = $1
     returning v."PatientId", p."DateOfBirth"::text as day, p."FirstName" as name, f."LastName" as place`,
    [VisitId],
  );
  if (!row) throw new Error('The demo clinic has no such visit.');
  await clinic.sql(
    `update patients set "Phone" = '9785550101', "Email" = 'kiosk@patients.example', "MessageConsent" = '{"email": true, "text": true}'
     where site = 'demo' and "PatientId" = $1`,
    [row.PatientId],
  );
  await clinic.sql(
    `update visits set "Start" = '2020-01-06T09:00', "End" = '2020-01-06T09:45' where site = 'demo' and "PatientId" = $1 and "VisitId" <> $2`,
    [row.PatientId, VisitId],
  );
  // Nothing is booked online but where a test says so.
  await clinic.sql(`delete from booking_rules`);
  return row;
}

/** Adds a kiosk and returns the code to enter on it. */
export async function addKiosk(desk: Page, clinic: Clinic, place: string): Promise<string> {
  await desk.goto(`${clinic.url}/company/kiosks`);
  await desk.getByLabel('Name of the kiosk').fill('Front door');
  const facility = desk.getByRole('combobox', { name: 'Facility' });
  if (await facility.isVisible()) {
    await facility.click();
    await desk.getByRole('option', { name: place }).click();
  }
  await desk.getByRole('button', { name: 'Add kiosk' }).click();
  const code = await desk.getByText(/^[A-Z\d]{4}-[A-Z\d]{4}$/).textContent();
  await look(desk, 'kiosk-code');
  return code ?? '';
}

export async function typeDetails(tablet: Page, day: string, lastFour: string): Promise<void> {
  const press = (title: string) => tablet.getByRole('button', { name: title, exact: true }).click();
  const [year = '', month = '', date = ''] = day.split('-');
  await press('Check in');
  await tablet.getByLabel('Month').fill(month);
  await tablet.getByLabel('Day').fill(date);
  await tablet.getByLabel('Year').fill(year);
  await press('Next');
  await tablet.getByLabel('Last four digits').fill(lastFour);
  await press('Next');
}

/** The case of the visit stands under its plan, and follow-ups are booked online where it is. */
export async function bookFollowUpsOnline(clinic: Clinic, VisitId: string): Promise<void> {
  await clinic.sql(
    `update cases c set "DischargedAt" = null, "PlanOfCareStart" = '2020-01-01', "PlanOfCareEnd" = '2199-01-01', "InsuranceIds" = '{}'
     from visits v where v.site = c.site and v."CaseId" = c."CaseId" and v."VisitId" = $1`,
    [VisitId],
  );
  await clinic.sql(
    `insert into booking_rules (site, "BookingRuleId", "FacilityId", "VisitTypeName", "IsOn", "PublicName", "For", "ProviderIds", "AnyProvider",
       "StartEvery", "NoticeHours", "HorizonDays", "BufferBefore", "BufferAfter", "MaxPerProvider", "MaxPerFacility", "MaxUpcoming", "NeedsRoom", "NeedsApproval", "Questions")
     select 'demo', gen_random_uuid(), v."FacilityId", r."VisitTypeName", r."IsOn", r."PublicName", r."For", r."ProviderIds", r."AnyProvider",
       r."StartEvery", r."NoticeHours", r."HorizonDays", r."BufferBefore", r."BufferAfter", r."MaxPerProvider", r."MaxPerFacility", r."MaxUpcoming", r."NeedsRoom", r."NeedsApproval", r."Questions"
     from visits v, jsonb_populate_record(null::booking_rules, $2) r where v."VisitId" = $1`,
    [
      VisitId,
      JSON.stringify({
        ...usualRule,
        VisitTypeName: 'PT Follow-up',
        PublicName: 'Follow-up',
        For: 'followUp',
        IsOn: true,
      }),
    ],
  );
}
