import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OnlineOptions } from '#contract/online-scheduling/endpoints.ts';
import { builtInForms } from '#contract/intake/built-in/forms.ts';
import { formIn } from '#contract/intake/built-in/in-both.ts';
import { hepWords } from '#contract/words/hep-page.ts';
import { intakeWords } from '#contract/words/intake-page.ts';
import { kioskWords } from '#contract/words/kiosk-page.ts';
import { fill } from '#contract/words/language.ts';
import { loginWords } from '#contract/words/login-page.ts';
import { schedulingWords } from '#contract/words/scheduling-page.ts';
import { PublicApp } from './app.tsx';
import { HomeProgramPage } from './hep/home-program-page.tsx';
import { KioskApp } from './kiosk/kiosk-app.tsx';
import { LanguageScope } from './kit/language.tsx';
import { goTo } from './kit/place.ts';
import { keepSession } from './kit/session.ts';
import { watchEnglish } from './testing/english-left.ts';

const id = (n: number) => `0193a0a0-0000-7000-8000-0000000000${String(n).padStart(2, '0')}`;
const inputKey = 'A'.repeat(43);
/** What each call answers; a call that is none of them is offline. */
let answers: Record<string, unknown>;
let watched: ReturnType<typeof watchEnglish>;

beforeEach(async () => {
  answers = {};
  // No midnight comes between the page and what is expected of it.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T15:00:00Z') });
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['es-US']);
  localStorage.clear();
  URL.createObjectURL = () => 'blob:figure';
  URL.revokeObjectURL = () => undefined;
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    const answer = answers[`${method} ${url.replace('/api', '').replace(id(13), ':id')}`];
    if (answer === undefined) throw new TypeError('Failed to fetch');
    return answer instanceof Response ? answer.clone() : new Response(JSON.stringify(answer));
  });
  watched = watchEnglish();
});
afterEach(() => {
  watched.end();
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const slowly = { timeout: 15_000 };
const heading = (name: string) => screen.findByRole('heading', { name }, slowly);
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }, slowly));
const type = async (label: string, text: string) =>
  userEvent.type(await screen.findByLabelText(label, {}, slowly), text);

async function logIn(scope: string, kind = 'patient'): Promise<void> {
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']);
  const token = `a.${btoa(JSON.stringify({ site: 'demo', sub: 'patient-1' }))}.1`;
  const session = { token, SessionId: id(1), turn: 1, kind, level: 'L1', scope, names: [] };
  await keepSession(session as never, keys);
}

/** To the next page of a form, which may name what is missing first. */
const onward = () => press(new RegExp(`^(${intakeWords.es.next}|${intakeWords.es.send})$`));

/** What the clinic and its patients wrote themselves is in Spanish here, so that all English is the page’s. */
const intake = {
  IntakeId: id(13),
  clinic: 'Clínica del Puerto',
  phone: '5035550100',
  FirstName: 'Rosa',
  needsProxy: true,
  visit: { Start: '2026-12-01T10:15', place: 'Puerto' },
  forms: builtInForms.map((form) => formIn(form, 'es')),
  answers: {},
  masked: {},
  before: [],
  rev: 0,
  inputKey,
  isSubmitted: false,
};
const booking = {
  clinic: 'Clínica del Puerto',
  phone: '5035550100',
  kind: 'unrecognized',
  facilities: [{ FacilityId: id(3), name: 'Puerto', address: '', phone: null, TimeZone: 'America/New_York' }],
  options: [
    {
      BookingRuleId: id(2),
      CaseId: null,
      FacilityId: id(3),
      name: 'Primera cita',
      discipline: 'PT',
      minutes: 45,
      anyProvider: true,
      providers: [{ ProviderId: id(4), name: 'Ada Puente' }],
      questions: ['¿Qué le duele?'],
    },
  ],
  hold: null,
  inputKey,
  now: '2026-12-01T15:00:00Z',
} as unknown as OnlineOptions;
const hold = {
  HoldId: id(9),
  BookingRuleId: id(2),
  CaseId: null,
  ProviderId: null,
  provider: 'Ada Puente',
  Start: '2026-12-02T09:00',
  End: '2026-12-02T09:45',
  expiresAt: '2026-12-01T15:10:00Z',
  isExtended: false,
};
const toBook = {
  'GET /onlineScheduling/options': booking,
  'POST /onlineScheduling/slots': {
    days: [{ day: '2026-12-02', times: ['2026-12-02T09:00'] }],
    next: null,
    today: '2026-12-01',
    last: '2027-01-20',
    TimeZone: 'America/New_York',
  },
  'POST /onlineScheduling/holds': { hold, now: booking.now },
  'POST /onlineScheduling/book': {
    VisitId: id(5),
    Start: hold.Start,
    End: hold.End,
    name: 'Primera cita',
    provider: 'Ada Puente',
    place: 'Puerto',
    address: '',
    phone: null,
    needsApproval: true,
    calendar: '',
  },
};

test('the check never takes English for Spanish', async () => {
  document.body.innerHTML = `<p>Your visit</p><p>Su cita</p><p lang="en">Your visit</p>
    <img alt="Please wait"><p>Hello Rosa, this is your visit:</p><p>martes, 2 de diciembre</p><p>Tuesday, 2</p>`;
  expect(watched.left()).toEqual(['Hello Rosa, this is your visit:', 'Please wait', 'Tuesday, 2', 'Your visit']);
  document.body.innerHTML = '';
});

