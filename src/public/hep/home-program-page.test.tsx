import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OwnItem, OwnProgram } from '#contract/hep/endpoints.ts';
import type { LogEntry } from '#contract/hep/home-program-log.ts';
import { dayBefore } from '#contract/hep/todays-list.ts';
import { LanguageScope } from '../kit/language.tsx';
import { keepSession } from '../kit/session.ts';
import { PatientLogout } from '../pages/patient-logout.tsx';
import { HomeProgramPage } from './home-program-page.tsx';
import { keptProgram } from './kept-program.ts';
import { localDay } from './local-day.ts';

const id = (at: number) => `0193a0a0-0000-7000-8000-00000000000${at}`;
const item = (at: number, Name: string, more: object = {}) =>
  ({
    HomeProgramId: id(9),
    ExerciseId: id(at),
    figure: '<svg xmlns="http://www.w3.org/2000/svg"/>',
    en: { Name, text: `Do ${Name}.`, dose: '2 sets of 2' },
    es: { Name: `${Name} (es)`, text: `Haga ${Name}.`, dose: '2 series de 2' },
    counts: { sets: 2, reps: 2, seconds: null },
    PerDay: 1,
    PerWeek: 7,
    Note: null,
    ...more,
  }) as OwnItem;

let server: OwnProgram;
let received: LogEntry[];
let state: 'online' | 'offline' | 'logged out' | 'not theirs' | 'silent';
let refuses: boolean;

async function logIn(sub: string): Promise<void> {
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']);
  const token = `a.${btoa(JSON.stringify({ site: 'demo', sub }))}.1`;
  const session = { token, SessionId: id(8), turn: 1, kind: 'patient', level: 'L1', scope: 'hep', names: [] };
  await keepSession(session as never, keys);
}

beforeEach(async () => {
  // No midnight comes between the page and what is expected of it.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T15:00:00Z') });
  received = [];
  state = 'online';
  refuses = false;
  server = {
    clinic: 'Harborview Therapy',
    phone: '5035550100',
    today: '2026-11-25',
    items: [item(1, 'Bridge', { Note: 'Slowly.' }), item(2, 'Heel raise', { PerDay: 2 })],
    notes: ['Stop when pain gets worse.'],
    logs: [],
  };
  localStorage.clear();
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('scrollTo', () => undefined);
  URL.createObjectURL = () => 'blob:figure';
  URL.revokeObjectURL = () => undefined;
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    if (state === 'offline') throw new TypeError('Failed to fetch');
    if (state === 'silent') return new Promise<never>(() => undefined);
    if (state === 'not theirs') return new Response('{}', { status: 403 });
    if (state === 'logged out')
      return new Response(JSON.stringify({ message: 'Your login has expired. Go back to login.' }), { status: 401 });
    if (url === '/api/patientLogout') return new Response(JSON.stringify({ ended: true }));
    if (method === 'GET') return new Response(JSON.stringify({ ...server, logs: received }));
    if (url !== '/api/hep/logs') return new Response('{}', { status: 404 });
    const { logs } = JSON.parse(String(body)) as { logs: LogEntry[] };
    const ids = logs.map(({ HomeProgramLogId }) => HomeProgramLogId);
    if (refuses) return new Response(JSON.stringify({ taken: [], refused: ids }));
    const known = new Set(received.map(({ HomeProgramLogId }) => HomeProgramLogId));
    received.push(...logs.filter(({ HomeProgramLogId }) => !known.has(HomeProgramLogId)));
    return new Response(JSON.stringify({ taken: ids, refused: [] }));
  });
  await logIn('patient-1');
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const open = () =>
  render(
    <LanguageScope>
      <HomeProgramPage />
    </LanguageScope>,
  );
const slowly = { timeout: 15_000 };
const heading = (name: string) => screen.findByRole('heading', { name }, slowly);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }, slowly));
const choose = async (name: string) => userEvent.click(await screen.findByRole('radio', { name }, slowly));

test('exercises are counted and logged one after the other, with pain and how it was, until all is done', async () => {
  open();
  await heading('Your home program');
  expect(await screen.findByText('Stop when pain gets worse.')).toBeTruthy();
  await press('Start: Bridge');
  await heading('Bridge');
  expect(screen.getByText('From your therapist: Slowly.')).toBeTruthy();
  const counter = within(screen.getByRole('group', { name: 'Count one' }));
  const count = async () => userEvent.click(counter.getByRole('button', { name: 'Count one' }));
  await count();
  expect(counter.getByText('1 of 2')).toBeTruthy();
  await count();
  await userEvent.click(counter.getByRole('button', { name: 'Next set' }));
  await count();
  await count();
  expect(counter.getByText('All sets counted.')).toBeTruthy();
  await choose('8');
  expect(screen.getByRole('alert').textContent).toContain('Stop this exercise and call the clinic.');
  await choose('3');
  expect(screen.queryByRole('alert')).toBeNull();
  await choose('About right');
  await press('Mark as done');
  await heading('Heel raise');
  await press('Mark as done');
  await heading('Your home program');
  expect(screen.getByText('1 of 2 times today')).toBeTruthy();
  await press('Start: Heel raise');
  await press('Mark as done');
  expect(await screen.findByText('All done. Well done!', {}, slowly)).toBeTruthy();
  await waitFor(() => expect(received).toHaveLength(3));
  expect(received[0]).toEqual({
    HomeProgramLogId: expect.any(String),
    HomeProgramId: id(9),
    ExerciseId: id(1),
    day: localDay(new Date()),
    done: true,
    Pain: 3,
    Difficulty: 'right',
  });
});

