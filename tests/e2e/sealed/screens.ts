import type { Page } from '@playwright/test';
import { cast } from '../../../server/demo/cast.ts';
import type { Clinic } from '../../clinic.ts';
import { goAsLink } from '../addresses.ts';
import { drawer } from '../desk/page.ts';
import { openWaitlist } from '../desk/waitlist.ts';
import { expect } from '../fixtures.ts';
import { patientOf } from '../visits.ts';
import { printedStops } from './printed-stops.ts';
import { who, type Stop, type Visitor } from './stop.ts';
import { someOf } from '../walks.ts';
import { canary, shownAs, type CanaryIds } from './canaries.ts';

/** Whose screens each test goes through, so that no file holds up the end of a run. */
export const visitors = { screens: ['pt'], others: ['admin', 'super', 'front', 'nobody'] } as const;

/** Addresses of the router that are entered by other tests, or lead to another one. */
export const notHere: Record<string, string> = {
  '/': 'leads to /onDeck',
  '/login': 'every sign-in of these tests',
  '/company': 'leads to its first tab',
  '/addressBook': 'leads to /addressBook/referringProvider',
  '/library': 'leads to /library/eval',
  '/patient_visits': 'needs the login of a patient: patient-pages.spec.ts',
  '/hep': 'needs the login of a patient: patient-story.spec.ts',
  '/intake': 'needs the login of a patient: intake.spec.ts',
  '/survey': 'shows the clinic alone, and what was typed there is never kept',
  '/onlineReview': 'shows the clinic alone, and what was typed there is never kept',
  '/onlineScheduling': 'needs the login of a patient: online-scheduling.spec.ts',
  '/alwaysAccess': 'only in an outage: sealed-others.spec.ts',
  '/alwaysAccessSuper/:websiteId': 'only in an outage: sealed-others.spec.ts',
};

const staffOnly = 'shows the clinic and its staff, no patient';

