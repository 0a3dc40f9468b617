import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { cast } from '../../server/demo/cast.ts';
import { pdfPages, squeezed } from '../../server/testing/pdf-text.ts';
import type { Clinic } from '../clinic.ts';
import { pill } from './desk/page.ts';
import { look } from './desk/look.ts';
import { expect, signIn, test } from './fixtures.ts';

test.describe.configure({ timeout: 300_000 });

const oldPhone = { width: 360, height: 640 };

/** A picture as a phone's camera gives it, drawn by the page itself. */
function cardPicture(page: Page): Promise<Buffer> {
  return page
    .evaluate(async () => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [2_400, 1_500];
      const pen = canvas.getContext('2d');
      if (!pen) throw new Error('No canvas');
      pen.fillStyle = '#dde';
      pen.fillRect(0, 0, 2_400, 1_500);
      pen.fillStyle = '#124';
      pen.font = '120px sans-serif';
      pen.fillText('Blue Harbor Health', 200, 400);
      const blob = await new Promise<Blob | null>((resolve) => {
        canvas.toBlob(resolve, 'image/png');
      });
      return [...new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer(0))];
    })
    .then((bytes) => Buffer.from(bytes));
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const heading = (page: Page, name: string) => expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true }).click();

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

/** The path of the link that the patient was sent for a visit; empty as long as there is none. */
async function linkTo(clinic: Clinic, VisitId: string): Promise<string> {
  const [message] = await clinic.sql<{ path: string }>(
    `select substring(coalesce(m.body, o.body) from '/s/demo\\.[A-Za-z0-9_-]{22}') as path from outbound_messages o
     left join outgoing_mail m on m.site = o.site and m."MailId" = o."MailId" where o."VisitId" = $1 and o.kind = 'intake'`,
    [VisitId],
  );
  return message?.path ?? '';
}

async function openLink(page: Page, url: string, birth: string): Promise<void> {
  await page.goto(url);
  const [year = '', month = '', date = ''] = birth.split('-');
  await page.getByLabel('Month').fill(month);
  await page.getByLabel('Day').fill(date);
  await page.getByLabel('Year').fill(year);
  await page.getByRole('button', { name: 'Open' }).click();
}

test('from the link to the chart: forms with a card photo and signatures; staff accept one difference and refuse one', async ({
  browser,
  page: desk,
  clinic,
}) => {
  const VisitId = cast.visits.today.scheduled;
  const { PatientId, birth } = await movedVisit(clinic, VisitId);
  await signIn(desk, clinic, 'front');
  await expect(pill(desk)).toHaveText('Saved');
  await desk.goto(`${clinic.url}/patients/${PatientId}?visit=${VisitId}`);
  await desk.getByRole('button', { name: 'Send forms' }).click();
  await expect(desk.getByText('The forms were sent by email.')).toBeVisible();
  const linkOf = () => linkTo(clinic, VisitId);
  await expect.poll(linkOf).toMatch(/^\/s\/demo/);

  const context = await browser.newContext({ viewport: oldPhone, locale: 'en-US' });
  const page = await context.newPage();
  const others: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(clinic.url) && !request.url().startsWith('blob:')) others.push(request.url());
  });
  await openLink(page, `${clinic.url}${await linkOf()}`, birth);
  await fillIn(page);
  await sign(page);
  await heading(page, 'Thank you');
  expect(others).toEqual([]);
  await context.close();

  await desk.goto(`${clinic.url}/patients/${PatientId}?tab=files`);
  await desk.getByRole('button', { name: 'View Insurance card, front' }).click();
  await expect(dialog(desk, 'Insurance card, front').getByRole('img', { name: 'Insurance card, front' })).toBeVisible();
  await desk.keyboard.press('Escape');
  await expect(desk.getByRole('button', { name: 'Download Intake forms' })).toBeVisible();
  await look(desk, 'chart-files');
  await clinic.sql(`update visits set stage = 'checkedIn' where site = 'demo' and "VisitId" = $1`, [VisitId]);
  await desk.goto(`${clinic.url}/patients/${PatientId}?visit=${VisitId}`);
  await desk.getByRole('button', { name: /^Start/ }).click();
  const drawer = dialog(desk, 'The intake differs from the chart');
  await drawer.getByRole('radio', { name: /Intake Rockport/ }).check();
  await drawer.getByRole('radio', { name: /Chart 01930/ }).check();
  await drawer.getByRole('button', { name: /^Keep these answers/ }).click();
  const chart = async () => {
    const [now] = await clinic.sql(
      `select "City", "PostalCode" from patients where site = 'demo' and "PatientId" = $1`,
      [PatientId],
    );
    return now;
  };
  await expect.poll(chart).toEqual({ City: 'Rockport', PostalCode: '01930' });
});

