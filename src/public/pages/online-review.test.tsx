import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PublicApp } from '../app.tsx';
import { goTo } from '../kit/place.ts';

type Reply = { status: number; body: object };
let sent: { url: string; body: Record<string, unknown> }[] = [];
let answered: Reply | null = null;

const page = {
  clinic: 'Harborview Therapy',
  phone: '5035550100',
  sites: [
    { Name: 'Maps', Url: 'https://maps.example.com/us' },
    { Name: 'Stars', Url: 'https://stars.example.com/us' },
  ],
  isNoted: false,
};
let shown: Reply = { status: 200, body: page };

beforeEach(() => {
  sent = [];
  shown = { status: 200, body: page };
  answered = { status: 200, body: { ...page, isNoted: true } };
  localStorage.clear();
  vi.stubGlobal('scrollTo', () => Promise.resolve());
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    sent.push({ url, body: JSON.parse(String(body)) as Record<string, unknown> });
    const reply = url === '/api/onlineReview/page' ? shown : answered;
    if (!reply) throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(reply.body), { status: reply.status });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const slowly = { timeout: 15_000 };
const open = () => {
  goTo('/onlineReview#demo.token');
  return render(<PublicApp />);
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }, slowly));
const notes = () => sent.filter(({ url }) => url.endsWith('/note'));

test('the sites stand in the clinic’s order beside the private note, and know nothing of where the patient came from', async () => {
  open();
  const links = await screen.findAllByRole('link', { name: /^Review on / }, slowly);
  expect(links.map((one) => [one.textContent, one.getAttribute('href')])).toEqual([
    ['Review on Maps', 'https://maps.example.com/us'],
    ['Review on Stars', 'https://stars.example.com/us'],
  ]);
  for (const one of links) {
    expect(one.getAttribute('rel')).toBe('noopener noreferrer');
    expect(one.getAttribute('target')).toBe('_blank');
  }
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Write a public review',
    'Write a private note',
  ]);
});

test('a private note is sent once, and the sites stay', async () => {
  open();
  await press('Send the note');
  expect(await screen.findByText('Please write your note.')).toBeTruthy();
  expect(notes()).toEqual([]);
  await userEvent.type(screen.getByRole('textbox', { name: 'Your note' }), ' The room was cold. ');
  await press('Send the note');
  expect(await screen.findByText('Your note was sent. Thank you.')).toBeTruthy();
  expect(notes().map(({ body }) => body)).toEqual([{ token: 'demo.token', note: 'The room was cold.' }]);
  expect(screen.queryByRole('textbox', { name: 'Your note' })).toBeNull();
  expect(screen.getAllByRole('link', { name: /^Review on / })).toHaveLength(2);
});

test('without a connection the note stays on the screen and is sent by the next press', async () => {
  answered = null;
  open();
  await userEvent.type(await screen.findByRole('textbox', { name: 'Your note' }, slowly), 'Cold');
  await press('Send the note');
  expect((await screen.findByRole('alert')).textContent).toMatch(/No connection/);
  answered = { status: 200, body: { ...page, isNoted: true } };
  await press('Send the note');
  expect(await screen.findByText('Your note was sent. Thank you.')).toBeTruthy();
  expect(notes().at(-1)?.body['note']).toBe('Cold');
});

test('a refusal is shown in Spanish to who reads Spanish', async () => {
  answered = {
    status: 490,
    body: { message: 'You sent a note with this link before. Call the clinic to add to it.' },
  };
  open();
  await screen.findByRole('textbox', { name: 'Your note' }, slowly);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'es');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Su nota' }), 'Frío');
  await press('Enviar la nota');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Ya envió una nota con este enlace. Llame a la clínica para agregar algo.',
  );
});

test('a link that works no more says so', async () => {
  shown = {
    status: 404,
    body: { message: 'This link no longer works. Call the clinic if you have a question about your care.' },
  };
  open();
  expect(await screen.findByText(/^This link no longer works/, {}, slowly)).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
});
