import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OwnItem, OwnProgram } from '#contract/hep/endpoints.ts';
import type { LogEntry } from '#contract/hep/home-program-log.ts';
import { dayBefore } from '#contract/hep/todays-list.ts';
import { LanguageScope } from '../kit/language.tsx';
import { keepSession } from '../kit/session.ts';
import { HomeProgramPage } from './home-program-page.tsx';
import { lastProgram } from './kept-program.ts';
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
let state: 'online' | 'offline' | 'logged out';
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
    if (state === 'logged out')
      return new Response(JSON.stringify({ message: 'Your login has expired. Go back to login.' }), { status: 401 });
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
  await waitFor(async () => expect((await lastProgram())?.items).toHaveLength(2));
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
  const [waiting] = (await lastProgram())?.unsent ?? [];
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
  await waitFor(async () => expect((await lastProgram())?.items).toHaveLength(2));
  refuses = true;
  await press('Start: Bridge');
  await press('Mark as done');
  await heading('Heel raise');
  await press('Back to the list');
  expect(await screen.findByText(/could not take an entry/, {}, slowly)).toBeTruthy();
  expect((await lastProgram())?.unsent).toEqual([]);
  cleanup();
  state = 'logged out';
  open();
  const link = await screen.findByRole('link', { name: 'Log in' }, slowly);
  expect(link.getAttribute('href')).toBe('/patientLogin?returnTo=%2Fhep&w=demo');
  expect(screen.getByText('Bridge')).toBeTruthy();
});

test('another patient on the same phone sees and sends nothing of the first', async () => {
  open();
  await heading('Your home program');
  await waitFor(async () => expect((await lastProgram())?.subject).toBe('patient-1'));
  cleanup();
  state = 'offline';
  open();
  await press('Start: Bridge');
  await press('Mark as done');
  await waitFor(async () => expect((await lastProgram())?.unsent).toHaveLength(1));
  await press('Back to the list');
  await screen.findByText(/^1 not sent yet/, {}, slowly);
  cleanup();
  state = 'online';
  server.items = [item(3, 'Ankle pump')];
  await logIn('patient-2');
  open();
  expect(await screen.findByText('Ankle pump', {}, slowly)).toBeTruthy();
  await waitFor(async () => expect((await lastProgram())?.subject).toBe('patient-2'));
  expect((await lastProgram())?.unsent).toEqual([]);
  expect(received).toEqual([]);
});

test('everything is there in Spanish, also without a connection', async () => {
  localStorage.setItem('mainstay-language', 'es');
  open();
  await heading('Su programa en casa');
  await press('Empezar: Bridge (es)');
  expect(await screen.findByText('Haga Bridge.', {}, slowly)).toBeTruthy();
  expect(screen.getByText('2 series de 2; una vez al día, todos los días')).toBeTruthy();
});
