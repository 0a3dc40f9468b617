import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { encode } from 'uqr';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { qrShape } from '#contract/base/qr-shape.ts';
import { visitWords } from '#contract/words/visit-page.ts';
import { PublicApp } from '../app.tsx';
import { goTo } from '../kit/place.ts';

const words = visitWords.en;
const slowly = { timeout: 15_000 };
const linkToken = `demo.${'A'.repeat(22)}`;
const codeToken = `demo.${'B'.repeat(22)}`;
const visit = {
  Start: '2026-12-01T10:15',
  place: 'Harborview',
  state: 'booked',
  asked: null,
  cancelsAtOnce: false,
};
const page = { purpose: 'visit', name: 'Rosa', clinic: 'Harborview', phone: null, visit, language: null, about: null };

let asked: { path: string; body: unknown }[] = [];
let replies: Record<string, { status: number; body: object }> = {};
beforeEach(() => {
  asked = [];
  replies = {
    '/messages/link': { status: 200, body: { ...page, hasCheckinCode: true } },
    '/messages/link/checkin': { status: 200, body: { token: codeToken } },
  };
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    const path = url.replace('/api', '');
    asked.push({ path, body: JSON.parse(String(body)) });
    const { status, body: reply } = replies[path] ?? { status: 404, body: {} };
    return new Response(JSON.stringify(reply), { status });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const open = (token: string) => {
  goTo(`/s/${token}`);
  return render(<PublicApp />);
};
const drawn = async () =>
  (await screen.findByRole('img', { name: words.codeLabel }, slowly)).querySelector('path')?.getAttribute('d');
const codeOf = (token: string) =>
  qrShape(encode(`${window.location.origin}/s/${token}`, { ecc: 'M', border: 0 }).data).dark;

test('a code is made by a press on the page of the visit, and shows the link for the kiosk alone', async () => {
  open(linkToken);
  const button = await screen.findByRole('button', { name: words.showCode }, slowly);
  expect(asked.map(({ path }) => path)).toEqual(['/messages/link']);
  await userEvent.click(button);
  expect(await drawn()).toBe(codeOf(codeToken));
  expect(asked.at(-1)).toEqual({ path: '/messages/link/checkin', body: { token: linkToken } });
  expect(document.body.innerHTML).not.toContain(codeToken);
});

test('a refusal is shown, and the page stays', async () => {
  replies['/messages/link/checkin'] = { status: 490, body: { message: 'Please see the front desk.' } };
  open(linkToken);
  await userEvent.click(await screen.findByRole('button', { name: words.showCode }, slowly));
  expect((await screen.findByRole('alert')).textContent).toBe('Please see the front desk.');
  expect(screen.getByRole('button', { name: words.showCode })).toBeTruthy();
});

test('of a visit of another day there is none', async () => {
  replies['/messages/link'] = { status: 200, body: { ...page, hasCheckinCode: false } };
  open(linkToken);
  await screen.findByRole('button', { name: words.confirm }, slowly);
  expect(screen.queryByRole('button', { name: words.showCode })).toBeNull();
});

test('the link for the kiosk, opened on a phone, is that code again and asks for nothing', async () => {
  replies['/messages/link'] = { status: 200, body: { ...page, purpose: 'checkin', name: '', visit: null } };
  open(codeToken);
  expect(await screen.findByRole('heading', { name: words.codeTitle }, slowly)).toBeTruthy();
  expect(await drawn()).toBe(codeOf(codeToken));
  expect(screen.queryByRole('button')).toBeNull();
});
