import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { consentToCare } from '#contract/intake/built-in/to-sign.ts';
import { demographics } from '#contract/intake/built-in/about-you.ts';
import { formIn } from '#contract/intake/built-in/in-both.ts';
import { idleSeconds, warnSeconds } from '#contract/kiosk/idle.ts';
import { kioskWords } from '#contract/words/kiosk-page.ts';
import { inStore } from '../kit/own-store.ts';
import { IdleGuard } from './idle-guard.tsx';
import { KioskApp } from './kiosk-app.tsx';

type Sent = { call: string; body: Record<string, unknown>; token: string };
let sent: Sent[] = [];
let isOffline = false;
/** So many turns that are asked for next are refused. */
let refusedTurns = 0;
/** What each call answers; none: it is offline. */
let answers: Record<string, { status: number; body: object }>;

const SessionId = '0193a0a0-0000-7000-8000-00000000000b';
const VisitId = '0193a0a0-0000-7000-8000-00000000000c';
const IntakeId = '0193a0a0-0000-7000-8000-00000000000d';
/** A point of P-256, as a server tells it. */
const sealing = {
  KioskKeyId: '0193a0a0-0000-7000-8000-00000000000e',
  publicKey: {
    kty: 'EC',
    crv: 'P-256',
    x: 'axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpY',
    y: 'T-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU',
  },
};
const ok = (body: object) => ({ status: 200, body });
const visits = [{ VisitId, FirstName: 'Rosa', Start: '2026-12-01T10:15' }];
const intake = {
  IntakeId,
  clinic: 'Harborview Therapy',
  phone: null,
  FirstName: 'Rosa',
  needsProxy: false,
  visit: { Start: '2026-12-01T10:15', place: 'Harborview' },
  forms: [formIn(demographics, 'en'), formIn(consentToCare, 'en')],
  answers: {},
  masked: {},
  before: [],
  rev: 0,
  inputKey: 'A'.repeat(43),
  isSubmitted: false,
};

