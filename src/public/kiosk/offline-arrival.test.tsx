import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isAskedOfAll, takesNoPhoto } from '#contract/intake/blank-forms.ts';
import { builtInForms } from '#contract/intake/built-in/forms.ts';
import { formIn } from '#contract/intake/built-in/in-both.ts';
import type { IntakeForm } from '#contract/intake/form.ts';
import type { SealedArrival } from '#contract/kiosk/arrival.ts';
import { idleSeconds } from '#contract/kiosk/idle.ts';
import { kioskWords } from '#contract/words/kiosk-page.ts';
import { inStore } from '../kit/own-store.ts';

const words = kioskWords.en;
const slowly = { timeout: 15_000 };
const KioskId = '0193a0a0-0000-7000-8000-00000000000b';
const sealing = {
  KioskKeyId: '0193a0a0-0000-7000-8000-00000000000e',
  publicKey: {
    kty: 'EC',
    crv: 'P-256',
    x: 'axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpY',
    y: 'T-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU',
  },
};

let isOffline = false;
let isRemoved = false;
/** The server does not open what it gets. */
let refusesAll = false;
/** The connection goes again in the middle. */
let breaksOff = false;
/** The server fails at this one, by itself or with all that came along. */
let bad: string | undefined;
let failsWhole = false;
let received: SealedArrival[][] = [];
/** What the server answers else, by its call; undefined: no connection. */
let answers: Record<string, object | undefined> = {};
const anybodys = builtInForms.filter((form) => isAskedOfAll(form) && takesNoPhoto(form));
const inBoth = (['en', 'es'] as const).flatMap((language) => anybodys.map((form) => formIn(form, language)));
let forms: IntakeForm[] = inBoth;

beforeEach(() => {
  [isOffline, isRemoved, refusesAll, breaksOff, received] = [false, false, false, false, []];
  [bad, failsWhole, answers, forms] = [undefined, false, {}, inBoth];
  localStorage.clear();
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    if (isOffline) throw new TypeError('Failed to fetch');
    if (isRemoved) return new Response('{}', { status: 401 });
    if (url === '/api/kiosk/enroll') return new Response(JSON.stringify({ site: 'demo', KioskId }));
    if (url === '/api/kiosk/token')
      return new Response(
        JSON.stringify({
          token: 't',
          clinic: 'Harborview Therapy',
          facility: 'H',
          phone: null,
          now: new Date().toISOString(),
          sealing,
          forms: { key: 'one', forms },
        }),
      );
    if (url in answers && !answers[url]) throw new TypeError('Failed to fetch');
    if (answers[url]) return new Response(JSON.stringify(answers[url]));
    if (url !== '/api/kiosk/sealed') return new Response('{}', { status: 404 });
    const { arrivals } = JSON.parse(String(body)) as { arrivals: SealedArrival[] };
    received.push(arrivals);
    if (breaksOff) throw new TypeError('Failed to fetch');
    const taken = arrivals.filter(({ ArrivalId }) => ArrivalId !== bad);
    if (failsWhole && taken.length < arrivals.length) return new Response('{}', { status: 500 });
    return new Response(
      JSON.stringify({ arrivals: taken.map(({ ArrivalId }) => ({ ArrivalId, isKept: !refusesAll })) }),
    );
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const heading = (name: string) => screen.findByRole('heading', { name }, slowly);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }, slowly));

/** The tablet's page, in a browser that was just started. */
async function openTablet(): Promise<void> {
  cleanup();
  vi.resetModules();
  const { KioskApp } = await import('./kiosk-app.tsx');
  render(<KioskApp />);
}

async function enrolled(): Promise<void> {
  await openTablet();
  await userEvent.type(await screen.findByLabelText(words.code, {}, slowly), 'abcd-2345');
  await press(words.enroll);
  await heading(words.welcome);
}

async function offline(): Promise<void> {
  await enrolled();
  isOffline = true;
  await openTablet();
  await heading(words.offlineTitle);
}

async function tellWho(): Promise<void> {
  await typeWho();
  await heading(words.formsTitle);
}

async function typeWho(): Promise<void> {
  await press(words.begin);
  await heading(words.birthTitle);
  const [month, day, year] = ['Month', 'Day', 'Year'].map((name) => screen.getByLabelText(name));
  await userEvent.type(month as HTMLElement, '3');
  await userEvent.type(day as HTMLElement, '14');
  await userEvent.type(year as HTMLElement, '1958');
  await press(words.next);
  await userEvent.type(await screen.findByLabelText(words.lastFour), '0101');
  await press(words.next);
}

