import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Hold, OnlineOptions } from '#contract/online-scheduling/endpoints.ts';
import { leastFillMs } from '#contract/online-scheduling/hold-limits.ts';
import { PublicApp } from '../app.tsx';
import { goTo } from '../kit/place.ts';
import { keepSession } from '../kit/session.ts';

type Reply = { status?: number; body: unknown };
type Asked = { call: string; body: Record<string, unknown>; at: number };
let asked: Asked[] = [];
let replies: Record<string, Reply[]> = {};

const id = (n: number) => `0193a0a0-0000-7000-8000-0000000000${String(n).padStart(2, '0')}`;
const inputKey = 'A'.repeat(43);
const claims = btoa(JSON.stringify({ site: 'demo' }));
const session = { token: `a.${claims}.0`, SessionId: id(1), turn: 0, kind: 'unrecognized' } as never;

/** By the clock of the page, so that no hour of the machine matters. */
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const held = (): Hold =>
  ({
    HoldId: id(9),
    BookingRuleId: id(2),
    CaseId: null,
    ProviderId: null,
    provider: 'Ada Online',
    Start: '2026-12-01T09:00',
    End: '2026-12-01T09:45',
    expiresAt: inMinutes(10),
    isExtended: false,
  }) as unknown as Hold;
const options = (more: object = {}): Reply => ({
  body: {
    clinic: 'Harborview Therapy',
    phone: '5035550100',
    kind: 'unrecognized',
    facilities: [{ FacilityId: id(3), name: 'Harborview', address: '', phone: null, TimeZone: 'America/New_York' }],
    options: [
      {
        BookingRuleId: id(2),
        CaseId: null,
        FacilityId: id(3),
        name: 'First visit',
        discipline: null,
        minutes: 45,
        anyProvider: true,
        providers: [{ ProviderId: id(4), name: 'Ada Online' }],
        questions: ['What hurts?'],
      },
    ],
    hold: held(),
    inputKey,
    now: inMinutes(0),
    ...more,
  } satisfies Record<keyof OnlineOptions, unknown>,
});
const slots: Reply = {
  body: {
    days: [{ day: '2026-12-01', times: ['2026-12-01T09:00', '2026-12-01T10:00'] }],
    next: null,
    today: '2026-12-01',
    last: '2027-01-30',
    TimeZone: 'America/New_York',
  },
};
const expired = { status: 401, body: { message: 'Your login has expired. Go back to login.' } };

beforeEach(async () => {
  asked = [];
  replies = {};
  localStorage.clear();
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('scrollTo', () => Promise.resolve());
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    const call = `${method} ${url.replace('/api', '')}`;
    asked.push({ call, body: body === undefined ? {} : (JSON.parse(String(body)) as Asked['body']), at: Date.now() });
    const [next, ...others] = replies[call] ?? [];
    if (!next) throw new TypeError('Failed to fetch');
    if (others.length > 0) replies[call] = others;
    return new Response(JSON.stringify(next.body), { status: next.status ?? 200 });
  });
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']);
  await keepSession(session, keys);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = () => {
  goTo('/onlineScheduling?w=demo');
  return render(<PublicApp />);
};
const slowly = { timeout: 15_000 };
const heading = (name: string) => screen.findByRole('heading', { name }, slowly);
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }, slowly));
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label, {}, slowly);
const type = async (label: string, text: string) => userEvent.type(await field(label), text);
const lastOf = (call: string) => asked.findLast((one) => one.call === call);
const booked = {
  VisitId: id(5),
  Start: '2026-12-01T09:00',
  End: '2026-12-01T09:45',
  name: 'First visit',
  provider: 'Ada Online',
  place: 'Harborview',
  address: '',
  phone: null,
  needsApproval: false,
  calendar: '',
};