beforeEach(() => {
  sent = [];
  isOffline = false;
  refusedTurns = 0;
  answers = {
    'POST /kiosk/enroll': ok({ site: 'demo', KioskId: SessionId }),
    'POST /kiosk/token': ok({
      token: 'of-kiosk',
      clinic: 'Harborview Therapy',
      facility: 'Harborview',
      phone: null,
      now: '2026-12-01T15:00:00Z',
      sealing,
    }),
    'POST /kiosk/identify': ok({ visits }),
    'POST /kiosk/checkin/start': ok({ SessionId, token: 'of-visit', steps: ['success'] }),
    'POST /kiosk/checkin/finish': ok({ isCheckedIn: true }),
    'POST /kiosk/checkin/abandon': ok({ ended: true }),
    'POST /intake/read': ok({ intake }),
    'PUT /intake/:id/answers': ok({ rev: 1, others: {}, masked: {} }),
  };
  localStorage.clear();
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('fetch', async (url: string, { method, body, headers }: RequestInit) => {
    if (isOffline) throw new TypeError('Failed to fetch');
    const call = `${method} ${url.replace('/api', '').replace(IntakeId, ':id')}`;
    const { authorization = '' } = headers as Record<string, string>;
    sent.push({
      call,
      body: JSON.parse(String(body ?? '{}')) as Sent['body'],
      token: authorization.replace('Bearer ', ''),
    });
    if (call === 'POST /kiosk/token' && refusedTurns > 0) {
      refusedTurns -= 1;
      return new Response('{}', { status: 401 });
    }
    const { status, body: reply } = answers[call] ?? { status: 404, body: {} };
    return new Response(JSON.stringify(reply), { status });
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const slowly = { timeout: 15_000 };
const words = kioskWords.en;
const heading = (name: string) => screen.findByRole('heading', { name }, slowly);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }, slowly));
const calls = (name: string) => sent.filter(({ call }) => call === name);

async function enrolled(): Promise<void> {
  render(<KioskApp />);
  const code = await screen.findByLabelText(words.code, {}, slowly).catch(() => null);
  if (code) {
    await userEvent.type(code, 'abcd-2345');
    await press(words.enroll);
  }
  await heading(words.welcome);
}

async function typeDetails(): Promise<void> {
  const [month, day, year] = ['Month', 'Day', 'Year'].map((name) => screen.getByLabelText(name));
  await userEvent.type(month as HTMLElement, '3');
  await userEvent.type(day as HTMLElement, '14');
  await userEvent.type(year as HTMLElement, '1958');
  await press(words.next);
  await userEvent.type(await screen.findByLabelText(words.lastFour), '0101');
  await press(words.next);
}

async function toForms(): Promise<void> {
  answers['POST /kiosk/checkin/start'] = ok({ SessionId, token: 'of-visit', steps: ['patientIntake', 'success'] });
  await enrolled();
  await press(words.begin);
  await typeDetails();
  await press(words.yes);
  await heading('Emergency contact');
}

const stores: Record<string, string> = { 'mainstay-kiosk': 'device', 'mainstay-kiosk-arrivals': 'sealed' };

/** Everything that any database of this origin holds, and the local storage. */
async function allKept(): Promise<string> {
  const parts: string[] = [JSON.stringify({ ...localStorage })];
  for (const { name = '' } of await indexedDB.databases()) {
    const store = stores[name] ?? 'input';
    const rows = await inStore<unknown[]>({ database: name, store }, 'readonly', (all) => all.getAll());
    parts.push(name, JSON.stringify(rows));
  }
  return parts.join(' ');
}

test('a tablet asks for its code, keeps a key that nobody can read, and greets', async () => {
  await enrolled();
  expect(calls('POST /kiosk/enroll')[0]?.body).toMatchObject({ code: 'abcd-2345', deviceKey: { crv: 'P-256' } });
  const [kept] = await inStore<{ keys: CryptoKeyPair }[]>(
    { database: 'mainstay-kiosk', store: 'device' },
    'readonly',
    (all) => all.getAll(),
  );
  expect(kept?.keys.privateKey.extractable).toBe(false);
  const turns = calls('POST /kiosk/token').map(({ body }) => Number(body['turn']));
  expect(turns).toEqual([...new Set(turns)].toSorted((one, other) => one - other));
});

test('a wrong code says so, and nothing is kept', async () => {
  const message = 'This code is not right or no longer works. Ask for a new code in Company, Kiosks.';
  answers['POST /kiosk/enroll'] = { status: 490, body: { message } };
  render(<KioskApp />);
  await userEvent.type(await screen.findByLabelText(words.code, {}, slowly), 'AAAA-2222');
  await press(words.enroll);
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  expect(await allKept()).not.toContain('KioskId');
});

test('a patient finds the visit, checks in, and the screen is empty for the next one', async () => {
  await enrolled();
  await press(words.begin);
  await typeDetails();
  await heading('Rosa, 10:15 AM?');
  await press(words.yes);
  await heading(words.doneTitle);
  expect(calls('POST /kiosk/identify').map(({ body, token }) => [body, token])).toEqual([
    [{ DateOfBirth: '1958-03-14', lastFour: '0101' }, 'of-kiosk'],
  ]);
  expect(calls('POST /kiosk/checkin/finish').map(({ body }) => body)).toEqual([{ SessionId }]);
  await press(words.doneButton);
  await heading(words.welcome);
  expect(document.body.textContent).not.toContain('Rosa');
  expect(await allKept()).not.toMatch(/Rosa|1958|0101|of-visit/);
});

test('nothing of a form that is filled in comes to the disk of the tablet, and no field fills itself in', async () => {
  await toForms();
  await userEvent.type(screen.getByLabelText('Name'), 'Rockport');
  await waitFor(() => expect(calls('PUT /intake/:id/answers')).toHaveLength(1), slowly);
  expect(calls('PUT /intake/:id/answers')[0]?.token).toBe('of-visit');
  const filled = [...document.querySelectorAll('input, textarea')].map((field) => field.getAttribute('autocomplete'));
  expect(filled.filter((one) => one !== 'off' && one !== null)).toEqual([]);
  isOffline = true;
  await userEvent.type(screen.getByLabelText('Name'), ' Harbor');
  await screen.findByText('No connection. Keep this page open until you’re back online.', {}, slowly);
  expect(await allKept()).not.toMatch(/Rockport|sealed|mainstay-patient/);
});

test('a patient who stops is logged out, and what was answered stays with the clinic', async () => {
  await toForms();
  await press(words.stop);
  await heading(words.welcome);
  await waitFor(() => expect(calls('POST /kiosk/checkin/abandon')).toHaveLength(1));
  expect(calls('POST /kiosk/checkin/abandon')[0]?.body).toEqual({
    SessionId,
    step: 'patientIntake',
    reason: 'patient',
  });
});

test('what was typed just before the patient stops is sent first, in their name', async () => {
  await toForms();
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Rockport' } });
  fireEvent.click(screen.getByRole('button', { name: words.stop }));
  expect(document.body.innerHTML).not.toMatch(/Rosa|Rockport/);
  await heading(words.welcome);
  const [saved] = calls('PUT /intake/:id/answers');
  expect(saved).toMatchObject({ token: 'of-visit', body: { answers: { 'demographics.emergencyName': 'Rockport' } } });
  await waitFor(() => expect(calls('POST /kiosk/checkin/abandon')).toHaveLength(1));
  const order = sent.map(({ call }) => call);
  expect(order.indexOf('PUT /intake/:id/answers')).toBeLessThan(order.indexOf('POST /kiosk/checkin/abandon'));
});

test('three tries that fit nobody lead to the front desk', async () => {
  answers['POST /kiosk/identify'] = ok({ visits: [] });
  await enrolled();
  await press(words.begin);
  for (let time = 0; time < 2; time += 1) {
    await typeDetails();
    expect(await screen.findByText(words.noVisit, {}, slowly)).toBeTruthy();
  }
  await typeDetails();
  await heading(words.deskTitle);
  expect(calls('POST /kiosk/identify')).toHaveLength(3);
});

test('of two visits the second is asked about once the first is not the one', async () => {
  answers['POST /kiosk/identify'] = ok({
    visits: [...visits, { VisitId: IntakeId, FirstName: 'Luz', Start: '2026-12-01T11:00' }],
  });
  await enrolled();
  await press(words.begin);
  await typeDetails();
  await heading('Rosa, 10:15 AM?');
  expect(document.body.textContent).not.toContain('Luz');
  await press(words.no);
  await heading('Luz, 11:00 AM?');
  await press(words.yes);
  await heading(words.doneTitle);
  expect(calls('POST /kiosk/checkin/start')[0]?.body).toMatchObject({ VisitId: IntakeId });
});

test('a tablet that was removed says so and forgets its key', async () => {
  await enrolled();
  answers['POST /kiosk/token'] = { status: 401, body: { message: '' } };
  answers['POST /kiosk/identify'] = { status: 401, body: { message: '' } };
  await press(words.begin);
  await typeDetails();
  expect(await screen.findByText(words.removed, {}, slowly)).toBeTruthy();
  expect(await allKept()).not.toContain('KioskId');
});

test('a tablet that was refused once, by a turn that came late, stays a kiosk', async () => {
  await enrolled();
  const before = calls('POST /kiosk/token').length;
  refusedTurns = 1;
  fireEvent(window, new Event('online'));
  await waitFor(() => expect(calls('POST /kiosk/token')).toHaveLength(before + 2), slowly);
  await waitFor(async () => expect(await allKept()).toContain('KioskId'));
  await press(words.begin);
  await heading(words.birthTitle);
});

test('the language of one patient is not that of the next', async () => {
  await enrolled();
  await userEvent.selectOptions(screen.getByLabelText('Language'), 'es');
  await press(kioskWords.es.begin);
  await press(kioskWords.es.stop);
  expect(await heading(words.welcome)).toBeTruthy();
});

/** The guard alone, under a clock of its own. */
function guarded() {
  vi.useFakeTimers({ now: new Date('2026-11-18T15:00:00Z') });
  const onOver = vi.fn<() => void>();
  render(
    <IdleGuard onOver={onOver}>
      <p>The answers of Rosa</p>
    </IdleGuard>,
  );
  const pass = (seconds: number) =>
    act(() => {
      vi.advanceTimersByTime(seconds * 1000);
    });
  return { onOver, pass };
}
const dialog = () => screen.queryByRole('alertdialog');

test('after a minute it asks, opaque and named, and after ninety seconds it is over', () => {
  const { onOver, pass } = guarded();
  pass(warnSeconds - 1);
  expect(dialog()).toBeNull();
  pass(1);
  const asked = dialog();
  expect(asked?.getAttribute('aria-labelledby')).toBe('idle-title');
  expect(document.activeElement).toBe(asked);
  expect(screen.getByText('The answers of Rosa').parentElement?.hasAttribute('inert')).toBe(true);
  expect(screen.getByRole('timer').textContent).toBe('30 seconds left');
  pass(idleSeconds - warnSeconds - 1);
  expect(onOver).not.toHaveBeenCalled();
  pass(1);
  expect(onOver).toHaveBeenCalled();
});

test('twelve times more time are twelve times the whole of it', () => {
  const { onOver, pass } = guarded();
  for (let time = 0; time < 12; time += 1) {
    pass(idleSeconds - 1);
    fireEvent.click(screen.getByRole('button', { name: words.idleMore }));
    expect(dialog()).toBeNull();
  }
  pass(idleSeconds - 1);
  expect(onOver).not.toHaveBeenCalled();
  pass(1);
  expect(onOver).toHaveBeenCalled();
});

test('a touch counts while nobody was asked, and no other touch than the button after that', () => {
  const { onOver, pass } = guarded();
  pass(50);
  fireEvent.pointerDown(document.body);
  pass(50);
  expect(dialog()).toBeNull();
  pass(10);
  expect(dialog()).not.toBeNull();
  fireEvent.keyDown(document.body, { key: 'a' });
  pass(30);
  expect(onOver).toHaveBeenCalled();
});

test('a tablet that slept is over with the first thing that happens, the press of the button too', () => {
  const { onOver, pass } = guarded();
  pass(warnSeconds);
  const more = screen.getByRole('button', { name: words.idleMore });
  // Asleep no timer runs, and the clock goes on.
  vi.setSystemTime(new Date('2026-11-18T15:20:00Z'));
  fireEvent.click(more);
  expect(onOver).toHaveBeenCalled();
});

test('whoever wakes the tablet by a touch or by its screen sees nothing of who was there before', () => {
  for (const wake of [
    () => fireEvent.pointerDown(document.body),
    () => fireEvent(document, new Event('visibilitychange')),
  ]) {
    const { onOver, pass } = guarded();
    pass(5);
    vi.setSystemTime(new Date('2026-11-18T16:00:00Z'));
    wake();
    expect(onOver).toHaveBeenCalled();
    cleanup();
  }
});

test('a check-in that nobody touches is abandoned and wiped, and says why', async () => {
  await toForms();
  await userEvent.type(screen.getByLabelText('Name'), 'Rockport');
  await waitFor(() => expect(calls('PUT /intake/:id/answers')).toHaveLength(1), slowly);
  const now = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: now + 3_600_000 });
  fireEvent(document, new Event('visibilitychange'));
  expect(await screen.findByText(words.logOut, {}, slowly)).toBeTruthy();
  await heading(words.welcome);
  expect(document.body.innerHTML).not.toMatch(/Rosa|Rockport/);
  await waitFor(() => expect(calls('POST /kiosk/checkin/abandon')).toHaveLength(1));
  expect(calls('POST /kiosk/checkin/abandon')[0]?.body).toEqual({ SessionId, step: 'patientIntake', reason: 'idle' });
});

