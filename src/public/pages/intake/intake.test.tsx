import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { IntakePage } from '#contract/intake/endpoints.ts';
import { demographics } from '#contract/intake/built-in/about-you.ts';
import { answerProblem } from '#contract/intake/check-answer.ts';
import { answerKey, type Answer, type Answers } from '#contract/intake/form.ts';
import { formIn, type FormInBoth } from '#contract/intake/built-in/in-both.ts';
import { pain } from '#contract/intake/built-in/history.ts';
import { consentToCare } from '#contract/intake/built-in/to-sign.ts';
import { signedText } from '#contract/intake/signed-text.ts';
import { PublicApp } from '../../app.tsx';
import { goTo } from '../../kit/place.ts';
import { keepSession } from '../../kit/session.ts';
import { keepInput, keptInput, nothing } from './sealed-input.ts';

type Sent = { call: string; body: Record<string, unknown> };
let sent: Sent[] = [];
let isOffline = false;
let server: { intake: Omit<IntakePage, 'forms'>; forms: readonly FormInBoth[] };
let fromOthers: object;
let submitReply: { status: number; body: object };

const IntakeId = '0193a0a0-0000-7000-8000-00000000000a' as IntakePage['IntakeId'];
const inputKey = 'A'.repeat(43);

/** As the server does: one bad answer, or too many at once, and none is stored. */
function isRefused(answers: Answers): boolean {
  const questions = new Map(
    server.forms.flatMap((form) =>
      formIn(form, 'en').pages.flatMap((page) => page.questions.map((one) => [answerKey(form, one), one] as const)),
    ),
  );
  const isWrong = ([key, answer]: [string, Answer | null]) => {
    const question = questions.get(key);
    return question === undefined || (answer !== null && answerProblem(question, answer) !== null);
  };
  return Object.keys(answers).length > 40 || Object.entries(answers).some(isWrong);
}

beforeEach(async () => {
  sent = [];
  fromOthers = {};
  isOffline = false;
  submitReply = { status: 200, body: { isSubmitted: true } };
  server = {
    forms: [demographics, pain, consentToCare],
    intake: {
      IntakeId,
      clinic: 'Harborview Therapy',
      phone: '5035550100',
      FirstName: 'Rosa',
      needsProxy: false,
      visit: { Start: '2026-12-01T10:15', place: 'Harborview' },
      answers: {},
      masked: {},
      before: [],
      rev: 0,
      inputKey,
      isSubmitted: false,
    },
  };
  localStorage.clear();
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    const call = `${method} ${url.replace('/api', '').replace(IntakeId, ':id')}`;
    const input = JSON.parse(String(body)) as Sent['body'];
    if (isOffline) throw new TypeError('Failed to fetch');
    sent.push({ call, body: input });
    const answer = (reply: object, status = 200) => new Response(JSON.stringify(reply), { status });
    if (call === 'POST /intake/read') {
      const forms = server.forms.map((form) => formIn(form, input['language'] as 'en' | 'es'));
      return answer({ intake: { ...server.intake, forms } });
    }
    if (call === 'POST /intake/:id/submit') return answer(submitReply.body, submitReply.status);
    if (call === 'PUT /intake/:id/answers' && isRefused(input['answers'] as Answers))
      return answer({ message: 'Check your answers.' }, 422);
    server.intake.rev += 1;
    return answer({ rev: server.intake.rev, others: {}, masked: {}, ...fromOthers });
  });
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']);
  const token = `a.${btoa(JSON.stringify({ site: 'demo' }))}.1`;
  const session = { token, SessionId: IntakeId, turn: 1, kind: 'patient', level: 'L1', scope: 'intake', names: [] };
  await keepSession(session as never, keys);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = () => {
  goTo('/intake');
  return render(<PublicApp />);
};
const slowly = { timeout: 15_000 };
const heading = (name: string) => screen.findByRole('heading', { name }, slowly);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }, slowly));
const bodies = (call: string) => sent.filter((one) => one.call === call).map(({ body }) => body);