test('what was typed is still there after the login has expired, and nothing of it lies open on the phone', async () => {
  replies['GET /onlineScheduling/options'] = [options()];
  replies['POST /onlineScheduling/book'] = [expired];
  replies['POST /patientLogin/refresh'] = [expired];
  open();
  await type('First name', 'Noor');
  await type('Last name', 'Haddad');
  await type('What hurts?', 'My knee');
  await press('Book this visit');
  await waitFor(
    () => expect(screen.getByRole('alert').textContent).toBe('Your login has expired. Go back to login.'),
    slowly,
  );
  const back = screen.getByRole('link', { name: 'Go back to login' });
  expect(back.getAttribute('href')).toBe('/patientLogin?returnTo=%2FonlineScheduling%3Fw%3Ddemo&w=demo&aupl=1');
  const rows = await storedTexts();
  expect(rows).toHaveLength(1);
  expect(rows[0]).not.toContain('Noor');
  // The way back loads the page anew, with no time held: that login has another session.
  cleanup();
  replies['GET /onlineScheduling/options'] = [options({ hold: null })];
  replies['POST /onlineScheduling/slots'] = [slots];
  replies['POST /onlineScheduling/holds'] = [{ body: { hold: held(), now: inMinutes(0) } }];
  replies['POST /onlineScheduling/book'] = [{ body: booked }];
  open();
  await press('9:00 AM');
  expect((await field('First name')).value).toBe('Noor');
  expect((await field('What hurts?')).value).toBe('My knee');
  await press('Book this visit');
  await heading('Your visit is booked');
  const sent = lastOf('POST /onlineScheduling/book');
  expect(sent?.body).toMatchObject({
    HoldId: id(9),
    person: { FirstName: 'Noor', LastName: 'Haddad', wantsMessages: false, language: 'en', leftEmpty: '' },
    answers: ['My knee'],
  });
  await waitFor(async () => expect(await storedTexts()).toEqual([]));
});

/** What the page has stored of what was typed, as far as it can be read without a key. */
async function storedTexts(): Promise<string[]> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('mainstay-patient-input');
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('not opened'));
  });
  const rows = await new Promise<{ sealed: ArrayBuffer }[]>((resolve) => {
    const request = db.transaction('input').objectStore('input').getAll();
    request.onsuccess = () => resolve(request.result as { sealed: ArrayBuffer }[]);
  });
  db.close();
  return rows.map(({ sealed }) => new TextDecoder('latin1').decode(sealed));
}

test('a lost reply is sent again as the same visit, also by a page that is loaded again', async () => {
  replies['GET /onlineScheduling/options'] = [options()];
  open();
  await type('First name', 'Noor');
  await type('Last name', 'Haddad');
  await press('Book this visit');
  await screen.findByRole('alert', {}, slowly);
  const first = lastOf('POST /onlineScheduling/book')?.body['VisitId'];
  cleanup();
  replies['POST /onlineScheduling/book'] = [{ body: booked }];
  open();
  await press('Book this visit');
  await heading('Your visit is booked');
  expect(lastOf('POST /onlineScheduling/book')?.body['VisitId']).toBe(first);
});

test('names that a browser fills in at once are sent when the server believes them', async () => {
  replies['GET /onlineScheduling/options'] = [options()];
  replies['POST /onlineScheduling/book'] = [{ body: booked }];
  const began = Date.now();
  open();
  await userEvent.click(await field('First name'));
  await userEvent.paste('Noor');
  await userEvent.click(await field('Last name'));
  await userEvent.paste('Haddad');
  await press('Book this visit');
  await heading('Your visit is booked');
  expect((lastOf('POST /onlineScheduling/book')?.at ?? 0) - began).toBeGreaterThanOrEqual(leastFillMs);
});

