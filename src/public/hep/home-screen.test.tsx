import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LanguageScope } from '../kit/language.tsx';
import { goTo } from '../kit/place.ts';
import { HomeProgramPage } from './home-program-page.tsx';

const slowly = { timeout: 15_000 };
const attemptId = '0193a0a0-0000-7000-8000-000000000001';
const token = `a.${btoa(JSON.stringify({ site: 'demo', sub: 'patient-1' }))}.1`;
const session = { token, SessionId: attemptId, turn: 1, kind: 'patient', level: 'L2', scope: 'all', names: ['Rosa'] };

let asked: string[] = [];
beforeEach(() => {
  asked = [];
  localStorage.clear();
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('fetch', async (url: string, { headers }: RequestInit) => {
    asked.push(url);
    const isIn = new Headers(headers).get('authorization') === `Bearer ${token}`;
    if (url === '/api/patientLogin/start') return new Response(JSON.stringify({ attemptId }));
    if (url === '/api/patientLogin/verify') return new Response(JSON.stringify({ session, choices: [] }));
    if (url === '/api/patientLogout') return new Response(JSON.stringify({ ended: true }));
    if (url !== '/api/hep/program' || !isIn) return new Response(JSON.stringify({ message: 'No.' }), { status: 401 });
    const program = { clinic: 'Harborview', phone: null, today: '2026-11-25', items: [], notes: ['Slowly.'], logs: [] };
    return new Response(JSON.stringify(program));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }, slowly));
const type = async (label: string, text: string) =>
  userEvent.type(await screen.findByLabelText(label, {}, slowly), text);
/** Where a link leads, which must be within the app: what is outside opens beside it on an iPhone. */
async function follow(name: string | RegExp): Promise<void> {
  const href = (await screen.findByRole('link', { name }, slowly)).getAttribute('href') ?? '';
  expect(href).toMatch(/^\/hep\/login\?/);
  goTo(href);
}

test('the copy on a home screen logs in by a code within itself, and out as well', async () => {
  goTo('/hep?app=hep&w=demo');
  render(
    <LanguageScope>
      <HomeProgramPage />
    </LanguageScope>,
  );
  await follow(/log ?in/i);
  await type('Phone or email', '(503) 555-0142');
  await type('Month', '4');
  await type('Day', '28');
  await type('Year', '1986');
  await press('Send me a code');
  expect(window.location.pathname).toBe('/hep/login');
  await type('Code', '123456');
  await press('Log in');
  expect(await screen.findByText('Slowly.', {}, slowly)).toBeTruthy();
  expect(window.location.pathname).toBe('/hep');

  await userEvent.click(await screen.findByRole('link', { name: 'Log out' }, slowly));
  expect(await screen.findByRole('heading', { name: 'You are logged out' }, slowly)).toBeTruthy();
  expect(window.location.pathname).toBe('/hep');
  expect(asked).toContain('/api/patientLogout');
  await follow(/log in/i);
});