async function fillIn(page: Page): Promise<void> {
  await heading(page, 'Emergency contact');
  await page.getByRole('button', { name: 'Back' }).click();
  await heading(page, 'Your address');
  await page.getByLabel('City').fill('Rockport');
  await page.getByLabel('ZIP code').fill('01966');
  await next(page);
  await look(page, 'intake-emergency');
  await page.getByLabel('Name').fill('Luis');
  await page.getByLabel('Phone').fill('9785550177');
  await next(page);
  await heading(page, 'Your insurance');
  await page.getByRole('radio', { name: 'Health insurance or Medicare' }).check();
  await page.getByLabel('Insurance company').fill('Blue Harbor');
  await page.getByLabel('Member ID').fill('XK-7');
  await page.getByRole('radio', { name: 'Yes' }).check();
  await look(page, 'intake-insurance');
  await next(page);
  await heading(page, 'Photos of your card');
  await page
    .getByLabel('Take photo: Front of the card')
    .setInputFiles({ name: 'card.png', mimeType: 'image/png', buffer: await cardPicture(page) });
  await expect(page.getByText('Photo saved')).toBeVisible();
  await look(page, 'intake-card');
  await next(page);
  // On another load it goes on at the first gap, with nothing lost.
  await heading(page, 'Why you are coming');
  await expect(page.getByText(/^Saved /)).toBeVisible();
  await page.reload();
  await heading(page, 'Why you are coming');
  await page.getByLabel('Describe the problem').fill('My knee hurts on stairs.');
  await page.getByLabel('Language').selectOption('es');
  await heading(page, 'Por qué viene');
  await page.getByRole('button', { name: 'Siguiente' }).click();
  await heading(page, 'Su salud');
  await look(page, 'intake-health-es');
  await page.getByRole('checkbox', { name: 'Cáncer' }).check();
  await expect(page.getByLabel('¿Qué tipo de cáncer y cuándo?')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Cáncer' }).uncheck();
  await page.getByRole('group', { name: '¿Ha tenido cirugías?' }).getByRole('radio', { name: 'No' }).check();
  await expect(page.getByText(/^Guardado /)).toBeVisible();
  await page.getByLabel('Idioma').selectOption('en');
  await heading(page, 'Your health');
  await next(page);
  await page.getByRole('group', { name: 'Did you fall in the past year?' }).getByRole('radio', { name: 'No' }).check();
  await next(page);
  await heading(page, 'Your pain');
  await page.getByRole('group', { name: 'Do you have pain?' }).getByRole('radio', { name: 'Yes' }).check();
  await page.getByRole('radio', { name: '6' }).check();
  await page.getByLabel('Add a part of the body').selectOption('Knee, right (front)');
  await look(page, 'intake-pain');
  await next(page);
}

async function sign(page: Page): Promise<void> {
  for (const name of ['Consent to care', 'Privacy notice', 'Financial policy']) {
    await heading(page, name);
    await page.getByLabel('Your full name').fill('Ida Quill');
    const field = page.getByRole('img', { name: 'Field for your signature' });
    await field.scrollIntoViewIfNeeded();
    const box = await field.boundingBox();
    if (!box) throw new Error('Nothing to sign in');
    await page.mouse.move(box.x + 30, box.y + 40);
    await page.mouse.down();
    await page.mouse.move(box.x + 120, box.y + 20, { steps: 5 });
    await page.mouse.up();
    if (name === 'Consent to care') {
      const pixels = () => field.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL().length);
      const drawn = await pixels();
      await page.setViewportSize({ width: 640, height: 360 });
      await expect.poll(pixels).not.toBe(drawn);
      await page.setViewportSize(oldPhone);
      await expect.poll(pixels).toBe(drawn);
      await look(page, 'intake-sign');
    }
    await page.getByRole('button', { name: 'Sign', exact: true }).click();
    await expect(page.getByText('Signed', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: name === 'Financial policy' ? 'Send forms' : 'Next', exact: true }).click();
  }
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
  await expect(dialog(desk, 'Publish version 1?').getByText('3 texts have no Spanish.')).toBeVisible();
  await look(desk, 'form-publish', '[role=dialog]');
  await dialog(desk, 'Publish version 1?').getByRole('button', { name: 'Publish' }).click();
  await expect(desk.getByText('Version 1', { exact: true })).toBeVisible();
  await look(desk, 'form-editor');

  const VisitId = cast.visits.today.confirmed;
  const { PatientId, birth } = await movedVisit(clinic, VisitId);
  await desk.goto(`${clinic.url}/patients/${PatientId}?visit=${VisitId}`);
  await desk.getByRole('button', { name: 'Send forms' }).click();
  await expect(desk.getByText('The forms were sent by email.')).toBeVisible();
  // All that the other forms ask for, which the test before this one fills in.
  await clinic.sql(
    `update intakes i set answers = (
       select jsonb_object_agg(f."IntakeFormId" || '.' || (q ->> 'key'), case
         when q ->> 'kind' = 'yesNo' then 'false'::jsonb when q ->> 'kind' = 'choice' then q -> 'options' -> 0 -> 'value' else '"Given"'::jsonb end)
       from intake_forms f, jsonb_array_elements(f.pages) p, jsonb_array_elements(p -> 'questions') q
       where f.site = i.site and f.language = 'en' and (q ->> 'isRequired')::boolean and f."IntakeFormId" not like 'own-%')
     where i.site = 'demo' and i."VisitId" = $1`,
    [VisitId],
  );
  await expect.poll(() => linkTo(clinic, VisitId)).toMatch(/^\/s\/demo/);
  const context = await browser.newContext({ viewport: oldPhone, locale: 'en-US' });
  const page = await context.newPage();
  await openLink(page, `${clinic.url}${await linkTo(clinic, VisitId)}`, birth);
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