test('a time that is gone leads to the nearest ones, and nobody has to start anew', async () => {
  replies['GET /onlineScheduling/options'] = [options({ hold: null })];
  replies['POST /onlineScheduling/slots'] = [slots];
  replies['POST /onlineScheduling/holds'] = [
    {
      status: 409,
      body: {
        message: 'This time was just taken. Choose another one.',
        current: { times: ['2026-12-01T10:00', '2026-12-02T08:00'] },
      },
    },
    { body: { hold: { ...held(), Start: '2026-12-02T08:00', End: '2026-12-02T08:45' }, now: inMinutes(0) } },
  ];
  open();
  await press('9:00 AM');
  expect((await screen.findByRole('alert', {}, slowly)).textContent).toBe(
    'This time was just taken. Choose another one.',
  );
  await press(/December 2.*8:00 AM/);
  await heading('Finish your booking');
  expect(lastOf('POST /onlineScheduling/holds')?.body['Start']).toBe('2026-12-02T08:00');
  // Whoever goes back is not told again of the time that was gone before.
  replies[`DELETE /onlineScheduling/holds/${id(9)}`] = [{ body: { ended: true } }];
  await press('Choose another time');
  await screen.findByRole('button', { name: '9:00 AM' }, slowly);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('times that could not be loaded are there after another try', async () => {
  replies['GET /onlineScheduling/options'] = [options({ hold: null })];
  open();
  expect((await screen.findByRole('alert', {}, slowly)).textContent).toContain('No connection.');
  replies['POST /onlineScheduling/slots'] = [slots];
  await press('Try again');
  await screen.findByRole('button', { name: '9:00 AM' }, slowly);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('whoever may book nothing online is asked to call, without a reason', async () => {
  replies['GET /onlineScheduling/options'] = [options({ kind: 'patient', options: [], hold: null })];
  open();
  expect(await heading('Please call us to book')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /AM$/ })).toBeNull();
});

test('a hold that ends says so and shows the times again; near its end it is kept longer once', async () => {
  replies['GET /onlineScheduling/options'] = [options({ hold: { ...held(), expiresAt: inMinutes(1) } })];
  replies[`PUT /onlineScheduling/holds/${id(9)}`] = [
    { body: { hold: { ...held(), expiresAt: inMinutes(6), isExtended: true }, now: inMinutes(0) } },
  ];
  open();
  await press('Keep it 5 more minutes');
  expect(await screen.findByText('Your time is held 5 more minutes.', {}, slowly)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Keep it 5 more minutes' })).toBeNull();
  cleanup();
  replies['POST /onlineScheduling/slots'] = [slots];
  replies['GET /onlineScheduling/options'] = [options({ hold: { ...held(), expiresAt: inMinutes(0) } })];
  open();
  expect((await screen.findByRole('alert', {}, slowly)).textContent).toBe(
    'This time is no longer held for you. Choose a time again.',
  );
  expect(await screen.findByRole('button', { name: '9:00 AM' }, slowly)).toBeTruthy();
});

/** What a browser makes of Enter where nothing prevents it: a click, or its form is sent. */
function enter(repeat: boolean): void {
  const at = document.activeElement;
  if (!(at instanceof HTMLElement) || !fireEvent.keyDown(at, { key: 'Enter', repeat })) return;
  if (at instanceof HTMLButtonElement) fireEvent.click(at);
  else if (at instanceof HTMLInputElement) at.form?.requestSubmit();
}

test('Enter that is held down books nothing, neither from a field nor from the button', async () => {
  replies['GET /onlineScheduling/options'] = [options()];
  replies['POST /onlineScheduling/book'] = [{ body: booked }];
  open();
  await type('First name', 'Noor');
  await type('Last name', 'Haddad');
  await type('What hurts?', 'My knee');
  const book = await screen.findByRole('button', { name: 'Book this visit' });
  for (const at of [await field('Last name'), book]) {
    act(() => at.focus());
    for (let times = 0; times < 5; times += 1) act(() => enter(true));
  }
  expect(lastOf('POST /onlineScheduling/book')).toBeUndefined();
  act(() => enter(false));
  await heading('Your visit is booked');
});
