import type { Locator, Page } from '@playwright/test';
import type { FormName } from '../../contract/records.ts';
import { cast } from '../../server/demo/cast.ts';
import { goAsLink } from './addresses.ts';
import { phone } from './desk/look.ts';
import { drawer, pill } from './desk/page.ts';
import { expect, inMotion, test } from './fixtures.ts';
import { patientOf } from './visits.ts';
import { oneWay, someOf } from './walks.ts';

test.describe.configure({ timeout: 180_000 });

const sizes = [{ width: 1440, height: 900 }, { width: 1280, height: 720 }, phone];

/** Wholly within the window, and nothing over it. */
async function expectInSight(page: Page, panel: Locator): Promise<void> {
  await expect(panel).toBeVisible();
  await expect
    .poll(() =>
      panel.evaluate((shown) => {
        const { left, top, right, bottom, width, height } = shown.getBoundingClientRect();
        const over = document.elementFromPoint(left + width / 2, top + height / 2);
        return {
          isInside: left >= 0 && top >= 0 && right <= window.innerWidth && bottom <= window.innerHeight,
          isOnTop: over !== null && shown.contains(over),
        };
      }),
    )
    .toEqual({ isInside: true, isOnTop: true });
}

type Opener = {
  /** Where it is opened. */
  at: string;
  press: RegExp;
  /** What is done first. */
  before?: (page: Page) => Promise<void>;
};

const chart = (tab: string) => `/patients/${cast.patients.rosa}?tab=${tab}`;

/** From where the drawer of each record opens: one that is added to the records is added here. `visit` is one in progress. */
const openersWith = (visit: string): Record<FormName, Opener> => ({
  cases: { at: `/patients/${cast.patients.noCase}`, press: /^New case$/ },
  patients: { at: chart('overview'), press: /^Edit$/ },
  newPatients: { at: '/patients', press: /^New$/ },
  patientGuarantors: { at: chart('overview'), press: /^Add guarantor$/ },
  goals: { at: chart('overview'), press: /^Add a goal to/ },
  plansOfCare: { at: chart('documentation'), press: /^Add a plan of care to/ },
  homePrograms: { at: chart('documentation'), press: /^Add a home program to/ },
  rtmEpisodes: { at: chart('documentation'), press: /^Add monitoring to/ },
  authorizations: { at: chart('authorizations'), press: /^Add an authorization to/ },
  scripts: { at: chart('authorizations'), press: /^Add a script to/ },
  subjectNotes: { at: chart('notes'), press: /^New note$/ },
  caseExercises: {
    at: visit,
    press: /^Edit exercise$/,
    before: (page) => page.getByRole('gridcell').first().click(),
  },
  tasks: { at: chart('notes'), press: /^New task$/ },
  referringProviders: { at: '/addressBook/referringProvider', press: /^New referring provider$/ },
  payers: { at: '/addressBook/payer', press: /^New payer$/ },
  otherContacts: { at: '/addressBook/otherContact', press: /^New contact$/ },
  evalTemplates: { at: '/library/eval', press: /^New template$/ },
  textTemplates: { at: '/library/text', press: /^New text$/ },
  evalMeasurements: { at: '/library/measures', press: /^New measure$/ },
  bookingRules: { at: '/company/onlineScheduling', press: /^New rule$/ },
  reviewSites: { at: '/company/onlineReviews', press: /^New site$/ },
  holidays: { at: '/company/facilities', press: /^New holiday$/ },
});

/** Opens each calendar and each list of a drawer, and closes it; how many there were. */
async function openPanels(page: Page, form: Locator): Promise<number> {
  const days = await form.getByRole('button', { name: 'Open calendar' }).all();
  for (const day of days) {
    await day.click();
    await expectInSight(page, page.getByRole('dialog', { name: 'Calendar' }));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Calendar' })).toHaveCount(0);
    await expect(day).toBeFocused();
  }
  const choices = await form.locator('input[aria-haspopup=listbox]:enabled').all();
  for (const choice of choices) {
    // The field itself, where its input is hidden among what was chosen.
    await choice.locator('xpath=ancestor-or-self::*[contains(@class, "mantine-Input-input")]').first().click();
    // One without a choice shows nothing; neither options of a plain select behind the drawer nor hidden ones are its own.
    if ((await page.locator('[role=option]:visible').count()) > 0) await expectInSight(page, page.getByRole('listbox'));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listbox')).toHaveCount(0);
  }
  return days.length + choices.length;
}