test('one group of questions a screen, saved together once the typing rests, on to the next with a gap named', async () => {
  open();
  await heading('Emergency contact');
  expect(screen.getByText('Step 3 of 5')).toBeTruthy();
  await press('Next');
  expect(screen.getAllByText('Please answer this.')).toHaveLength(2);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
  await userEvent.type(screen.getByLabelText('Name'), 'Luis');
  await userEvent.type(screen.getByLabelText('Phone'), '12');
  await press('Next');
  expect(screen.getByText('Enter a phone number with ten digits.')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Phone'), '5035550199');
  await userEvent.clear(screen.getByLabelText('Phone'));
  await userEvent.type(screen.getByLabelText('Phone'), '5035550199');
  await press('Next');
  await heading('Your pain');
  const saved = Object.assign({}, ...bodies('PUT /intake/:id/answers').map(({ answers }) => answers)) as object;
  await waitFor(() => expect(saved).toMatchObject({ 'demographics.emergencyName': 'Luis' }), slowly);
  expect(bodies('PUT /intake/:id/answers').length).toBeLessThan(6);
});

test('conditions show questions; a mark from the list stands on the body and can be taken away', async () => {
  server.intake.answers = { 'demographics.emergencyName': 'Luis', 'demographics.emergencyPhone': '5035550199' };
  open();
  await heading('Your pain');
  expect(screen.queryByText('Where does it hurt?')).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: 'Yes' }));
  await screen.findByText('Where does it hurt?');
  const list = await screen.findByLabelText('Add a part of the body', {}, slowly);
  await userEvent.selectOptions(list, 'Knee, right (front)');
  await screen.findByRole('button', { name: 'Remove Knee, right (front)' });
  expect(document.querySelectorAll('circle')).toHaveLength(1);
  await press('Remove Knee, right (front)');
  expect(document.querySelectorAll('circle')).toHaveLength(0);
  await userEvent.click(screen.getByRole('radio', { name: 'No' }));
  expect(screen.queryByText('Where does it hurt?')).toBeNull();
});

const upToSigning = {
  'demographics.emergencyName': 'Luis',
  'demographics.emergencyPhone': '5035550199',
  'pain.hasPain': false,
};

test('a text is signed with what was read; the forms go only after it, and a refusal is told', async () => {
  server.intake.answers = upToSigning;
  open();
  await heading('Consent to care');
  await press('Send forms');
  expect(screen.getByText('Please answer this.')).toBeTruthy();
  expect(bodies('POST /intake/:id/submit')).toEqual([]);
  await press('Sign');
  expect(screen.getByText('Enter your full name.')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Your full name'), 'Rosa Alvarez');
  const field = screen.getByRole('img', { name: 'Field for your signature' });
  vi.spyOn(field, 'getBoundingClientRect').mockReturnValue({ left: 0, top: 0, width: 200, height: 100 } as DOMRect);
  fireEvent.pointerDown(field, { clientX: 20, clientY: 50, pointerId: 1 });
  fireEvent.pointerMove(field, { clientX: 100, clientY: 25, pointerId: 1 });
  fireEvent.pointerUp(field, { pointerId: 1 });
  // The phone is turned: the field has another size, and the lines stay.
  vi.spyOn(field, 'getBoundingClientRect').mockReturnValue({ left: 0, top: 0, width: 400, height: 160 } as DOMRect);
  fireEvent(window, new Event('resize'));
  await press('Sign');
  await screen.findByText('Signed');
  const question = formIn(consentToCare, 'en').pages[0]?.questions[0];
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(signedText(question as never)));
  await waitFor(() => expect(bodies('POST /intake/:id/sign')).toHaveLength(1), slowly);
  expect(bodies('POST /intake/:id/sign')[0]).toMatchObject({
    question: 'consent.signed',
    textHash: Buffer.from(hash).toString('hex'),
    strokes: [
      [
        [100, 500],
        [500, 250],
      ],
    ],
    SignerName: 'Rosa Alvarez',
    Relationship: null,
  });
  submitReply = { status: 490, body: { message: 'Some answers or signatures are still missing. Nothing was sent.' } };
  await press('Send forms');
  await screen.findByText('Some answers or signatures are still missing. Nothing was sent.', {}, slowly);
  submitReply = { status: 200, body: { isSubmitted: true } };
  await press('Send forms');
  await heading('Thank you');
});

test('of a minor an adult signs, and says who they are', async () => {
  server.intake = { ...server.intake, answers: upToSigning, needsProxy: true };
  open();
  await heading('Consent to care');
  await userEvent.type(screen.getByLabelText('Your full name'), 'Ana Alvarez');
  await press('Sign');
  expect(screen.getByText('Choose who you are.')).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText('You are the patient’s'), 'Parent');
  await press('Sign');
  await waitFor(() => expect(bodies('POST /intake/:id/sign')).toHaveLength(1), slowly);
  expect(bodies('POST /intake/:id/sign')[0]).toMatchObject({ Relationship: 'parent', strokes: null });
});