test('without a connection it goes on; what waits is counted, and arrives once under its id', async () => {
  open();
  await heading('Your home program');
  await waitFor(async () => expect((await keptProgram('patient-1'))?.items).toHaveLength(2));
  cleanup();
  state = 'offline';
  open();
  expect(await screen.findByText(/^You are offline\. You can go on/, {}, slowly)).toBeTruthy();
  // The name of the clinic is kept nowhere.
  expect(screen.queryByText('Harborview Therapy')).toBeNull();
  await press('Start: Bridge');
  await press('I could not do it');
  await heading('Heel raise');
  await press('Back to the list');
  expect(await screen.findByText(/^1 not sent yet/, {}, slowly)).toBeTruthy();
  const [waiting] = (await keptProgram('patient-1'))?.unsent ?? [];
  expect(waiting).toMatchObject({ done: false, ExerciseId: id(1) });
  state = 'online';
  fireEvent(window, new Event('online'));
  await waitFor(() => expect(screen.queryByText(/not sent yet/)).toBeNull(), slowly);
  fireEvent(window, new Event('online'));
  await waitFor(() => expect(received).toEqual([waiting]));
});

test('yesterday is logged as yesterday', async () => {
  open();
  await choose('Yesterday');
  await press('Start: Bridge');
  expect(screen.queryByRole('group', { name: 'Count one' })).toBeNull();
  await press('Mark as done yesterday');
  await waitFor(() => expect(received.map(({ day }) => day)).toEqual([dayBefore(localDay(new Date()))]), slowly);
});

test('a login that has ended leaves the list and the way back; an entry that is refused is told', async () => {
  open();
  await heading('Your home program');
  await waitFor(async () => expect((await keptProgram('patient-1'))?.items).toHaveLength(2));
  refuses = true;
  await press('Start: Bridge');
  await press('Mark as done');
  await heading('Heel raise');
  await press('Back to the list');
  expect(await screen.findByText(/could not take an entry/, {}, slowly)).toBeTruthy();
  expect((await keptProgram('patient-1'))?.unsent).toEqual([]);
  cleanup();
  state = 'logged out';
  open();
  const link = await screen.findByRole('link', { name: 'Log in' }, slowly);
  expect(link.getAttribute('href')).toBe('/hep/login?returnTo=%2Fhep&w=demo');
  expect(screen.getByText('Bridge')).toBeTruthy();
});

/** The first patient has looked at the program, and logged one exercise that is not sent. */
async function logUnsent(): Promise<void> {
  open();
  await heading('Your home program');
  await waitFor(async () => expect((await keptProgram('patient-1'))?.items).toHaveLength(2));
  cleanup();
  state = 'offline';
  open();
  await press('Start: Bridge');
  await press('Mark as done');
  await waitFor(async () => expect((await keptProgram('patient-1'))?.unsent).toHaveLength(1));
  await press('Back to the list');
  await screen.findByText(/^1 not sent yet/, {}, slowly);
}

test('another patient on the same phone sees and sends nothing of the first, whose entry waits for them', async () => {
  await logUnsent();
  cleanup();
  state = 'online';
  const first = server.items;
  server.items = [item(3, 'Ankle pump')];
  await logIn('patient-2');
  open();
  expect(await screen.findByText('Ankle pump', {}, slowly)).toBeTruthy();
  expect((await keptProgram('patient-2'))?.unsent).toEqual([]);
  expect(received).toEqual([]);
  cleanup();
  server.items = first;
  await logIn('patient-1');
  open();
  expect(await screen.findByText('Bridge', {}, slowly)).toBeTruthy();
  await waitFor(() => expect(received).toHaveLength(1), slowly);
});

test('while the server says nothing, cannot be reached or refuses, another patient sees nothing of the first', async () => {
  await logUnsent();
  for (const [now, then] of [
    ['silent', 'One moment'],
    ['offline', 'No connection'],
    ['not theirs', 'Log in'],
  ] as const) {
    cleanup();
    state = now;
    await logIn('patient-2');
    open();
    await heading(then);
    // What the phone keeps is read at once: by the end of two more readings it would be drawn.
    for (let time = 0; time < 2; time += 1) await keptProgram('patient-1');
    expect(screen.queryByText('Bridge')).toBeNull();
  }
  expect((await keptProgram('patient-1'))?.unsent).toHaveLength(1);
});

