import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PublicApp } from '../app.tsx';
import { goTo } from '../kit/place.ts';
import { readFirst } from '../kit/read-ahead.ts';

type Reply = { status: number; body: object };
let sent: { url: string; body: Record<string, unknown> }[] = [];
let answered: Reply | null = null;

const page = {
  SurveySendId: '0193a0a0-0000-7000-8000-000000000009',
  SurveyKey: 'care',
  version: 1,
  clinic: 'Harborview Therapy',
  phone: '5035550100',
  state: 'open',
  answers: {},
  measure: null,
};
let shown: object = page;

beforeEach(() => {
  sent = [];
  shown = page;
  answered = { status: 200, body: { ...page, state: 'changeable', answers: { recommend: 9 } } };
  localStorage.clear();
  vi.stubGlobal('scrollTo', () => Promise.resolve());
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    sent.push({ url, body: JSON.parse(String(body)) as Record<string, unknown> });
    if (url === '/api/survey/read') return new Response(JSON.stringify(shown), { status: 200 });
    if (!answered) throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(answered.body), { status: answered.status });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const slowly = { timeout: 15_000 };
const open = () => {
  goTo('/survey#demo.token');
  return render(<PublicApp />);
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }, slowly));
const heading = (name: string) => screen.findByRole('heading', { name }, slowly);
const answers = () => sent.filter(({ url }) => url.endsWith('/answers'));

test('one question per screen, a score before the next one, and nothing is sent before the last press', async () => {
  open();
  await heading('How was your care?');
  expect(screen.getByText('Question 1 of 3')).toBeTruthy();
  await press('Next');
  expect(await screen.findByText('Please answer this.')).toBeTruthy();
  await userEvent.click(screen.getByRole('radio', { name: '9' }));
  await press('Next');
  await userEvent.type(await screen.findByRole('textbox', { name: /What did we do well/ }), 'Kind people');
  await press('Next');
  await userEvent.click(await screen.findByRole('radio', { name: 'No' }));
  await press('Back');
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox')).value).toBe('Kind people');
  await press('Next');
  expect(answers()).toEqual([]);
  await press('Send answers');
  await heading('Thank you');
  expect(answers()).toEqual([
    {
      url: `/api/survey/${page.SurveySendId}/answers`,
      body: { token: 'demo.token', answers: { recommend: 9, comment: 'Kind people', callMe: false } },
    },
  ]);
});

test('without a connection the answers stay on the screen and are sent by the next press', async () => {
  answered = null;
  open();
  await userEvent.click(await screen.findByRole('radio', { name: '3' }, slowly));
  await press('Next');
  await press('Next');
  await press('Send answers');
  expect((await screen.findByRole('alert')).textContent).toMatch(/No connection/);
  answered = { status: 200, body: { ...page, state: 'changeable', answers: { recommend: 3 } } };
  await press('Send answers');
  await heading('Thank you');
  expect(answers().at(-1)?.body['answers']).toEqual({ recommend: 3 });
});

test('answers are changed with the same link while they can be', async () => {
  shown = { ...page, state: 'changeable', answers: { recommend: 4 } };
  open();
  await press('Change my answers');
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: '4' })).checked).toBe(true);
});

test('a survey that is closed says so, in Spanish too', async () => {
  shown = { ...page, state: 'closed' };
  open();
  expect(
    await screen.findByText('You have answered this survey. It can no longer be changed.', {}, slowly),
  ).toBeTruthy();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'es');
  await waitFor(() => expect(screen.getByText('Ya respondió esta encuesta. Ya no se puede cambiar.')).toBeTruthy());
});

test('the link of a message reads the survey once, while its page is still loaded', async () => {
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    sent.push({ url, body: JSON.parse(String(body)) as Record<string, unknown> });
    const reply = url === '/api/messages/link' ? { purpose: 'survey', clinic: page.clinic, phone: null } : shown;
    return new Response(JSON.stringify(reply));
  });
  goTo('/s/demo.token');
  const read = { token: 'demo.token' };
  // As the app does before it draws anything: nothing of the page is loaded yet.
  readFirst(window.location.pathname);
  expect(sent).toEqual([{ url: '/api/messages/link', body: read }]);
  render(<PublicApp />);
  await screen.findByText(/recommend us/, {}, slowly);
  expect(sent).toEqual([
    { url: '/api/messages/link', body: read },
    { url: '/api/survey/read', body: read },
  ]);
  // Another link on the same phone is read for itself.
  goTo('/survey#demo.other');
  await waitFor(() => expect(sent.at(-1)).toEqual({ url: '/api/survey/read', body: { token: 'demo.other' } }));
});