test('booking a first visit shows no English', async () => {
  const words = schedulingWords.es;
  Object.assign(answers, toBook);
  await logIn('book', 'unrecognized');
  goTo('/onlineScheduling?w=demo');
  render(<PublicApp />);
  await heading(words.title);
  await press(/^9:00/);
  await heading(words.chosenTitle);
  await press(words.book);
  await screen.findAllByText(words.nameWrong, {}, slowly);
  await type(words.first, 'Noor');
  await type(words.last, 'Haddad');
  await press(words.book);
  await heading(words.doneTitle);
  expect(watched.left()).toEqual([]);
});

test('every built-in form shows no English, from the first question to the thanks', async () => {
  const words = intakeWords.es;
  Object.assign(answers, {
    'POST /intake/read': { intake },
    'PUT /intake/:id/answers': { rev: 1, others: {}, masked: {} },
  });
  await logIn('intake');
  goTo('/intake');
  // Each form alone: the page opens at its first gap, and all pages before it are gone back to.
  for (const form of intake.forms) {
    answers['POST /intake/read'] = { intake: { ...intake, forms: [form] } };
    const { unmount } = render(<PublicApp />);
    await onward();
    for (const _ of form.pages) {
      const back = screen.queryByRole('button', { name: words.back });
      if (back) await userEvent.click(back);
    }
    await onward();
    unmount();
  }
  answers['POST /intake/read'] = { intake: { ...intake, isSubmitted: true } };
  render(<PublicApp />);
  await heading(words.doneTitle);
  expect(watched.left()).toEqual([]);
});

test('a home program shows no English, from its list to the last exercise', async () => {
  const words = hepWords.es;
  const item = {
    HomeProgramId: id(9),
    ExerciseId: id(6),
    figure: '<svg xmlns="http://www.w3.org/2000/svg"/>',
    en: { Name: 'Bridge', text: 'Lift your hips.', dose: '2 sets of 2' },
    es: { Name: 'Puente', text: 'Levante la cadera.', dose: '2 series de 2' },
    counts: { sets: 2, reps: 2, seconds: null },
    PerDay: 1,
    PerWeek: 5,
    Note: 'Despacio.',
  };
  const held = { ...item, ExerciseId: id(7), counts: { sets: 1, reps: null, seconds: 30 }, PerDay: 2 };
  answers['GET /hep/program'] = {
    clinic: 'Clínica del Puerto',
    phone: '5035550100',
    today: '2026-12-01',
    items: [item, { ...held, es: { ...item.es, Name: 'Talones' } }],
    notes: ['Pare si duele.'],
    logs: [],
  };
  await logIn('hep');
  render(
    <LanguageScope>
      <HomeProgramPage />
    </LanguageScope>,
  );
  await heading(words.title);
  await press(/: Puente$/);
  await heading('Puente');
  await userEvent.click(await screen.findByRole('radio', { name: '9' }, slowly));
  await screen.findByText(words.highPain, {}, slowly);
  await press(words.markDone);
  await heading('Talones');
  await press(words.markDone);
  await heading(words.title);
  expect(watched.left()).toEqual([]);
});

test('the kiosk shows no English, from the greeting through forms and booking to the last screen', async () => {
  const words = kioskWords.es;
  const sealing = {
    KioskKeyId: id(14),
    publicKey: {
      kty: 'EC',
      crv: 'P-256',
      x: 'axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpY',
      y: 'T-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU',
    },
  };
  Object.assign(answers, toBook, {
    'POST /kiosk/enroll': { site: 'demo', KioskId: id(11) },
    'POST /kiosk/token': { token: 'of-kiosk', clinic: 'Clínica del Puerto', facility: 'Puerto', phone: null, sealing },
    'POST /kiosk/identify': { visits: [] },
    'POST /kiosk/checkin/start': {
      SessionId: id(12),
      token: 'of-visit',
      steps: ['patientIntake', 'onlineScheduling', 'success'],
    },
    'POST /kiosk/checkin/finish': { isCheckedIn: true },
    'POST /intake/read': { intake: { ...intake, forms: intake.forms.slice(0, 1) } },
    'PUT /intake/:id/answers': { rev: 1, others: {}, masked: {} },
    'POST /intake/:id/submit': { isSubmitted: true },
    'GET /onlineScheduling/options': { ...booking, kind: 'patient' },
  });
  const typeDetails = async () => {
    const { month, day, year } = loginWords.es;
    for (const [label, text] of [
      [month, '3'],
      [day, '14'],
      [year, '1958'],
    ] as const) {
      const field = await screen.findByLabelText(label, {}, slowly);
      await userEvent.clear(field);
      await userEvent.type(field, text);
    }
    await press(words.next);
    const four = await screen.findByLabelText(words.lastFour, {}, slowly);
    await userEvent.clear(four);
    await userEvent.type(four, '0101');
    await press(words.next);
  };
  render(<KioskApp />);
  await type(words.code, 'abcd-2345');
  await press(words.enroll);
  await heading(words.welcome);
  await press(words.begin);
  await typeDetails();
  await screen.findByText(words.noVisit, {}, slowly);
  answers['POST /kiosk/identify'] = { visits: [{ VisitId: id(15), FirstName: 'Rosa', Start: '2026-12-01T10:15' }] };
  await typeDetails();
  await press(words.yes);
  await onward();
  await press(words.stop);
  await heading(words.welcome);
  answers['POST /kiosk/checkin/start'] = {
    SessionId: id(12),
    token: 'of-visit',
    steps: ['onlineScheduling', 'success'],
  };
  await press(words.begin);
  await typeDetails();
  await press(words.yes);
  await press(/^9:00/);
  await type('¿Qué le duele?', 'La rodilla');
  await press(schedulingWords.es.book);
  await heading(schedulingWords.es.doneTitle);
  await press(schedulingWords.es.next);
  await heading(words.doneTitle);
  await screen.findByText(fill(words.doneLead, { name: 'Rosa' }), {}, slowly);
  await waitFor(() => expect(watched.left()).toEqual([]));
});
