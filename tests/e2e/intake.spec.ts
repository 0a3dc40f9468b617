import { readFile } from 'node:fs/promises';
import { cast } from '../../server/demo/cast.ts';
import { pdfPages, squeezed } from '../../server/testing/pdf-text.ts';
import type { Clinic } from '../clinic.ts';
import { pill } from './desk/page.ts';
import { look } from './desk/look.ts';
import { expect, signIn, test } from './fixtures.ts';
import { heading } from './patients/forms.ts';
import { linkSent, openLink, phoneOf } from './patients/phone.ts';

test.describe.configure({ timeout: 300_000 });

/** A visit in two weeks, of a patient who can be reached by email. */
async function movedVisit(clinic: Clinic, VisitId: string): Promise<{ PatientId: string; birth: string }> {
  const [row] = await clinic.sql<{ PatientId: string; day: string }>(
    `update visits v set stage = 'scheduled', "Start" = to_char(now() + interval '14 days', 'YYYY-MM-DD') || 'T10:15',
       "End" = to_char(now() + interval '14 days', 'YYYY-MM-DD') || 'T11:00'
     from patients p where p.site = v.site and p."PatientId" = v."PatientId" and v.site = 'demo' and v."VisitId" = $1
     returning v."PatientId", p."DateOfBirth"::text as day`,
    [VisitId],
  );
  const { PatientId = '', day = '' } = row ?? {};
  await clinic.sql(
    `update patients set "City" = 'Gloucester', "PostalCode" = '01930', "Email" = 'ida@patients.example', "Phone" = null,
       "MessageConsent" = '{"email": true, "text": true}' where site = 'demo' and "PatientId" = $1`,
    [PatientId],
  );
  return { PatientId, birth: day };
}

test('a form of the clinic is written and published, filled in by a patient, and stands in the chart', async ({
  browser,
  page: desk,
  clinic,
}) => {
  await signIn(desk, clinic, 'admin');
  await expect(pill(desk)).toHaveText('Saved');
  await desk.goto(`${clinic.url}/company/forms`);
  await desk.getByRole('button', { name: 'New form' }).click();
  const text = (name: string) => desk.getByRole('textbox', { name, exact: true });
  await text('Title, English').fill('Sleep');
  await text('Title of the page, English').fill('Your sleep');
  await desk.getByRole('button', { name: 'Add a question' }).click();
  await text('Question, English').fill('What keeps you up?');
  const preview = desk.getByRole('group', { name: 'Preview on a phone' });
  await expect(preview.getByLabel('What keeps you up?')).toBeVisible();
  await desk.getByRole('button', { name: 'Publish…' }).click();
  const asked = desk.getByRole('dialog', { name: 'Publish version 1?' });
  await expect(asked.getByText('3 texts have no Spanish.')).toBeVisible();
  await look(desk, 'form-publish', '[role=dialog]');
  await asked.getByRole('button', { name: 'Publish' }).click();
  await expect(desk.getByText('Version 1', { exact: true })).toBeVisible();
  await look(desk, 'form-editor');

  const VisitId = cast.visits.today.confirmed;
  const { PatientId, birth } = await movedVisit(clinic, VisitId);
  await desk.goto(`${clinic.url}/patients/${PatientId}?visit=${VisitId}`);
  await desk.getByRole('button', { name: 'Send forms' }).click();
  await expect(desk.getByText('The forms were sent by email.')).toBeVisible();
  // All that the other forms ask for, which patient-story.spec fills in.
  await clinic.sql(
    `update intakes i set answers = (
       select jsonb_object_agg(f."IntakeFormId" || '.' || (q ->> 'key'), case
         when q ->> 'kind' = 'yesNo' then 'false'::jsonb when q ->> 'kind' = 'choice' then q -> 'options' -> 0 -> 'value' else '"Given"'::jsonb end)
       from intake_forms f, jsonb_array_elements(f.pages) p, jsonb_array_elements(p -> 'questions') q
       where f.site = i.site and f.language = 'en' and (q ->> 'isRequired')::boolean and f."IntakeFormId" not like 'own-%')
     where i.site = 'demo' and i."VisitId" = $1`,
    [VisitId],
  );
  const { context, page } = await phoneOf(browser, clinic);
  await openLink(page, `${clinic.url}${await linkSent(clinic, 'intake', PatientId)}`, birth);
  // The first gap: nothing else is missing.
  await heading(page, 'Your sleep');
  await page.getByLabel('What keeps you up?').fill('My left shoulder');
  await page.getByRole('button', { name: 'Send forms' }).click();
  await heading(page, 'Thank you');
  await context.close();

  await desk.goto(`${clinic.url}/patients/${PatientId}?tab=files`);
  const download = desk.waitForEvent('download');
  await desk.getByRole('button', { name: 'Download Intake forms' }).click();
  const words = pdfPages(await readFile(await (await download).path())).join(' ');
  expect(words).toContain(squeezed('What keeps you up?'));
  expect(words).toContain(squeezed('My left shoulder'));
});