const kept = async () =>
  inStore<{ ArrivalId: string; sealed: string; isRefused: boolean }[]>(
    { database: 'mainstay-kiosk-arrivals', store: 'sealed', keyPath: 'ArrivalId' },
    'readonly',
    (all) => all.getAll() as never,
  );

test('without a connection an arrival is sealed on the tablet, outlives its browser, and is sent once', async () => {
  await offline();
  expect(screen.getByText(words.offlineCheckIn)).toBeTruthy();
  expect(screen.getByText('Harborview Therapy')).toBeTruthy();
  await tellWho();
  await press(words.noForms);
  await heading(words.tellDeskTitle);
  const [one, ...others] = await kept();
  expect(others).toEqual([]);
  expect(one?.sealed.split('.')[0]).toBe(sealing.KioskKeyId);
  expect(JSON.stringify(await kept())).not.toMatch(/1958|0101|DateOfBirth/);
  await openTablet();
  await heading(words.offlineTitle);
  expect(await kept()).toEqual([one]);
  isOffline = false;
  fireEvent(window, new Event('online'));
  await heading(words.welcome);
  await waitFor(async () => expect(await kept()).toEqual([]), slowly);
  expect(received).toEqual([[{ ArrivalId: one?.ArrivalId, sealed: one?.sealed }]]);
});

test('blank forms are filled in, signed and sealed with it, and nothing of them is readable on the tablet', async () => {
  await offline();
  await tellWho();
  await press(words.fillIn);
  await heading('Your name and contact');
  await userEvent.type(screen.getByLabelText('Preferred name (optional)'), 'Rosita');
  await press('Next');
  await heading('Your address');
  await press('Next');
  await heading('Emergency contact');
  await press('Next');
  // What is required holds here too.
  await heading('Emergency contact');
  await userEvent.type(screen.getByLabelText('Name'), 'Luis');
  await userEvent.type(screen.getByLabelText('Phone'), '9785550177');
  await press('Next');
  for (const [title, next] of [
    ['Consent to care', 'Next'],
    ['Privacy notice', 'Next'],
    ['Financial policy', words.begin],
  ] as const) {
    await heading(title);
    await userEvent.type(screen.getByRole('textbox'), 'Rosa Alvarez');
    await press('Sign');
    await screen.findByRole('button', { name: 'Sign again' }, slowly);
    await press(next);
  }
  await heading(words.tellDeskTitle);
  expect(await kept()).toHaveLength(1);
  const fields = [...document.querySelectorAll('input, textarea')];
  expect(fields).toEqual([]);
  expect(JSON.stringify(await kept())).not.toMatch(/Rosita|Luis|Alvarez/);
  await press(words.doneButton);
  await screen.findByRole('button', { name: words.begin }, slowly);
  expect(document.body.innerHTML).not.toMatch(/Rosita|Luis|Alvarez/);
});

test('the forms are those of the clinic, in the language of who fills them in', async () => {
  const own = (language: 'en' | 'es', title: string): IntakeForm => ({
    IntakeFormId: 'own-notice',
    version: 3,
    language,
    title,
    askedOf: {},
    pages: [{ key: 'page1', title, questions: [{ kind: 'line', key: 'a', label: 'A' }] }],
  });
  forms = [own('en', 'Our own notice'), own('es', 'Nuestro aviso')];
  await offline();
  await tellWho();
  await press(words.fillIn);
  await heading('Our own notice');
  expect(screen.queryByText('Nuestro aviso')).toBeNull();
  await press(words.begin);
  await heading(words.tellDeskTitle);
  expect(await kept()).toHaveLength(1);
});

test('where the clinic asks nothing of anybody, or the tablet does not know what, no forms are offered', async () => {
  forms = [];
  await offline();
  await typeWho();
  await heading(words.tellDeskTitle);
  expect(await kept()).toHaveLength(1);
});

