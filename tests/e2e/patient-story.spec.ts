import type { Browser, Page } from '@playwright/test';
import { cast } from '../../server/demo/cast.ts';
import type { Clinic } from '../clinic.ts';
import { look } from './desk/look.ts';
import { pill } from './desk/page.ts';
import { expect, signIn, test } from './fixtures.ts';
import { fillIn, heading, sign } from './patients/forms.ts';
import { addKiosk, typeDetails, visitSoon } from './patients/kiosk.ts';
import { agreesToAll, sendHomeProgram } from './patients/story.ts';
import { linkSent, openLink, phoneOf } from './patients/phone.ts';

test.describe.configure({ timeout: 360_000 });

const VisitId = cast.visits.today.scheduled;
type Patient = { PatientId: string; birth: string };

test('one patient on an old phone: forms, kiosk with a follow-up, visit, home program, survey, review page', async ({
  browser,
  page: desk,
  clinic,
}) => {
  const { PatientId, day: birth, name, place } = await visitSoon(clinic, VisitId);
  const patient = { PatientId, birth };
  const chart = `${clinic.url}/patients/${PatientId}`;
  await agreesToAll(clinic, { PatientId, VisitId });
  await signIn(desk, clinic, 'admin');
  await expect(pill(desk)).toHaveText('Saved');

  await test.step('a text message leads to the forms; they come with a card photo and signatures', async () => {
    await desk.goto(`${chart}?visit=${VisitId}`);
    await desk.getByRole('button', { name: 'Send forms' }).click();
    await expect(desk.getByText(/^The forms were sent by .*text message\.$/)).toBeVisible();
    await onPhone(browser, clinic, async (page) => {
      await openLink(page, `${clinic.url}${await linkSent(clinic, 'intake', PatientId)}`, birth);
      await fillIn(page);
      await sign(page);
      await heading(page, 'Thank you');
    });
    await desk.goto(`${chart}?tab=files`);
    await desk.getByRole('button', { name: 'View Insurance card, front' }).click();
    const card = desk.getByRole('dialog', { name: 'Insurance card, front' });
    await expect(card.getByRole('img', { name: 'Insurance card, front' })).toBeVisible();
    await desk.keyboard.press('Escape');
    await expect(desk.getByRole('button', { name: 'Download Intake forms' })).toBeVisible();
    await look(desk, 'chart-files');
  });

  await test.step('at the kiosk they check in by birth date and book the next visit', async () => {
    const code = await addKiosk(desk, clinic, place);
    const context = await browser.newContext({ viewport: { width: 1024, height: 768 }, locale: 'en-US' });
    const tablet = await context.newPage();
    const press = (title: string) => tablet.getByRole('button', { name: title, exact: true }).click();
    await tablet.goto(`${clinic.url}/kiosk`);
    await tablet.getByLabel('Code').fill(code);
    await press('Set up');
    await typeDetails(tablet, birth, '0101');
    await heading(tablet, new RegExp(`^${name}, `));
    await press('Yes, that is me');
    await heading(tablet, 'Book a visit');
    await look(tablet, 'kiosk-booking');
    const times = tablet.getByRole('region', { name: /^Times on/ }).getByRole('button');
    const next = tablet.getByRole('button', { name: /^Next free/ });
    await expect(times.first().or(next)).toBeVisible();
    if (await next.isVisible()) await next.click();
    await times.first().click();
    await press('Book this visit');
    await heading(tablet, 'Your visit is booked');
    await look(tablet, 'kiosk-booked');
    await press('Next');
    await heading(tablet, 'Please take a seat.');
    await context.close();
  });

  await test.step('one difference is accepted and one refused, and the visit takes place', async () => {
    await desk.goto(`${chart}?visit=${VisitId}`);
    await desk.getByRole('button', { name: /^Start/ }).click();
    const drawer = desk.getByRole('dialog', { name: 'The intake differs from the chart' });
    await drawer.getByRole('radio', { name: /Intake Rockport/ }).check();
    await drawer.getByRole('radio', { name: /Chart 01930/ }).check();
    await drawer.getByRole('button', { name: /^Keep these answers/ }).click();
    const address = async () => {
      const [now] = await clinic.sql(
        `select "City", "PostalCode" from patients where site = 'demo' and "PatientId" = $1`,
        [PatientId],
      );
      return now;
    };
    await expect.poll(address).toEqual({ City: 'Rockport', PostalCode: '01930' });
    await desk.getByRole('button', { name: 'End visit', exact: true }).click();
    await expect.poll(() => stageOf(clinic)).toBe('review');
  });

  await test.step('the therapist sends a home program, which is kept on the home screen and logged offline', () =>
    homeProgram(browser, clinic, patient));

  await test.step('they answer the survey; the review page is the same for who was unhappy', async () => {
    await desk.goto(`${chart}?visit=${VisitId}`);
    for (const what of ['survey', 'review link']) {
      await desk.getByRole('button', { name: `Send ${what}` }).click();
      await expect(desk.getByText(new RegExp(`^The ${what} was sent by `))).toBeVisible();
    }
    await desk.getByRole('button', { name: 'Send review link' }).click();
    await expect(desk.getByText(/^Unable to send\. The patient was asked less than 180 days ago/)).toBeVisible();
    await onPhone(browser, clinic, (page) => answer(page, clinic, patient));
    await desk.goto(`${clinic.url}/company/onlineReviews`);
    await expect(desk.getByText('Hacía frío en la sala.')).toBeVisible();
    await look(desk, 'online-reviews');
    await desk.getByRole('button', { name: /^Mark as read/ }).click();
    await expect(desk.getByRole('button', { name: /^Mark as read/ })).toHaveCount(0);
  });
});