test('Enter that is held down goes one step, and says neither who someone is nor that they are here', async () => {
  answers['POST /kiosk/checkin/start'] = ok({ SessionId, token: 'of-visit', steps: ['patientIntake', 'success'] });
  await enrolled();
  await press(words.begin);
  await typeDetails();
  const yes = await screen.findByRole('button', { name: words.yes });
  act(() => yes.focus());
  for (let times = 0; times < 5; times += 1) {
    if (fireEvent.keyDown(yes, { key: 'Enter', repeat: true })) fireEvent.click(yes);
  }
  expect(calls('POST /kiosk/checkin/start')).toEqual([]);
  expect(fireEvent.keyDown(yes, { key: 'Enter' })).toBe(true);
});

/** A visit after which a follow-up may be booked. */
async function toBooking(others: typeof answers = {}): Promise<void> {
  answers['POST /kiosk/checkin/start'] = ok({ SessionId, token: 'of-visit', steps: ['onlineScheduling', 'success'] });
  answers['GET /onlineScheduling/options'] = ok(booking.options);
  answers['POST /onlineScheduling/slots'] = ok(booking.slots);
  answers['POST /onlineScheduling/holds'] = ok({ hold: booking.hold, now: booking.options.now });
  answers['POST /onlineScheduling/book'] = ok(booking.booked);
  Object.assign(answers, others);
  await enrolled();
  await press(words.begin);
  await typeDetails();
  await press(words.yes);
}

