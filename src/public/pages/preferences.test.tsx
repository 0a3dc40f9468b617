import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { consentPurposes } from '#contract/messages/consent-purposes.ts';
import type { LinkPage } from '#contract/messages/endpoints.ts';
import { PublicApp } from '../app.tsx';
import { goTo } from '../kit/place.ts';

type Reply = { status?: number; body: unknown };

let asked: { call: string; body: unknown }[] = [];
/** What the server answers to a call: the next of its replies, the last one again and again; no connection without. */
let replies: Record<string, Reply[]> = {};

beforeEach(() => {
  asked = [];
  replies = {};
  localStorage.clear();
  vi.stubGlobal('scrollTo', () => Promise.resolve());
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    const call = `${method} ${url.replace('/api', '')}`;
    asked.push({ call, body: JSON.parse(String(body)) });
    const [next, ...others] = replies[call] ?? [];
    if (!next) throw new TypeError('Failed to fetch');
    if (others.length > 0) replies[call] = others;
    return new Response(JSON.stringify(next.body), { status: next.status ?? 200 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const token = `demo.${'A'.repeat(22)}`;
const none = Object.fromEntries(consentPurposes.map((purpose) => [purpose, false])) as LinkPage['email'];
const page: LinkPage = {
  purpose: 'preferences',
  name: 'Rosa',
  clinic: 'Harborview Therapy',
  phone: '5035550100',
  visit: null,
  email: none,
  text: none,
  hasEmail: true,
  mobile: '(•••) •••-0142',
  language: null,
  about: null,
  hasCheckinCode: false,
};
const save = 'POST /messages/preferences';
const slowly = { timeout: 15_000 };
const bodiesOf = (call: string) => asked.filter((one) => one.call === call).map(({ body }) => body);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }, slowly));

async function open(found: Partial<LinkPage> = {}): Promise<void> {
  replies['POST /messages/link'] = [{ body: { ...page, ...found } }];
  goTo(`/notificationSettings#${token}`);
  render(<PublicApp />);
  await screen.findAllByRole('checkbox', {}, slowly);
}
const box = (group: string, name: string) =>
  within(screen.getByRole('group', { name: group })).getByRole<HTMLInputElement>('checkbox', { name });

test('nothing is ticked before; what was chosen offline stays, and alone is sent', async () => {
  await open();
  expect(screen.getAllByRole<HTMLInputElement>('checkbox').filter(({ checked }) => checked)).toEqual([]);
  expect(screen.getAllByRole('checkbox')).toHaveLength(12);
  await userEvent.click(box('Your visits', 'Text message'));
  await userEvent.click(box('News and offers', 'Email'));
  await userEvent.click(box('News and offers', 'Email'));
  await userEvent.selectOptions(screen.getByLabelText('Language of your messages'), 'es');
  await press('Save');
  expect((await screen.findByRole('alert')).textContent).toMatch(/^No connection\. Your choices are kept/);
  expect(box('Your visits', 'Text message').checked).toBe(true);
  const saved = { ...page, text: { ...none, visits: true }, language: 'es' };
  replies[save] = [{ body: saved }];
  await press('Save');
  expect(await screen.findByText('Saved. It applies from now on.')).toBeTruthy();
  expect(bodiesOf(save).at(-1)).toEqual({
    token,
    read: 'en',
    email: { marketing: false },
    text: { visits: true },
    language: 'es',
  });
  expect(screen.queryByRole('alert')).toBeNull();
  // What is saved is not sent again with the next choice.
  await userEvent.click(box('Short surveys', 'Email'));
  await press('Save');
  expect(bodiesOf(save).at(-1)).toEqual({ token, read: 'en', email: { surveys: true }, text: {} });
});

test('what the link of a message told is not asked again by the page that it leads to', async () => {
  replies['POST /messages/link'] = [{ body: page }];
  goTo(`/s/${token}`);
  render(<PublicApp />);
  await screen.findAllByRole('checkbox', {}, slowly);
  expect(asked).toEqual([{ call: 'POST /messages/link', body: { token } }]);
});

test('a page comes in the language of its patient, unless another was chosen on this phone', async () => {
  await open({ language: 'es' });
  expect(await screen.findByRole('heading', { name: 'Sus mensajes' }, slowly)).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText('Idioma'), 'en');
  expect(screen.getByRole('heading', { name: 'Your messages' })).toBeTruthy();
  cleanup();
  await open({ language: 'es' });
  expect(screen.getByRole('heading', { name: 'Your messages' })).toBeTruthy();
});

test('a new number is saved by the code that reached it; what is typed stays where it does not work', async () => {
  await open();
  expect(screen.getByText('Texts go to (•••) •••-0142.')).toBeTruthy();
  await press('Change number');
  await userEvent.type(screen.getByLabelText('New mobile number'), '555');
  await press('Send me a code');
  expect(screen.getByText('Enter a US phone number with 10 digits.')).toBeTruthy();
  expect(bodiesOf('POST /messages/preferences/mobile')).toEqual([]);
  await userEvent.type(screen.getByLabelText('New mobile number'), '{Backspace}{Backspace}{Backspace}(503) 555-0177');
  await press('Send me a code');
  expect((await screen.findByRole('alert')).textContent).toMatch(/^No connection/);
  expect(screen.getByLabelText<HTMLInputElement>('New mobile number').value).toBe('(503) 555-0177');
  const ContactChangeId = '0193a0a0-0000-7000-8000-000000000001';
  replies['POST /messages/preferences/mobile'] = [{ body: { ContactChangeId } }];
  await press('Send me a code');
  expect(await screen.findByText('We sent a code to this number. It works for 10 minutes.')).toBeTruthy();
  replies['POST /messages/preferences/mobile/prove'] = [
    {
      status: 403,
      body: { message: 'This code is not right or no longer works. Check the code, or ask for a new one.' },
    },
    { body: { ...page, mobile: '(•••) •••-0177' } },
  ];
  await userEvent.type(screen.getByLabelText('Code'), '123 456');
  await press('Save number');
  expect((await screen.findByRole('alert')).textContent).toMatch(/^This code is not right/);
  await press('Save number');
  expect(await screen.findByText('Texts go to (•••) •••-0177.')).toBeTruthy();
  expect(screen.getByText('Your number is saved. For login, it works in 24 hours.')).toBeTruthy();
  expect(bodiesOf('POST /messages/preferences/mobile/prove').at(-1)).toEqual({
    token,
    ContactChangeId,
    code: '123 456',
    language: 'en',
  });
});

test('the page behind an email ends its emails by the button alone', async () => {
  replies['POST /messages/link'] = [
    { body: { ...page, purpose: 'unsubscribe', about: 'visits', name: '', mobile: null, hasEmail: false } },
  ];
  goTo(`/s/${token}`);
  render(<PublicApp />);
  expect(
    await screen.findByText('You will get no more emails from Harborview Therapy about your visits.', {}, slowly),
  ).toBeTruthy();
  expect(bodiesOf('POST /messages/unsubscribe')).toEqual([]);
  await press('Stop these emails');
  expect((await screen.findByRole('alert')).textContent).toMatch(/^No connection/);
  replies['POST /messages/unsubscribe'] = [{ body: page }];
  await press('Stop these emails');
  expect(await screen.findByRole('heading', { name: 'You will get no more of these emails' })).toBeTruthy();
});