test('a login that is not for home programs shows none, also of the same patient', async () => {
  await logUnsent();
  state = 'not theirs';
  fireEvent(window, new Event('online'));
  await heading('Log in');
  expect(screen.queryByText('Bridge')).toBeNull();
});

test('on a page that another patient has taken over meanwhile nothing is logged, and theirs comes', async () => {
  open();
  await press('Start: Bridge');
  await heading('Bridge');
  server.items = [item(1, 'Bridge'), item(3, 'Ankle pump')];
  await logIn('patient-2');
  await press('Mark as done');
  await heading('Your home program');
  expect(await screen.findByText('Ankle pump', {}, slowly)).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain('The last entry was not saved.');
  expect(received).toEqual([]);
  for (const of of ['patient-1', 'patient-2']) expect((await keptProgram(of))?.unsent).toEqual([]);
});

test('a connection that says nothing does not stop the next exercise', async () => {
  open();
  await press('Start: Bridge');
  state = 'silent';
  await press('Mark as done');
  await heading('Heel raise');
  await press('Back to the list');
  expect(await screen.findByText(/^1 not sent yet/, {}, slowly)).toBeTruthy();
});

/** Nothing new goes to the disk; what is there can be read. */
function fillDisk() {
  return vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The disk is full.', 'QuotaExceededError');
  });
}

test('a phone that is full goes on, says that it keeps nothing, and forgets nothing until it is sent', async () => {
  open();
  await press('Start: Bridge');
  const full = fillDisk();
  state = 'offline';
  await press('Mark as done');
  await heading('Heel raise');
  await press('Back to the list');
  expect(await screen.findByText(/^1 not sent yet\. This phone can’t keep it/, {}, slowly)).toBeTruthy();
  // The page reads what is on disk again, where it is not.
  fireEvent(window, new Event('online'));
  await press('Start: Heel raise');
  await press('Mark as done');
  expect(await screen.findByText(/^2 not sent yet\. This phone can’t keep them/, {}, slowly)).toBeTruthy();
  expect((await keptProgram('patient-1'))?.unsent).toEqual([]);
  full.mockRestore();
  await press('Start: Heel raise');
  await press('Mark as done');
  expect(await screen.findByText(/^3 not sent yet\. They are kept on this phone/, {}, slowly)).toBeTruthy();
  expect((await keptProgram('patient-1'))?.unsent).toHaveLength(3);
  fillDisk();
  state = 'online';
  fireEvent(window, new Event('online'));
  await waitFor(() => expect(screen.queryByText(/not sent yet/)).toBeNull(), slowly);
  expect(received).toHaveLength(3);
});

const logOutHere = async () => userEvent.click(await screen.findByRole('link', { name: 'Log out' }, slowly));

test('logging out sends what waits first', async () => {
  await logUnsent();
  state = 'online';
  await logOutHere();
  await heading('You are logged out');
  expect(received).toHaveLength(1);
  expect(await keptProgram('patient-1')).toBeNull();
});

test('what cannot be sent is asked about before it is lost', async () => {
  await logUnsent();
  await logOutHere();
  await heading('Log out now?');
  expect(screen.getByRole('alert').textContent).toBe('1 entry of your home program is not sent and will be lost.');
  await press('Stay logged in');
  expect(await screen.findByText(/^1 not sent yet/, {}, slowly)).toBeTruthy();
  await logOutHere();
  await press('Log out anyway');
  await heading('You are logged out');
  expect(await keptProgram('patient-1')).toBeNull();
  expect(received).toEqual([]);
});

const openLogout = () =>
  render(
    <LanguageScope>
      <PatientLogout />
    </LanguageScope>,
  );

test('the page that logs out asks as well, and sends where it can', async () => {
  await logUnsent();
  cleanup();
  openLogout();
  await heading('Log out now?');
  expect((await keptProgram('patient-1'))?.unsent).toHaveLength(1);
  cleanup();
  state = 'online';
  openLogout();
  await heading('You are logged out');
  expect(received).toHaveLength(1);
  expect(await keptProgram('patient-1')).toBeNull();
});

test('who logs out after another patient loses nothing of theirs', async () => {
  await logUnsent();
  cleanup();
  state = 'online';
  await logIn('patient-2');
  open();
  await waitFor(async () => expect((await keptProgram('patient-2'))?.items).toHaveLength(2), slowly);
  cleanup();
  openLogout();
  await heading('You are logged out');
  expect((await keptProgram('patient-1'))?.unsent).toHaveLength(1);
  expect(await keptProgram('patient-2')).toBeNull();
});

test('everything is there in Spanish, also without a connection', async () => {
  localStorage.setItem('mainstay-language', 'es');
  open();
  await heading('Su programa en casa');
  await press('Empezar: Bridge (es)');
  expect(await screen.findByText('Haga Bridge.', {}, slowly)).toBeTruthy();
  expect(screen.getByText('2 series de 2; una vez al día, todos los días')).toBeTruthy();
});