const BookingRuleId = '0193a0a0-0000-7000-8000-000000000021';
const CaseId = '0193a0a0-0000-7000-8000-000000000022';
const FacilityId = '0193a0a0-0000-7000-8000-000000000023';
const ProviderId = '0193a0a0-0000-7000-8000-000000000024';
const booking = {
  options: {
    clinic: 'Harborview Therapy',
    phone: null,
    kind: 'patient',
    facilities: [{ FacilityId, name: 'Harborview', address: '', phone: null, TimeZone: 'America/New_York' }],
    options: [
      {
        BookingRuleId,
        CaseId,
        FacilityId,
        name: 'Follow-up',
        discipline: null,
        minutes: 45,
        anyProvider: false,
        providers: [{ ProviderId, name: 'Ada Online' }],
        questions: ['How is it going?'],
      },
    ],
    hold: null,
    inputKey: 'A'.repeat(43),
    now: '2026-12-01T15:00:00Z',
  },
  slots: {
    days: [{ day: '2026-12-02', times: ['2026-12-02T09:00'] }],
    next: null,
    today: '2026-12-01',
    last: '2027-01-20',
    TimeZone: 'America/New_York',
  },
  hold: {
    HoldId: '0193a0a0-0000-7000-8000-000000000025',
    BookingRuleId,
    CaseId,
    ProviderId,
    provider: 'Ada Online',
    Start: '2026-12-02T09:00',
    End: '2026-12-02T09:45',
    expiresAt: '2026-12-01T15:10:00Z',
    isExtended: false,
  },
  booked: {
    VisitId: '0193a0a0-0000-7000-8000-000000000026',
    Start: '2026-12-02T09:00',
    End: '2026-12-02T09:45',
    name: 'Follow-up',
    provider: 'Ada Online',
    place: 'Harborview',
    address: '',
    phone: null,
    needsApproval: false,
    calendar: '',
  },
};

