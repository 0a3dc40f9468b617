import { cast } from '../../server/demo/cast.ts';
import { hepWords } from '../../contract/words/hep-page.ts';
import { kioskWords } from '../../contract/words/kiosk-page.ts';
import { loginWords } from '../../contract/words/login-page.ts';
import { reviewWords } from '../../contract/words/review-page.ts';
import { schedulingWords } from '../../contract/words/scheduling-page.ts';
import { surveyWords } from '../../contract/words/survey-page.ts';
import { look } from './desk/look.ts';
import { pill } from './desk/page.ts';
import { expect, signIn, test } from './fixtures.ts';
import { heading } from './patients/forms.ts';
import { fillInSpanish } from './patients/in-spanish.ts';
import { addKiosk, visitSoon } from './patients/kiosk.ts';
import { linkSent, openLink, phoneOf } from './patients/phone.ts';
import { agreesToAll, sendHomeProgram } from './patients/story.ts';

test.describe.configure({ timeout: 360_000 });

const VisitId = cast.visits.today.scheduled;

test('a patient who reads Spanish: forms, kiosk with a follow-up, home program, survey and review page', async ({
  browser,
  page: desk,
  clinic,
}) => {
  const { PatientId, day: birth, name, place } = await visitSoon(clinic, VisitId);
  await agreesToAll(clinic, { PatientId, VisitId });
  await signIn(desk, clinic, 'admin');
  await expect(pill(desk)).toHaveText('Saved');
  const { context, page, others } = await phoneOf(browser, clinic, 'es');
  const link = async (kind: string) => `${clinic.url}${await linkSent(clinic, kind, PatientId)}`;

  await test.step('the forms', async () => {
    await desk.goto(`${clinic.url}/patients/${PatientId}?visit=${VisitId}`);
    await desk.getByRole('button', { name: 'Send forms' }).click();
    await expect(desk.getByText(/^The forms were sent by /)).toBeVisible();
    await openLink(page, await link('intake'), birth, 'es');
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    await fillInSpanish(page);
    const signed = await clinic.sql<{ language: string }>(
      `select distinct language from signed_consents where site = 'demo' and "PatientId" = $1`,
      [PatientId],
    );
    expect(signed).toEqual([{ language: 'es' }]);
  });

  await test.step('the kiosk', async () => {
    const words = kioskWords.es;
    const code = await addKiosk(desk, clinic, place);
    const hall = await browser.newContext({ viewport: { width: 1024, height: 768 }, locale: 'es-US' });
    const tablet = await hall.newPage();
    const press = (title: string) => tablet.getByRole('button', { name: title, exact: true }).click();
    await tablet.goto(`${clinic.url}/kiosk`);
    await tablet.getByLabel(words.code).fill(code);
    await press(words.enroll);
    await heading(tablet, words.welcome);
    await look(tablet, 'kiosk-home-es');
    await press(words.begin);
    const [year = '', month = '', date = ''] = birth.split('-');
    await tablet.getByLabel(loginWords.es.month).fill(month);
    await tablet.getByLabel(loginWords.es.day).fill(date);
    await tablet.getByLabel(loginWords.es.year).fill(year);
    await press(words.next);
    await tablet.getByLabel(words.lastFour).fill('0101');
    await press(words.next);
    await heading(tablet, new RegExp(`^¿${name}, `));
    await press(words.yes);
    await heading(tablet, schedulingWords.es.title);
    const times = tablet.getByRole('region', { name: /^Horarios del/ }).getByRole('button');
    const next = tablet.getByRole('button', { name: /^Próximo horario libre/ });
    await expect(times.first().or(next)).toBeVisible();
    if (await next.isVisible()) await next.click();
    await times.first().click();
    await look(tablet, 'kiosk-booking-es');
    await press(schedulingWords.es.book);
    await heading(tablet, schedulingWords.es.doneTitle);
    await press(schedulingWords.es.next);
    await heading(tablet, words.doneTitle);
    await hall.close();
    const [visit] = await clinic.sql(`select stage from visits where "VisitId" = $1`, [VisitId]);
    expect(visit).toEqual({ stage: 'checkedIn' });
  });

  await test.step('the home program, logged without a connection', async () => {
    const words = hepWords.es;
    await sendHomeProgram(browser, clinic, PatientId);
    await openLink(page, await link('hep'), birth, 'es');
    await heading(page, words.title);
    await expect(page.getByRole('button', { name: new RegExp(`^${words.start}: `) })).toBeVisible();
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL ?? '')).toMatch(/hep-sw/);
    await context.setOffline(true);
    await page.reload();
    await page.getByRole('button', { name: new RegExp(`^${words.start}: `) }).click();
    await page.getByRole('radio', { name: '2', exact: true }).check();
    await look(page, 'hep-exercise-es');
    await page.getByRole('button', { name: words.markDone }).click();
    await expect(page.getByText(words.oneUnsent)).toBeVisible();
    await context.setOffline(false);
    await page.reload();
    await expect(page.getByText(words.oneUnsent)).toBeHidden();
    const logs = `select "Pain" from home_program_logs where site = 'demo' and "PatientId" = $1`;
    await expect.poll(() => clinic.sql(logs, [PatientId])).toEqual([{ Pain: 2 }]);
  });

  await test.step('the survey and the review page', async () => {
    await desk.goto(`${clinic.url}/patients/${PatientId}?visit=${VisitId}`);
    await desk.getByRole('button', { name: /^Start/ }).click();
    for (const what of ['survey', 'review link']) {
      await desk.getByRole('button', { name: `Send ${what}` }).click();
      await expect(desk.getByText(new RegExp(`^The ${what} was sent by `))).toBeVisible();
    }
    const words = surveyWords.es;
    await page.goto(await link('survey'));
    await heading(page, words.title);
    await look(page, 'survey-es');
    await page.getByRole('radio', { name: '9', exact: true }).check();
    await page.getByRole('button', { name: words.next }).click();
    await page.getByRole('button', { name: words.next }).click();
    await page.getByRole('button', { name: words.send }).click();
    await heading(page, words.thanks);
    await page.goto(await link('review'));
    await heading(page, reviewWords.es.title);
    await page.getByLabel(reviewWords.es.note).fill('Gracias por todo.');
    await page.getByRole('button', { name: reviewWords.es.send }).click();
    await expect(page.getByText(reviewWords.es.sent)).toBeVisible();
  });
  expect(others).toEqual([]);
  await context.close();
});
