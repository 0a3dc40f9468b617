import type { Page } from '@playwright/test';
import { showTime } from '#contract/base/dates.ts';
import type { Clinic } from '../clinic.ts';
import { look } from './desk/look.ts';
import { expect, signIn, test } from './fixtures.ts';

test.describe.configure({ timeout: 240_000 });

const oldPhone = { width: 360, height: 640 };
const boxOf = (page: Page, VisitId: string) => page.locator(`[data-event="${VisitId}"]`);

/** Wherever the test runs, it is noon at the clinic: nobody is written to at night. */
async function atNoon(clinic: Clinic): Promise<void> {
  const ahead = 12 - new Date().getUTCHours();
  const zone = `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
  for (const table of ['sites', 'facilities', 'users']) await clinic.sql(`update ${table} set "TimeZone" = '${zone}'`);
}

/** As if the three minutes were over. */
async function threeMinutesPass(clinic: Clinic): Promise<void> {
  const waiting = async () =>
    (await clinic.sql<{ count: string }>(`select count(*)::text as count from visit_news where site = 'demo'`))[0]
      ?.count;
  await expect.poll(waiting).not.toBe('0');
  await clinic.sql(`update visit_news set "changedAt" = "changedAt" - interval '4 minutes' where site = 'demo'`);
  await clinic.sql(`select pg_notify('mainstay_change', 'messages demo')`);
  await expect.poll(waiting).toBe('0');
}

type Booked = { VisitId: string; PatientId: string; Start: string; name: string };

/** A visit some days ahead that stands alone in its hour. */
async function someVisit(clinic: Clinic): Promise<Booked> {
  const [visit] = await clinic.sql<Booked>(
    `select v."VisitId", v."PatientId", v."Start", p."LastName" as name
     from visits v join patients p on p.site = v.site and p."PatientId" = v."PatientId"
     where v.site = 'demo' and v.stage = 'scheduled' and v."Start" like '%:00'
       and v."Start" > to_char(now() + interval '3 days', 'YYYY-MM-DD') and extract(dow from left(v."Start", 10)::date) not in (0, 6)
     order by v."Start", v."VisitId" limit 1`,
  );
  if (!visit) throw new Error('The demo clinic has no such visit.');
  return visit;
}

const stageOf = async (clinic: Clinic, VisitId: string) =>
  (await clinic.sql<{ stage: string }>(`select stage from visits where "VisitId" = $1`, [VisitId]))[0]?.stage;

async function openVisit(page: Page, clinic: Clinic, { VisitId, Start }: Booked) {
  await page.goto(`${clinic.url}/scheduling?view=day&date=${Start.slice(0, 10)}`);
  await boxOf(page, VisitId).focus();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByRole('heading', { name: 'History' })).toBeVisible();
  return drawer;
}

/** Carries the visit a quarter later, as a desk does it by keys. */
async function carry(page: Page, clinic: Clinic, { VisitId, Start }: Booked): Promise<void> {
  await page.goto(`${clinic.url}/scheduling?view=day&date=${Start.slice(0, 10)}`);
  // From where it is: one that is on its way to this device is carried from where it was, and refused.
  await expect(boxOf(page, VisitId)).toContainText(showTime(Start));
  await boxOf(page, VisitId).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[data-ghost]')).toBeVisible();
  await page.keyboard.press('Space');
}

test('a patient is told of a move, confirms on an old phone, asks for another time, and chooses what they get', async ({
  clinic,
  browser,
  elsewhere,
}) => {
  const page = await elsewhere();
  await atNoon(clinic);
  const visit = await someVisit(clinic);
  const { VisitId, PatientId } = visit;
  await clinic.sql(
    `update patients set "MessageConsent" = '{"email": false, "text": false}', "Email" = 'patient@example.org', "Phone" = '5035550142'
     where "PatientId" = $1`,
    [PatientId],
  );
  const written = () =>
    clinic.sql<{ kind: string; channel: string }>(
      `select kind, channel from outbound_messages where "PatientId" = $1 and kind not in ('visit-start', 'reminder') order by "createdAt"`,
      [PatientId],
    );
  await signIn(page, clinic, 'admin');
  await expect(page.locator('[data-sync-pill]')).toHaveText('Saved');

  await test.step('consent is written down in the chart', async () => {
    await page.goto(`${clinic.url}/patients/${PatientId}`);
    await page.getByRole('button', { name: /^Edit/ }).first().click();
    const drawer = page.getByRole('dialog', { name: 'Edit patient' });
    await drawer.getByLabel('By email').check();
    await look(page, 'consent');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('By email', { exact: true })).toBeVisible();
    await expect
      .poll(() =>
        clinic.sql(`select from patients where "PatientId" = $1 and "MessageConsent" @> '{"email": true}'`, [
          PatientId,
        ]),
      )
      .toHaveLength(1);
  });

  await test.step('a move is told once', async () => {
    await carry(page, clinic, visit);
    await expect(page.getByText(/We’ll notify the patient in 3 minutes\./).first()).toBeVisible();
    await threeMinutesPass(clinic);
    await expect.poll(written).toEqual([{ kind: 'moved', channel: 'email' }]);
  });

  let link = '';
  let preferences = '';
  await test.step('the mail is in the spool, listed with the messages', async () => {
    await page.goto(`${clinic.url}/company/messages`);
    await page.getByLabel('Search messages').fill(visit.name);
    const line = page.getByRole('row', { name: new RegExp(`${visit.name}.*Moved`) }).first();
    await expect(line).toContainText('p•••@example.org');
    await look(page, 'messages');
    await line.click();
    const opened = page.getByRole('dialog', { name: /Moved/ });
    link = (await opened.getByRole('link').first().getAttribute('href')) ?? '';
    preferences = (await opened.getByRole('link').nth(1).getAttribute('href')) ?? '';
    expect(link).toMatch(/\/s\/demo\.[\w-]{22}$/);
    await look(page, 'message');
  });

  const context = await browser.newContext({ viewport: oldPhone });
  const phone = await context.newPage();
  await test.step('the patient confirms on an old phone', async () => {
    await phone.goto(link);
    await expect(phone.getByRole('button', { name: 'Confirm' })).toBeVisible();
    expect(await stageOf(clinic, VisitId)).toBe('scheduled');
    await look(phone, 'visit-link');
    await phone.getByRole('button', { name: 'Confirm' }).click();
    await expect(phone.getByText('Thank you, your visit is confirmed.')).toBeVisible();
    expect(await stageOf(clinic, VisitId)).toBe('confirmed');
    await look(phone, 'visit-confirmed');
    await phone.getByRole('button', { name: 'I can’t come' }).click();
    await expect(phone.getByText('We cancel the visit right away')).toBeVisible();
    await look(phone, 'visit-cannot-come');
    await phone.getByRole('button', { name: 'Keep my visit' }).click();
  });

  await test.step('and asks for another time, which the desk sees on the visit', async () => {
    await phone.getByRole('button', { name: 'Ask for another time' }).click();
    await phone.getByLabel('When would suit you?').fill('Any afternoon');
    await look(phone, 'visit-another-time');
    await phone.getByRole('button', { name: 'Ask the clinic' }).click();
    await expect(phone.getByText('The clinic got your request for another time')).toBeVisible();
    const drawer = await openVisit(page, clinic, visit);
    await expect(drawer.getByText('The patient asks for another time.')).toBeVisible();
    await expect(drawer.getByText('“Any afternoon”')).toBeVisible();
    await look(page, 'visit-asked');
    await drawer.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(drawer.getByText('The patient asks for another time.')).toBeHidden();
    await page.keyboard.press('Escape');
  });

  await test.step('the patient chooses texts; a text goes nowhere but the page, where STOP is heard', async () => {
    await phone.getByRole('link', { name: 'Choose which messages you get' }).click();
    await expect(phone.getByRole('heading', { name: 'Your messages' })).toBeVisible();
    const visits = phone.getByRole('group', { name: 'Your visits' });
    await visits.getByLabel('Email').uncheck();
    await visits.getByLabel('Text message').check();
    await phone.getByRole('button', { name: 'Save' }).click();
    await expect(phone.getByText('Saved. It applies from now on.')).toBeVisible();
    await look(phone, 'preferences');
    // By the link of a visit, which others may have, no number is changed.
    await expect(phone.getByRole('button', { name: 'Change number' })).toHaveCount(0);
    await phone.goto(preferences);
    await phone.getByRole('button', { name: 'Change number' }).click();
    await phone.getByLabel('New mobile number').fill('(503) 555-0143');
    await phone.getByRole('button', { name: 'Send me a code' }).click();
    await expect(phone.getByLabel('Code')).toBeVisible();
    await look(phone, 'preferences-code');
    const [sent] = await clinic.sql<{ body: string }>(`select body from outbound_messages where kind = 'code'`);
    await phone.getByLabel('Code').fill(/\d{6}/.exec(sent?.body ?? '')?.[0] ?? '');
    await phone.getByRole('button', { name: 'Save number' }).click();
    await expect(phone.getByText('Texts go to (•••) •••-0143.')).toBeVisible();
    await clinic.sql(`update sites set settings = settings || '{"messages_by_text": true}' where site = 'demo'`);
    await clinic.sql(`update visits set "Start" = $2 where "VisitId" = $1`, [VisitId, visit.Start]);
    await expect(page.locator('[data-sync-pill]')).toHaveText('Saved');
    await carry(page, clinic, visit);
    await threeMinutesPass(clinic);
    await expect.poll(async () => (await written()).at(-1)).toEqual({ kind: 'moved', channel: 'text' });
    await page.goto(`${clinic.url}/company/messages`);
    await page.getByLabel('Search messages').fill(visit.name);
    await page
      .getByRole('row', { name: /Moved.*Text/ })
      .first()
      .click();
    const opened = page.getByRole('dialog', { name: /Moved/ });
    await opened.getByLabel('Reply as patient').fill('stop');
    await look(page, 'reply');
    await opened.getByRole('button', { name: 'Send reply' }).click();
    await expect(page.getByText('This number replied STOP and gets no more texts.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('row', { name: /STOP or START/ })).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await look(page, 'messages-phone');
  });
  await context.close();
});