/** Every screen by the address it has in the router, as somebody sees it who may. */
export function stopsOf(
  { PatientId, VisitId, blockId, day, referringId, otherContactId, links }: CanaryIds,
  note: string,
) {
  const chart = `/patients/${PatientId}`;
  const calendar = `/scheduling?view=day&date=${day}`;
  const plain = (as: Visitor, address: string, noneBecause = staffOnly): Stop[] => [
    { as, address, shows: [], noneBecause },
  ];
  return {
    '/onDeck': [
      { as: 'pt', address: '/onDeck', shows: who },
      { as: 'pt', address: '/onDeck', open: searchEverywhere, shows: who },
    ],
    '/dashboard': [
      {
        as: 'front',
        address: '/dashboard',
        open: (page) => page.getByLabel('Reason').fill(canary.mayI),
        shows: ['mayI'],
      },
    ],
    '/scheduling': [
      { as: 'pt', address: calendar, shows: ['LastName', 'block'] },
      { as: 'pt', address: `/scheduling?view=week&date=${day}`, shows: ['LastName'] },
      { as: 'pt', address: `/scheduling?view=month&date=${day}`, shows: [], noneBecause: 'shows counts of each day' },
      {
        as: 'admin',
        address: calendar,
        open: (page) => openEvent(page, VisitId),
        shows: [...who, 'schedulingNote', 'asked', 'subjectNote'],
      },
      { as: 'admin', address: calendar, open: (page) => openEvent(page, blockId), shows: ['block'] },
      { as: 'admin', address: calendar, open: bookSeries, shows: who },
      { as: 'admin', address: calendar, open: (page) => bookVisit(page, VisitId), shows: who },
      { as: 'admin', address: calendar, open: askForTime, shows: [...who, 'waitlistNote'] },
      { as: 'admin', address: calendar, open: underScheduled, shows: [...who, 'caseTitle'] },
      { as: 'admin', address: calendar, open: beAway, shows: ['away'] },
    ],
    '/patients/:id?': [
      { as: 'pt', address: '/patients', open: searchPatients, shows: [...who, 'DateOfBirth', 'Phone'] },
      { as: 'pt', address: chart, shows: [...who, 'DateOfBirth', 'Phone', 'Email', 'Street', 'alert', 'caseTitle'] },
      ...['visits', 'documentation'].map((tab) => ({ as: 'pt' as const, address: `${chart}?tab=${tab}`, shows: who })),
      { as: 'pt', address: `${chart}?tab=insurance`, shows: [...who, 'member'] },
      { as: 'pt', address: `${chart}?tab=authorizations`, shows: [...who, 'authorization'] },
      {
        as: 'pt',
        address: `${chart}?tab=authorizations`,
        open: (page) =>
          page
            .getByRole('table', { name: /^Scripts/ })
            .locator('tbody tr')
            .first()
            .click(),
        shows: ['scriptNote'],
      },
      {
        as: 'pt',
        address: `${chart}?tab=authorizations`,
        open: (page) => page.getByRole('row', { name: new RegExp(canary.authorization) }).click(),
        shows: ['authorization', 'authorizationNote'],
      },
      { as: 'pt', address: `${chart}?tab=notes`, shows: [...who, 'subjectNote', 'task'] },
      { as: 'pt', address: `${chart}?visit=${VisitId}`, shows: who },
      { as: 'pt', address: note, shows: ['note'] },
    ],
    '/account': plain('pt', '/account'),
    '/login/sso/:site': plain('nobody', '/login/sso/demo'),
    '/account/forgot': plain('nobody', '/account/forgot'),
    '/account/link': plain('nobody', '/account/link'),
    '/s/:hash': [{ as: 'nobody', address: `/s/${links.visit}`, shows: ['FirstName'] }],
    '/notificationSettings': [
      { as: 'nobody', address: `/notificationSettings#${links.preferences}`, shows: ['FirstName'] },
    ],
    '/actionFillRequest': [{ as: 'nobody', address: `/actionFillRequest#${links.offer}`, shows: ['FirstName'] }],
    '/patientLogin': plain('nobody', '/patientLogin?w=demo', 'asks who it is'),
    '/patientLogout': plain('nobody', '/patientLogout', 'says that one is logged out'),
    '/dev/ui': plain('nobody', '/dev/ui', 'shows people who are made up'),
    '/importer': plain('admin', '/importer', 'a file with names is put in by the steps before'),
    '/superuser': plain('super', '/superuser'),
    ...printedStops({ day, PatientId, note }),
    '/company/users/:userId?': plain('admin', `/company/users/${cast.users.pt}`),
    '/company/facilities/:id?': plain('admin', `/company/facilities/${cast.facilities.harborview}`),
    '/library/measures/:id?': plain('pt', '/library/measures', 'shows the clinic’s measures, no patient'),
    '/library/eval/:id?': plain('pt', '/library/eval', 'shows the clinic’s templates, no patient'),
    '/library/text/:id?': plain('pt', '/library/text', 'shows the clinic’s templates, no patient'),
    '/company/kiosks': plain('admin', '/company/kiosks', 'shows tablets, no patient'),
    '/company/forms/:formId?': plain('admin', '/company/forms', 'shows forms before anyone answers them'),
    '/company/onlineScheduling': plain('admin', '/company/onlineScheduling', 'shows the clinic’s rules, no patient'),
    '/company/settings': plain('admin', '/company/settings'),
    '/company/signIn': plain('admin', '/company/signIn'),
    '/company/plus': plain('admin', '/company/plus'),
    '/company/mail': [
      {
        as: 'admin',
        address: '/company/mail',
        open: (page) => page.getByRole('row', { name: new RegExp(canary.mail) }).click(),
        shows: ['mail'],
      },
    ],
    '/company/messages': [{ as: 'admin', address: '/company/messages', open: openMessage, shows: [...who, 'message'] }],
    '/company/surveys': plain('admin', '/company/surveys', 'lists no one before a survey was sent'),
    '/company/onlineReviews': plain('admin', '/company/onlineReviews', 'lists no one before a note was written'),
    '/company/audit': plain('admin', '/company/audit', 'names ids; the patient is looked up when asked'),
    '/addressBook/referringProvider/:id?': [
      { as: 'admin', address: `/addressBook/referringProvider/${referringId}`, shows: ['referring'] },
    ],
    '/addressBook/payer/:id?': plain('admin', `/addressBook/payer/${cast.payers.medicare}`, 'shows payers, no patient'),
    '/addressBook/payerDefaultRules': plain('admin', '/addressBook/payerDefaultRules', 'shows rules, no patient'),
    '/addressBook/otherContact/:id?': [
      { as: 'admin', address: `/addressBook/otherContact/${otherContactId}`, shows: ['otherContact'] },
    ],
  } satisfies Record<string, Stop[]>;
}

export const noteAddress = async (clinic: Clinic) => {
  const VisitId = cast.visits.today.inProgress;
  return `/patients/${await patientOf(clinic, VisitId)}?visit=${VisitId}`;
};

