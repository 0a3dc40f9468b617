import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { indexedDB } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OwnVisits } from '#contract/patient-visits/endpoints.ts';
import { PublicApp } from '../app.tsx';
import { goTo } from '../kit/place.ts';

type Reply = { status?: number; body: unknown };
type Asked = { call: string; body: Record<string, unknown>; token: string | null };

let asked: Asked[] = [];
/** What the server answers to a call: the next of its replies, the last one again and again. */
let replies: Record<string, Reply[]> = {};

beforeEach(() => {
  asked = [];
  replies = {};
  localStorage.clear();
  vi.stubGlobal('indexedDB', indexedDB);
  // As Chromium answers since scrolling has an end that can be waited for.
  vi.stubGlobal('scrollTo', () => Promise.resolve());
  vi.stubGlobal('fetch', async (url: string, { method, body, headers }: RequestInit) => {
    const call = `${method} ${url.replace('/api', '')}`;
    const token = new Headers(headers).get('authorization');
    asked.push({ call, body: body === undefined ? {} : (JSON.parse(String(body)) as Asked['body']), token });
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

const open = (address: string) => {
  goTo(address);
  return render(<PublicApp />);
};
const slowly = { timeout: 15_000 };
const heading = (name: string) => screen.findByRole('heading', { name }, slowly);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }, slowly));
const type = async (label: string, text: string) => {
  const field = await screen.findByLabelText(label, {}, slowly);
  await userEvent.clear(field);
  await userEvent.type(field, text);
};
const bodyOf = (call: string) => asked.findLast((one) => one.call === call)?.body;

const attemptId = '0193a0a0-0000-7000-8000-000000000001';
const VisitId = '0193a0a0-0000-7000-8000-000000000002';
const claims = btoa(JSON.stringify({ site: 'demo' }));
const session = (turn: number) => ({
  token: `a.${claims}.${turn}`,
  SessionId: attemptId,
  turn,
  kind: 'patient',
  level: 'L2',
  scope: 'all',
  names: ['Rosa'],
});
const visit = {
  VisitId,
  Start: '2026-12-01T10:15',
  End: '2026-12-01T11:00',
  place: 'Harborview',
  state: 'booked',
  asked: null,
  cancelsAtOnce: true,
  FirstName: 'Rosa',
  provider: 'Maya',
  phone: '5035550100',
  address: '1 Pier',
} as unknown as OwnVisits['visits'][number];
const visits = (more: object = {}) => ({
  clinic: 'Harborview Therapy',
  kind: 'patient',
  visits: [{ ...visit, ...more }],
});
const codeRefused = {
  status: 403,
  body: { message: 'This code is not right or no longer works. Check the code, or ask for a new one.' },
};

async function logIn(): Promise<void> {
  replies['POST /patientLogin/start'] = [{ body: { attemptId } }];
  await type('Phone or email', '(503) 555-0142');
  for (const [label, text] of [
    ['Month', '4'],
    ['Day', '28'],
    ['Year', '1986'],
  ] as const)
    await type(label, text);
  await press('Send me a code');
  await heading('Enter your code');
}

test('details that cannot be are asked for again, and nothing is sent', async () => {
  open('/patientLogin?w=demo');
  await press('Send me a code');
  expect(await screen.findByText('Enter an email or a US phone number.')).toBeTruthy();
  await type('Phone or email', '+44 20 7946 0958');
  for (const [label, text] of [
    ['Month', '2'],
    ['Day', '30'],
    ['Year', '1986'],
  ] as const)
    await type(label, text);
  await press('Send me a code');
  expect(screen.getByText('Enter an email or a US phone number.')).toBeTruthy();
  expect(screen.getByText('Enter a full birth date, such as 4 28 1986.')).toBeTruthy();
  expect(asked).toEqual([]);
});

test('a code leads on to where the login was asked for, and a visit is confirmed there', async () => {
  open('/patientLogin?returnTo=/patient_visits&w=demo&agl=1');
  await logIn();
  expect(bodyOf('POST /patientLogin/start')).toEqual({
    w: 'demo',
    contact: '(503) 555-0142',
    DateOfBirth: '1986-04-28',
    aupl: false,
    agl: true,
    language: 'en',
  });
  replies['POST /patientLogin/verify'] = [codeRefused, { body: { session: session(0), choices: [] } }];
  replies['GET /patient/visits'] = [{ body: visits() }];
  await type('Code', '123456');
  await press('Log in');
  expect((await screen.findByRole('alert')).textContent).toContain('This code is not right');
  await press('Log in');
  await heading('Your visits');
  expect(bodyOf('POST /patientLogin/verify')).toMatchObject({
    attemptId,
    code: '123456',
    isOwnDevice: false,
    deviceKey: { crv: 'P-256' },
  });
  const card = screen.getByRole('listitem');
  expect(card.textContent).toContain('Tuesday, December 1, 10:15 AM – 11:00 AM');
  replies[`POST /patient/visits/${VisitId}/confirm`] = [{ body: visits({ state: 'confirmed' }) }];
  await userEvent.click(within(card).getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Thank you, your visit is confirmed.')).toBeTruthy();
  const confirm = asked.at(-1);
  expect([confirm?.body, confirm?.token]).toEqual([{ Start: visit.Start }, `Bearer ${session(0).token}`]);
});

test('the details are still there for who comes back from the code', async () => {
  open('/patientLogin?w=demo');
  await logIn();
  await press('Change the details or get a new code');
  expect((await screen.findByLabelText<HTMLInputElement>('Phone or email')).value).toBe('(503) 555-0142');
  expect(screen.getByLabelText<HTMLInputElement>('Year').value).toBe('1986');
});

test('who has several people to choose from sees first names and whose bills', async () => {
  open('/patientLogin?w=demo');
  await logIn();
  const choices = [
    { id: attemptId, kind: 'patient', names: ['Nora'] },
    { id: VisitId, kind: 'guarantor', names: ['Leo', 'Mia'] },
  ];
  replies['POST /patientLogin/verify'] = [{ body: { session: null, choices } }];
  replies['POST /patientLogin/choose'] = [{ body: { session: session(0), choices: [] } }];
  await type('Code', '123456');
  await press('Log in');
  await heading('Who is this for?');
  expect(screen.getByRole('button', { name: 'Nora' })).toBeTruthy();
  await press('Bills for Leo and Mia');
  await heading('You are logged in');
  const [verified, chosen] = [bodyOf('POST /patientLogin/verify'), bodyOf('POST /patientLogin/choose')];
  expect(chosen).toEqual({ attemptId, id: VisitId, isOwnDevice: false, deviceKey: verified?.['deviceKey'] });
});

test('a guarantor sees whose each visit is', async () => {
  open('/patientLogin?returnTo=/patient_visits&w=demo&agl=1');
  await logIn();
  replies['POST /patientLogin/verify'] = [{ body: { session: session(0), choices: [] } }];
  const ofLeo = { ...visit, FirstName: 'Leo' };
  const ofMia = { ...visit, VisitId: VisitId.replace(/.$/, '9'), Start: '2026-12-02T10:15', FirstName: 'Mia' };
  replies['GET /patient/visits'] = [{ body: { ...visits(), kind: 'guarantor', visits: [ofLeo, ofMia] } }];
  await type('Code', '123456');
  await press('Log in');
  await heading('Your visits');
  expect((await screen.findAllByText(/^For /)).map((one) => one.firstChild?.textContent)).toEqual([
    'For Leo',
    'For Mia',
  ]);
});

test('an expired token takes the next turn, signed by the key of the device; an expired login says so and leads back', async () => {
  open('/patientLogin?returnTo=/patient_visits&w=demo');
  await logIn();
  const expired = { status: 401, body: { message: 'Your login has expired. Go back to login.' } };
  replies['POST /patientLogin/verify'] = [{ body: { session: session(3), choices: [] } }];
  replies['GET /patient/visits'] = [expired, { body: visits() }, expired];
  replies['POST /patientLogin/refresh'] = [{ body: session(4) }, expired];
  await type('Code', '123456');
  await press('Log in');
  await heading('Your visits');
  const { deviceKey } = bodyOf('POST /patientLogin/verify') as { deviceKey: JsonWebKey };
  const { turn, signature } = bodyOf('POST /patientLogin/refresh') as { turn: number; signature: string };
  const key = await crypto.subtle.importKey('jwk', deviceKey, { name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'verify',
  ]);
  const signed = Uint8Array.from(atob(signature.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
  const text = new TextEncoder().encode(`mainstay patient refresh.${attemptId}.3`);
  expect([turn, await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, signed, text)]).toEqual([3, true]);

  cleanup();
  open('/patient_visits');
  expect((await screen.findByRole('alert', {}, slowly)).textContent).toBe('Your login has expired. Go back to login.');
  const back = screen.getByRole('link', { name: 'Go back to login' });
  expect(back.getAttribute('href')).toBe('/patientLogin?returnTo=%2Fpatient_visits&w=demo&agl=1');
});

test('a login that does not fit says so, in Spanish as well', async () => {
  replies['GET /patient/visits'] = [
    { status: 403, body: { message: 'There was a problem with your login details. Go back to login.' } },
  ];
  replies['POST /patientLogin/refresh'] = [{ body: session(5) }];
  open('/patient_visits?w=demo');
  await waitFor(
    () =>
      expect(screen.getByRole('alert').textContent).toBe(
        'There was a problem with your login details. Go back to login.',
      ),
    slowly,
  );
  await userEvent.selectOptions(screen.getByLabelText('Language'), 'es');
  expect(screen.getByRole('alert').textContent).toBe(
    'Hubo un problema con sus datos de acceso. Vuelva a iniciar sesión.',
  );
});

test('a link asks for the birth date and opens its page', async () => {
  const token = `demo.${'A'.repeat(22)}`;
  const page = {
    purpose: 'visits',
    name: '',
    clinic: 'Harborview Therapy',
    phone: null,
    visit: null,
    email: {},
    text: {},
    hasEmail: false,
    mobile: null,
    language: null,
    about: null,
  };
  replies['POST /messages/link'] = [{ body: page }];
  replies['POST /patientLogin/link'] = [
    { status: 403, body: { message: 'This birth date does not match. Check it and try again.' } },
    { body: { session: { ...session(0), level: 'L1', scope: 'visits' }, choices: [] } },
  ];
  replies['GET /patient/visits'] = [{ body: visits() }];
  open(`/s/${token}`);
  await heading('Is this you?');
  for (const [label, text] of [
    ['Month', '04'],
    ['Day', '28'],
    ['Year', '1987'],
  ] as const)
    await type(label, text);
  await press('Open');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This birth date does not match. Check it and try again.',
  );
  await type('Year', '1986');
  await press('Open');
  await heading('Your visits');
  expect(bodyOf('POST /patientLogin/link')).toMatchObject({ token, DateOfBirth: '1986-04-28' });
});

test('logging out deletes the database of these pages, and no other', async () => {
  const other = indexedDB.open('mainstay-outbox-demo');
  await new Promise((resolve) => (other.onsuccess = resolve));
  other.result.close();
  replies['POST /patientLogout'] = [{ body: { ended: true } }];
  open('/patientLogout?w=demo');
  await heading('You are logged out');
  const names = (await indexedDB.databases()).map(({ name }) => name);
  expect(names).toContain('mainstay-outbox-demo');
  expect(names).not.toContain('mainstay-patient');
});

test('a visit that refuses is shown as it is, with the reason', async () => {
  const token = `demo.${'A'.repeat(22)}`;
  const own = { Start: visit.Start, place: 'Harborview', state: 'booked', asked: null, cancelsAtOnce: true };
  const page = {
    purpose: 'visit',
    name: 'Rosa',
    clinic: 'Harborview Therapy',
    phone: '5035550100',
    visit: own,
    email: {},
    text: {},
    hasEmail: true,
    mobile: null,
    language: null,
    about: null,
  };
  replies['POST /messages/link'] = [
    { body: page },
    { body: { ...page, visit: { ...own, Start: '2026-12-02T09:00' } } },
  ];
  replies['POST /messages/link/confirm'] = [
    { status: 490, body: { message: 'This visit was moved. Nothing was changed. The new time is shown here.' } },
  ];
  open(`/s/${token}`);
  await press('Confirm');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This visit was moved. Nothing was changed. The new time is shown here.',
  );
  expect(await screen.findByText('Wednesday, December 2 at 9:00 AM')).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText('Language'), 'es');
  expect(screen.getByRole('alert').textContent).toBe(
    'Esta cita se cambió de horario. No se cambió nada. Aquí ve el nuevo horario.',
  );
});

test.each([
  ['/s/x', 'This link doesn’t work'],
  ['/notificationSettings', 'This link doesn’t work'],
  ['/hep', 'This page does not exist'],
  ['/patientLogin', 'Open a link from your clinic'],
])('%s: %s', async (address, title) => {
  replies['POST /messages/link'] = [
    { status: 404, body: { message: 'This link no longer works. Call the clinic about your visit.' } },
  ];
  open(address);
  expect(await heading(title)).toBeTruthy();
});

test('without a connection a link says so and is read again', async () => {
  open(`/s/demo.${'A'.repeat(22)}`);
  await heading('No connection');
  replies['POST /messages/link'] = [
    { status: 404, body: { message: 'This link no longer works. Call the clinic about your visit.' } },
  ];
  await press('Try again');
  expect(await heading('This link doesn’t work')).toBeTruthy();
});