async function stageOf(clinic: Clinic): Promise<string | undefined> {
  const [visit] = await clinic.sql<{ stage: string }>(`select stage from visits where "VisitId" = $1`, [VisitId]);
  return visit?.stage;
}

/** On a phone that asks no other host. */
async function onPhone(browser: Browser, clinic: Clinic, does: (page: Page) => Promise<void>): Promise<void> {
  const { context, page, others } = await phoneOf(browser, clinic);
  await does(page);
  expect(others).toEqual([]);
  await context.close();
}

async function homeProgram(browser: Browser, clinic: Clinic, { PatientId, birth }: Patient): Promise<void> {
  await sendHomeProgram(browser, clinic, PatientId);
  await onPhone(browser, clinic, async (page) => {
    await openLink(page, `${clinic.url}${await linkSent(clinic, 'hep', PatientId)}`, birth);
    await heading(page, 'Your home program');
    expect(new URL(page.url()).search).toBe('?app=hep&w=demo');
    await expect(page.getByRole('button', { name: 'Start: Bridge' })).toBeVisible();
    await look(page, 'hep-list');
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL ?? '')).toMatch(/hep-sw/);
    await page.context().setOffline(true);
    await page.reload();
    await page.getByRole('button', { name: 'Start: Bridge' }).click();
    await expect(page.getByRole('heading', { name: 'Bridge' })).toBeVisible();
    await look(page, 'hep-exercise');
    await page.getByRole('radio', { name: '2', exact: true }).check();
    await page.getByRole('button', { name: 'Mark as done' }).click();
    await expect(page.getByText(/^1 not sent yet/)).toBeVisible();
    await page.reload();
    await expect(page.getByText(/^1 not sent yet/)).toBeVisible();
    await page.context().setOffline(false);
    await page.reload();
    await expect(page.getByText(/not sent yet/)).toBeHidden();
    const logs = `select "Pain" from home_program_logs where site = 'demo' and "PatientId" = $1`;
    await expect.poll(() => clinic.sql(logs, [PatientId])).toEqual([{ Pain: 2 }]);
    await page.getByLabel('Language').selectOption('es');
    await expect(page.getByRole('heading', { name: 'Su programa en casa' })).toBeVisible();
    await look(page, 'hep-list-es');
  });
}

async function answer(page: Page, clinic: Clinic, { PatientId }: Patient): Promise<void> {
  await page.goto(`${clinic.url}${await linkSent(clinic, 'survey', PatientId)}`);
  await heading(page, 'How was your care?');
  await look(page, 'survey');
  await page.getByRole('radio', { name: '3', exact: true }).check();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Send answers' }).click();
  await heading(page, 'Thank you');

  await page.goto(`${clinic.url}${await linkSent(clinic, 'review', PatientId)}`);
  await heading(page, 'Share your experience');
  expect(new URL(page.url()).pathname).toBe('/onlineReview');
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
  await heading(page, 'Cuéntenos su experiencia');
  await page.getByLabel('Su nota').fill('Hacía frío en la sala.');
  await page.getByRole('button', { name: 'Enviar la nota' }).click();
  await expect(page.getByText('Su nota se envió. Gracias.')).toBeVisible();
  await look(page, 'online-review-es');
  await page.reload();
  await expect(page.getByText('Su nota se envió. Gracias.')).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
}