test('a follow-up is booked before the last screen, with the token of the visit; nothing of it is kept here', async () => {
  await toBooking();
  await press('9:00 AM');
  const question = await screen.findByLabelText('How is it going?', {}, slowly);
  expect(question.getAttribute('autocomplete')).toBe('off');
  await userEvent.type(question, 'Better');
  await press('Book this visit');
  await heading('Your visit is booked');
  expect(screen.queryByRole('link')).toBeNull();
  expect(calls('POST /onlineScheduling/book')[0]).toMatchObject({
    token: 'of-visit',
    body: { HoldId: booking.hold.HoldId, person: null, answers: ['Better'] },
  });
  expect(calls('POST /kiosk/checkin/finish')).toHaveLength(0);
  expect(await allKept()).not.toMatch(/Better|mainstay-patient/);
  await press('Next');
  await heading(words.doneTitle);
  expect(calls('POST /kiosk/checkin/finish')).toHaveLength(1);
});

test('who books nothing is checked in all the same', async () => {
  await toBooking();
  await screen.findByRole('button', { name: '9:00 AM' }, slowly);
  await press('Not now');
  await heading(words.doneTitle);
  expect(calls('POST /kiosk/checkin/finish')).toHaveLength(1);
  expect(calls('POST /onlineScheduling/book')).toHaveLength(0);
});

test('where no times come, booking is left out', async () => {
  await toBooking({ 'GET /onlineScheduling/options': { status: 500, body: { message: 'That did not work.' } } });
  await screen.findByText('That did not work.', {}, slowly);
  await press('Not now');
  await heading(words.doneTitle);
  expect(calls('POST /kiosk/checkin/finish')).toHaveLength(1);
});

test('where nothing can be booked any more the last screen comes', async () => {
  await toBooking({ 'GET /onlineScheduling/options': ok({ ...booking.options, options: [] }) });
  await heading(words.doneTitle);
  expect(calls('POST /kiosk/checkin/finish')).toHaveLength(1);
});

test('a login that ended leads to the front desk, not to a login', async () => {
  await toBooking({ 'GET /onlineScheduling/options': { status: 403, body: { message: 'no' } } });
  await heading(words.deskTitle);
  expect(screen.queryByRole('link')).toBeNull();
});

test('booking that nobody touches is abandoned at its step, and wiped', async () => {
  await toBooking();
  await press('9:00 AM');
  await userEvent.type(await screen.findByLabelText('How is it going?', {}, slowly), 'Better');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + (idleSeconds + 1) * 1000 });
  fireEvent(document, new Event('visibilitychange'));
  expect(await screen.findByText(words.logOut, {}, slowly)).toBeTruthy();
  expect(document.body.innerHTML).not.toMatch(/Better|Ada Online/);
  await waitFor(() => expect(calls('POST /kiosk/checkin/abandon')).toHaveLength(1));
  expect(calls('POST /kiosk/checkin/abandon')[0]?.body).toEqual({
    SessionId,
    step: 'onlineScheduling',
    reason: 'idle',
  });
});
