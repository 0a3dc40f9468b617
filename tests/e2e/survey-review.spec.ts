import { cast } from '../../server/demo/cast.ts';
import type { Clinic } from '../clinic.ts';
import { look } from './desk/look.ts';
import { pill } from './desk/page.ts';
import { expect, signIn, test } from './fixtures.ts';

test.describe.configure({ timeout: 240_000 });

const oldPhone = { width: 360, height: 640 };

/** Where the link of the last message of a kind leads; at night it waits for the morning. */
async function linkOf(clinic: Clinic, kind: 'survey' | 'review'): Promise<string> {
  const read = async () => {
    const [message] = await clinic.sql<{ path: string }>(
      `select substring(coalesce(m.body, o.body) from '/s/demo\\.[A-Za-z0-9_-]{22}') as path from outbound_messages o
       left join outgoing_mail m on m.site = o.site and m."MailId" = o."MailId"
       where o.kind = $1 and o.channel = 'email' order by o."createdAt" desc limit 1`,
      [kind],
    );
    return message?.path ?? '';
  };
  await expect.poll(read).toMatch(/^\/s\/demo/);
  return read();
}

test('a patient answers the survey and writes a private note from their phone; the clinic reads it', async ({
  browser,
  page: desk,
  clinic,
}) => {
  const [visit] = await clinic.sql<{ VisitId: string; PatientId: string }>(
    `update visits set "FacilityId" = $2 where site = 'demo' and "VisitId" = $1 returning "VisitId", "PatientId"`,
    [cast.visits.today.review, cast.facilities.harborview],
  );
  const { VisitId = '', PatientId = '' } = visit ?? {};
  await clinic.sql(`update patients set "Email" = 'samira@patients.example', "Phone" = null where "PatientId" = $1`, [
    PatientId,
  ]);
  await clinic.sql(
    `insert into consent_ledger (site, "PatientId", channel, purpose, given, how, wording, at)
     select 'demo', $1, 'email', purpose, true, 'staff', 'chart', now() from unnest(array['surveys', 'reviews']) purpose`,
    [PatientId],
  );
  await signIn(desk, clinic, 'admin');
  await expect(pill(desk)).toHaveText('Saved');
  await desk.goto(`${clinic.url}/patients/${PatientId}?visit=${VisitId}`);
  await desk.getByRole('button', { name: 'Send survey' }).click();
  await expect(desk.getByText('The survey was sent by email.')).toBeVisible();
  await desk.getByRole('button', { name: 'Send review link' }).click();
  await expect(desk.getByText('The review link was sent by email.')).toBeVisible();
  await desk.getByRole('button', { name: 'Send review link' }).click();
  await expect(desk.getByText(/^Unable to send\. The patient was asked less than 180 days ago/)).toBeVisible();

  const context = await browser.newContext({ viewport: oldPhone, locale: 'en-US' });
  const page = await context.newPage();
  const others: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(clinic.url)) others.push(request.url());
  });
  await page.goto(`${clinic.url}${await linkOf(clinic, 'survey')}`);
  await expect(page.getByRole('heading', { name: 'How was your care?' })).toBeVisible();
  await look(page, 'survey');
  await page.getByRole('radio', { name: '3', exact: true }).check();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Send answers' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();

  await page.goto(`${clinic.url}${await linkOf(clinic, 'review')}`);
  await expect(page.getByRole('heading', { name: 'Share your experience' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/onlineReview');
  // Whoever was unhappy in the survey sees the same as everybody: all sites, and a note beside them of the same size.
  const sites = page.getByRole('link', { name: /^Review on / });
  await expect(sites).toHaveText(['Review on Maps', 'Review on Stars']);
  await expect(sites.first()).toHaveAttribute('rel', 'noopener noreferrer');
  const sizes = await page
    .locator('section')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
  expect(sizes).toHaveLength(2);
  expect(Math.abs((sizes[0] ?? 0) - (sizes[1] ?? 0))).toBeLessThan(2);
  await look(page, 'online-review');
  await page.getByLabel('Language').selectOption('es');
  await expect(page.getByRole('heading', { name: 'Cuéntenos su experiencia' })).toBeVisible();
  await page.getByLabel('Su nota').fill('Hacía frío en la sala.');
  await page.getByRole('button', { name: 'Enviar la nota' }).click();
  await expect(page.getByText('Su nota se envió. Gracias.')).toBeVisible();
  await look(page, 'online-review-es');
  await page.reload();
  await expect(page.getByText('Su nota se envió. Gracias.')).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  expect(others).toEqual([]);
  await context.close();

  await desk.goto(`${clinic.url}/company/onlineReviews`);
  await expect(desk.getByText('Hacía frío en la sala.')).toBeVisible();
  await look(desk, 'online-reviews');
  await desk.getByRole('button', { name: /^Mark as read/ }).click();
  await expect(desk.getByRole('button', { name: /^Mark as read/ })).toHaveCount(0);
});