test('the calendars and lists of every drawer of a record open within the window', async ({ tabOf, clinic }) => {
  // Whole, it is more than sixty drawers.
  test.setTimeout(300_000);
  const page = await tabOf('admin');
  await inMotion(page);
  await expect(pill(page)).toHaveText('Saved');
  const { inProgress } = cast.visits.today;
  const openers = openersWith(`/patients/${await patientOf(clinic, inProgress)}?visit=${inProgress}`);
  const names = Object.keys(openers) as FormName[];
  // The one with the most fields always and at each width.
  for (const name of new Set<FormName>(['cases', ...someOf(names)])) {
    const { at, press, before } = openers[name];
    for (const size of name === 'cases' ? sizes : oneWay(name, sizes)) {
      await test.step(`${name} at ${size.width}`, async () => {
        await page.setViewportSize(size);
        await goAsLink(page, at);
        await before?.(page);
        await page.getByRole('button', { name: press }).first().click();
        await expect(drawer(page).locator('form')).toBeVisible();
        if (name === 'cases') await expect(drawer(page).getByRole('textbox', { name: 'Case name' })).toBeFocused();
        expect(await openPanels(page, drawer(page)), name).toBeGreaterThan(0);
        await page.keyboard.press('Escape');
        await expect(drawer(page)).toHaveCount(0);
      });
    }
  }
});

test('those of the calendar’s own drawers open within the window too', async ({ tabOf }) => {
  const page = await tabOf('front');
  await inMotion(page);
  await goAsLink(page, '/scheduling');
  const more = page.getByRole('button', { name: 'More', exact: true });
  const fromMenu = (item: string) => async () => {
    await more.click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  for (const [at, open] of Object.entries({
    'a new visit': () => page.getByRole('button', { name: 'New visit', exact: true }).click(),
    'time off': fromMenu('Add time off'),
    'a series': fromMenu('Book a series'),
  })) {
    for (const size of sizes) {
      await test.step(`${at} at ${size.width}`, async () => {
        await page.setViewportSize(size);
        await open();
        await expect(drawer(page).getByRole('button', { name: 'Open calendar' }).first()).toBeVisible();
        expect(await openPanels(page, drawer(page)), at).toBeGreaterThan(1);
        await page.keyboard.press('Escape');
        await expect(drawer(page)).toHaveCount(0);
      });
    }
  }
});

test('on a phone those of a rule for online scheduling open within the window too', async ({ tabOf }) => {
  const page = await tabOf('admin');
  await inMotion(page);
  await page.setViewportSize(phone);
  await goAsLink(page, '/company/onlineScheduling');
  await page.getByRole('button', { name: 'New rule' }).click();
  const form = drawer(page, 'New online booking rule');
  await expect(form.getByRole('switch', { name: 'Book online' })).toBeFocused();
  for (const name of ['Facility', 'Bookable by', 'Providers']) {
    await form.getByRole('combobox', { name }).click();
    await expectInSight(page, page.getByRole('listbox'));
    if (name === 'Facility') await page.getByRole('option').first().click();
    else await page.keyboard.press('Escape');
    await expect(page.getByRole('listbox')).toHaveCount(0);
  }
});

test('that there is no network moves nothing of a screen, and is said where there is room', async ({
  tabOf,
  clinic,
}) => {
  const page = await tabOf('front');
  await page.goto(`${clinic.url}/patients/${cast.patients.noCase}`);
  await expect(pill(page)).toHaveText('Saved');
  const parts = [
    page.locator('main'),
    page.getByRole('tab', { name: 'Overview' }),
    page.getByRole('tab', { name: 'Visits' }),
  ];
  for (const size of sizes) {
    await page.setViewportSize(size);
    const places = () => Promise.all(parts.map((part) => part.boundingBox()));
    const online = await places();
    await page.context().setOffline(true);
    await expect(pill(page)).toHaveText('Offline');
    const words = page.getByText('You are offline. Keep working.');
    await expect(words).toHaveCount(1);
    expect(await places()).toEqual(online);
    const { x = 0, width: long = 0 } = (await pill(page).boundingBox()) ?? {};
    expect(x + long).toBeGreaterThan(size.width - 24);
    const { width = 0 } = (await words.boundingBox()) ?? {};
    // Whole, or for readers of screens alone: never the first letter and dots.
    if (size.width < 768) expect(width).toBeLessThanOrEqual(1);
    else expect(await words.evaluate((line) => line.scrollWidth <= line.clientWidth)).toBe(true);
    await page.context().setOffline(false);
    await expect(pill(page)).toHaveText('Saved');
  }
});

test('the line under the tabs of a chart goes on where they scroll', async ({ tabOf, clinic }) => {
  const page = await tabOf('front');
  await page.setViewportSize(phone);
  await page.goto(`${clinic.url}/patients/${cast.patients.noCase}`);
  await page.getByRole('tab', { name: 'Overview' }).click();
  const list = page.getByRole('tablist');
  await expect(list).toBeVisible();
  const line = await list.evaluate((row) => {
    row.scrollLeft = row.scrollWidth;
    const before = getComputedStyle(row, '::before');
    return {
      isScrolled: row.scrollLeft > 0,
      // Of the row itself: what is drawn in it scrolls with the tabs.
      isOfRow: getComputedStyle(row).boxShadow.includes('inset') && before.display === 'none',
    };
  });
  expect(line).toEqual({ isScrolled: true, isOfRow: true });
});