test('a connection that drops after the patient was found: the arrival is sealed, and the front desk is to be told', async () => {
  await enrolled();
  answers = {
    '/api/kiosk/identify': { visits: [{ VisitId: KioskId, FirstName: 'Rosa', Start: '2026-12-01T10:15' }] },
    '/api/kiosk/checkin/start': { SessionId: KioskId, token: 'of-visit', steps: ['success'] },
    '/api/kiosk/checkin/finish': undefined,
    '/api/kiosk/sealed': undefined,
  };
  await typeWho();
  await press(words.yes);
  await heading(words.tellDeskTitle);
  expect(await kept()).toHaveLength(1);
  expect(JSON.stringify(await kept())).not.toMatch(/1958|0101|DateOfBirth/);
  await press(words.doneButton);
  await screen.findByRole('button', { name: words.begin }, slowly);
  answers = {};
  fireEvent(window, new Event('online'));
  await waitFor(async () => expect(await kept()).toEqual([]), slowly);
  expect(received.flat()).toHaveLength(1);
});

test('an arrival that nobody touches is wiped and kept nowhere', async () => {
  await offline();
  await tellWho();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + (idleSeconds + 1) * 1000 });
  fireEvent(document, new Event('visibilitychange'));
  expect(await screen.findByText(words.logOut, {}, slowly)).toBeTruthy();
  expect(await kept()).toEqual([]);
});

test('a tablet that the server never told its key sends to the front desk', async () => {
  await enrolled();
  await inStore({ database: 'mainstay-kiosk', store: 'device', keyPath: 'id' }, 'readwrite', (all) => {
    const asked = all.get('own');
    asked.onsuccess = () => {
      const { sealing: _, ...before } = asked.result as Record<string, unknown>;
      all.put(before);
    };
    return asked;
  });
  isOffline = true;
  await openTablet();
  await heading(words.offlineTitle);
  expect(await screen.findByText(words.offlineLead, {}, slowly)).toBeTruthy();
  expect(screen.queryByRole('button', { name: words.begin })).toBeNull();
});

test('what the server could not take is told until the front desk knows', async () => {
  await offline();
  await tellWho();
  await press(words.noForms);
  await heading(words.tellDeskTitle);
  refusesAll = true;
  isOffline = false;
  await openTablet();
  expect(
    await screen.findByText('Arrivals that this tablet could not send: 1. Please tell the front desk.', {}, slowly),
  ).toBeTruthy();
  expect((await kept()).map(({ sealed, isRefused }) => [sealed, isRefused])).toEqual([['', true]]);
  await press(words.told);
  await waitFor(async () => expect(await kept()).toEqual([]), slowly);
  expect(received).toHaveLength(1);
});

test('a connection that breaks off loses no arrival: it is sent again under its id', async () => {
  await offline();
  await tellWho();
  await press(words.noForms);
  await heading(words.tellDeskTitle);
  const before = await kept();
  [isOffline, breaksOff] = [false, true];
  await openTablet();
  await waitFor(() => expect(received).toHaveLength(1), slowly);
  await heading(words.welcome);
  expect(await kept()).toEqual(before);
  breaksOff = false;
  await openTablet();
  await waitFor(async () => expect(await kept()).toEqual([]), slowly);
  expect(received.map(([one]) => one?.ArrivalId)).toEqual([before[0]?.ArrivalId, before[0]?.ArrivalId]);
});

test.each([false, true])('one that the server fails at keeps none back, the whole call with it: %s', async (whole) => {
  await offline();
  for (let at = 0; at < 22; at += 1)
    await inStore({ database: 'mainstay-kiosk-arrivals', store: 'sealed', keyPath: 'ArrivalId' }, 'readwrite', (all) =>
      all.put({ ArrivalId: `0000000${String(at).padStart(2, '0')}`, sealed: 'x', isRefused: false }),
    );
  [isOffline, bad, failsWhole] = [false, '000000000', whole];
  await openTablet();
  await waitFor(async () => expect((await kept()).map(({ ArrivalId }) => ArrivalId)).toEqual([bad]), slowly);
  bad = undefined;
  await openTablet();
  await waitFor(async () => expect(await kept()).toEqual([]), slowly);
});

test('a tablet that was removed tells how many arrivals it still has', async () => {
  await offline();
  await tellWho();
  await press(words.noForms);
  await heading(words.tellDeskTitle);
  [isOffline, isRemoved] = [false, true];
  await openTablet();
  expect(await screen.findByText(words.removed, {}, slowly)).toBeTruthy();
  expect(screen.getByText('Arrivals that this tablet could not send: 1. Please tell the front desk.')).toBeTruthy();
  expect(await kept()).toHaveLength(1);
});