test('offline, what is typed is kept as ciphertext, and goes out once the page is open again', async () => {
  open();
  await heading('Emergency contact');
  isOffline = true;
  await userEvent.type(screen.getByLabelText('Name'), 'Luis');
  await screen.findByText('No connection. Your text is kept on this phone.', {}, slowly);
  expect(await keptInput(IntakeId, inputKey)).toMatchObject({ answers: { 'demographics.emergencyName': 'Luis' } });
  expect(await keptInput(IntakeId, 'B'.repeat(43))).toMatchObject({ answers: {} });
  cleanup();
  isOffline = false;
  open();
  await heading('Emergency contact');
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Luis');
  await waitFor(() => expect(bodies('PUT /intake/:id/answers')).toHaveLength(1), slowly);
  expect(bodies('PUT /intake/:id/answers')[0]).toMatchObject({ answers: { 'demographics.emergencyName': 'Luis' } });
  await screen.findByText(/^Saved /, {}, slowly);
  expect(await keptInput(IntakeId, inputKey)).toMatchObject({ answers: {} });
});

test('another language has the same answers; a masked one counts as given, and is told by its end', async () => {
  server.intake.masked = { 'demographics.emergencyPhone': '•••0199' };
  server.intake.answers = { 'demographics.emergencyName': 'Luis' };
  open();
  await heading('Your pain');
  await press('Back');
  await heading('Emergency contact');
  expect(screen.getByText('Saved: •••0199')).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText('Language'), 'es');
  await heading('Contacto de emergencia');
  expect(screen.getByLabelText('Nombre')).toHaveProperty('value', 'Luis');
});

test('once the forms are sent the page says so, and asks nothing more', async () => {
  server.intake.isSubmitted = true;
  open();
  await heading('Thank you');
  expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
});

/** What the server has by now. */
const stored = () =>
  Object.assign(
    {},
    ...bodies('PUT /intake/:id/answers')
      .map(({ answers }) => answers as Answers)
      .filter((answers) => !isRefused(answers)),
  ) as Answers;

test('what is half typed waits on the phone and takes nothing else with it', async () => {
  open();
  await heading('Emergency contact');
  await userEvent.type(screen.getByLabelText('Name'), 'Luis');
  await userEvent.type(screen.getByLabelText('Phone'), '503');
  await waitFor(() => expect(stored()).toEqual({ 'demographics.emergencyName': 'Luis' }), slowly);
  expect(await keptInput(IntakeId, inputKey)).toMatchObject({ answers: { 'demographics.emergencyPhone': '503' } });
  expect(screen.queryByText('Check your answers.')).toBeNull();
  await userEvent.type(screen.getByLabelText('Phone'), '5550199');
  await press('Next');
  await heading('Your pain');
  await waitFor(
    () =>
      expect(stored()).toEqual({ 'demographics.emergencyName': 'Luis', 'demographics.emergencyPhone': '5035550199' }),
    slowly,
  );
});

test('more answers than one call takes go out in several once there is a network', async () => {
  const keys = Array.from({ length: 45 }, (_, at) => `long.q${at}`);
  const questions = keys.map((key) => ({ kind: 'line', key: key.slice(5), label: ['One', 'Una'] }) as const);
  server.forms = [
    {
      IntakeFormId: 'long',
      version: 1,
      title: ['Long', 'Largo'],
      askedOf: {},
      pages: [{ key: 'p', title: ['Long', 'Largo'], questions }],
    },
  ];
  const answers = Object.fromEntries(keys.map((key) => [key, 'typed']));
  await keepInput(IntakeId, inputKey, { ...nothing, answers });
  open();
  await heading('Long');
  await waitFor(() => expect(stored()).toEqual(answers), slowly);
});

test('answers of an earlier visit are gone through, and given again for this one', async () => {
  const before = { 'demographics.city': 'Lynn', 'demographics.emergencyName': 'Luis', 'pain.hasPain': false };
  server.intake.answers = {
    ...before,
    'demographics.emergencyPhone': '5035550199',
    'consent.signed': '0193a0a0-0000-7000-8000-00000000000b',
  };
  server.intake.before = Object.keys(before);
  open();
  await heading('Your name and contact');
  expect(screen.getByText('Has anything changed since last time? Check each page.')).toBeTruthy();
  for (const next of ['Your address', 'Emergency contact', 'Your pain', 'Consent to care']) {
    await press('Next');
    await heading(next);
  }
  await press('Send forms');
  await heading('Thank you');
  expect(stored()).toEqual(before);
});

test('an answer of another device that this login may not see is told by its end, and counts', async () => {
  server.intake.answers = { 'demographics.emergencyName': 'Luis' };
  fromOthers = {
    others: { 'demographics.emergencyRelationship': 'Brother' },
    masked: { 'demographics.emergencyPhone': '•••0142' },
  };
  open();
  await heading('Emergency contact');
  await userEvent.type(screen.getByLabelText('Name'), ' P');
  await screen.findByText('Saved: •••0142', {}, slowly);
  expect(screen.getByLabelText('Relationship to you (optional)')).toHaveProperty('value', 'Brother');
  await press('Next');
  await heading('Your pain');
});
