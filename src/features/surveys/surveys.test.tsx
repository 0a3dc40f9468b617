import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { patient, testId, visit } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { answersTo } from '#shared/testing/answered.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { SendSurvey } from './send-survey.tsx';
import { SurveysScreen } from './surveys-screen.tsx';

let answers: Record<string, unknown>;
let asked: ReturnType<typeof answersTo>;

beforeEach(() => {
  answers = {};
  asked = answersTo(answers);
});
afterEach(() => lockDevice());
const slowly = { timeout: 15_000 };

const line = {
  SurveySendId: 'a',
  PatientId: patient.PatientId,
  FirstName: 'Rosa',
  LastName: 'Delgado',
  PreferredName: null,
  DateOfBirth: '1958-03-14',
  Phone: '9785550101',
  sentAt: '2026-11-16T15:00:00Z',
  answeredAt: '2026-11-17T15:00:00Z',
  recommend: 3,
  comment: 'Cold room',
  callMe: true,
  calledAt: null,
};

test('two of one name are told apart, one with two surveys is not', async () => {
  const twin = { ...line, SurveySendId: 'b', PatientId: testId(92), Phone: '9785550102' };
  const other = { ...line, PatientId: testId(93), FirstName: 'Ida' };
  const others = ['c', 'd'].map((SurveySendId) => ({ ...other, SurveySendId }));
  answers['surveys.list'] = { surveys: [line, twin, ...others], sent: 4, answered: 4, score: null };
  showSignedIn(await openClinic({}), <SurveysScreen />);
  expect(await screen.findByText(/^born 03\/14\/1958 · \(978\) 555-0101/, {}, slowly)).toBeTruthy();
  expect(screen.getAllByText(/^born /)).toHaveLength(2);
});

test('the list shows scores, comments and who wants a call, until that is noted', async () => {
  answers['surveys.list'] = {
    surveys: [
      line,
      { ...line, SurveySendId: 'b', FirstName: 'Ida', answeredAt: null, recommend: null, comment: null, callMe: false },
    ],
    sent: 2,
    answered: 1,
    score: null,
  };
  showSignedIn(await openClinic({}), <SurveysScreen />);
  const [, first, second] = await screen.findAllByRole('row', {}, slowly);
  expect(first?.textContent).toContain('3 of 10');
  expect(first?.textContent).toContain('Cold room');
  expect(second?.textContent).toContain('No answer yet');
  expect(screen.getByText('shown from 5 answers on')).toBeTruthy();
  expect(screen.getByText('1 of 2')).toBeTruthy();
  answers['surveys.called'] = { calledAt: '2026-11-18T15:00:00Z' };
  answers['surveys.list'] = {
    surveys: [{ ...line, calledAt: '2026-11-18T15:00:00Z' }],
    sent: 5,
    answered: 5,
    score: 60,
  };
  if (!first) throw new Error('No row is shown.');
  await userEvent.click(within(first).getByRole('button', { name: 'Delgado, Rosa was called' }));
  await waitFor(() => expect(screen.getByText('60')).toBeTruthy());
  expect(asked).toContainEqual(['surveys.called', { SurveySendId: 'a' }]);
  expect(screen.queryByRole('button', { name: /was called/ })).toBeNull();
});

test('without surveys it says how to send one', async () => {
  answers['surveys.list'] = { surveys: [], sent: 0, answered: 0, score: null };
  showSignedIn(await openClinic({}), <SurveysScreen />);
  expect(await screen.findByText('No surveys yet', {}, slowly)).toBeTruthy();
});

test('a survey is sent from a visit that has begun, and says how', async () => {
  answers['surveys.send'] = { reached: ['text'] };
  showSignedIn(await openClinic({}), <SendSurvey visit={{ ...visit, stage: 'billing' }} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Send survey' }, slowly));
  expect(await screen.findByText('The survey was sent by text message.', {}, slowly)).toBeTruthy();
});

test('a visit that has not begun has no survey to send', async () => {
  showSignedIn(await openClinic({}), <SendSurvey visit={{ ...visit, stage: 'confirmed' }} />);
  expect(screen.queryByRole('button', { name: 'Send survey' })).toBeNull();
});