/** Goes to somebody's screens of this commit, so many; each canary must be seen where it stands, or its search would prove nothing. */
export async function goThrough(page: Page, as: readonly Visitor[], stops: Readonly<Record<string, readonly Stop[]>>) {
  const all = Object.values(stops).flat();
  const own = someOf(all.filter((stop) => as.includes(stop.as)));
  expect(own.length, `screens of ${as.join(', ')}`).toBeGreaterThan(0);
  for (const { as: visitor, address, open, shows } of own) {
    await goAsLink(page, address);
    await expect(page.getByRole('heading').first()).toBeVisible({ timeout: 30_000 });
    await open?.(page);
    const missing = async () => {
      const shown = await wordsOn(page);
      return shows.filter(
        (name) => ![canary[name], { ...canary, ...shownAs }[name]].some((word) => shown.includes(word)),
      );
    };
    await expect.poll(missing, { message: `${address} as ${visitor} shows its canaries` }).toEqual([]);
    if (open) await leave(page);
  }
  return own.length;
}

/** What can be read on the page, in its fields as well. */
function wordsOn(page: Page): Promise<string> {
  return page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')];
    return [document.body.innerText, ...fields.map(({ value }) => value)].join('\n').replaceAll(/\)\s/g, ')');
  });
}

async function leave(page: Page): Promise<void> {
  const layers = page.getByRole('dialog');
  const discard = page.getByRole('button', { name: /^Discard changes/ });
  const isGone = async () => (await layers.count()) === 0;
  for (let turn = 0; turn < 4 && !(await isGone()); turn += 1) {
    const isAsked = (await discard.count()) > 0;
    await (isAsked ? discard.first().click() : page.keyboard.press('Escape'));
    // An open list takes the first Escape and leaves all else as it was.
    await expect
      .poll(async () => (await isGone()) || (!isAsked && (await discard.count()) > 0), {
        timeout: 400,
        intervals: [50],
      })
      .toBe(true)
      .catch(() => undefined);
  }
  await expect(layers).toHaveCount(0);
}

async function searchEverywhere(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Search patients, screens, actions').fill(canary.LastName);
  await expect(page.getByRole('option', { name: new RegExp(canary.LastName) }).first()).toBeVisible();
}

async function searchPatients(page: Page): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search patients' }).fill(canary.LastName);
}

async function openEvent(page: Page, id: string): Promise<void> {
  await page.locator(`[data-event="${id}"]`).focus();
  await page.keyboard.press('Enter');
  await expect(drawer(page)).toBeVisible();
}

async function fillPatient(page: Page): Promise<void> {
  const option = page.getByRole('option', { name: new RegExp(`^${canary.LastName}`) }).first();
  await drawer(page).getByRole('combobox', { name: 'Patient' }).fill(`${canary.LastName} ${canary.FirstName}`);
  await option.click();
}

async function bookSeries(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Book a series' }).click();
  await fillPatient(page);
}

async function bookVisit(page: Page, VisitId: string): Promise<void> {
  await page.locator(`[data-event="${VisitId}"]`).focus();
  await page.keyboard.press('n');
  await fillPatient(page);
}

async function askForTime(page: Page): Promise<void> {
  await openWaitlist(page);
  await page.getByRole('button', { name: 'Add to the waitlist' }).click();
  const form = drawer(page, 'Add to the waitlist');
  await fillPatient(page);
  await form.getByRole('combobox', { name: 'Visit type' }).click();
  await page
    .getByRole('option', { name: /Follow-up$/ })
    .first()
    .click();
  await form.getByLabel('Note').fill(canary.waitlistNote);
  await form.getByRole('button', { name: 'Add to the waitlist' }).click();
  const list = page.getByRole('list', { name: 'Waitlist' });
  await expect(list.getByRole('listitem').filter({ hasText: canary.waitlistNote })).toBeVisible();
}

async function underScheduled(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Under-scheduled' }).click();
  await expect(drawer(page, /^Under-scheduled/)).toBeVisible();
}

async function beAway(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Add time off' }).click();
  await drawer(page, 'Add time off').getByRole('textbox', { name: 'Reason', exact: true }).fill(canary.away);
}

async function openMessage(page: Page): Promise<void> {
  await page.getByLabel('Search messages').fill(canary.LastName);
  await page
    .getByRole('row', { name: new RegExp(`${canary.LastName}.*Moved`) })
    .first()
    .click();
  await expect(drawer(page)).toBeVisible();
}
