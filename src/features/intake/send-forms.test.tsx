import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { visit } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { answersTo } from '#shared/testing/answered.ts';
import { everything, openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { SendForms } from './send-forms.tsx';

afterEach(() => {
  lockDevice();
  vi.restoreAllMocks();
});
const slowly = { timeout: 15_000 };

test.each([
  [{ reached: ['email', 'text'], why: null }, 'The forms were sent by email and text message.'],
  [{ reached: [], why: 'no-address' }, /The chart has no email or mobile phone/],
])('what came of sending is told: %j', async (reply, words) => {
  const asked = answersTo({ 'intake.send': reply });
  showSignedIn(await openClinic({}), <SendForms visit={{ ...visit, stage: 'scheduled' }} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Send forms' }, slowly));
  expect(await screen.findByText(words, {}, slowly)).toBeTruthy();
  expect(asked).toEqual([['intake.send', { id: visit.VisitId }]]);
});

test('forms that are not finished are sent again; of a visit that has begun, and without the right, there is no button', async () => {
  const { unmount } = showSignedIn(
    await openClinic({}),
    <SendForms visit={{ ...visit, stage: 'confirmed', intakeIncomplete: true }} />,
  );
  await screen.findByRole('button', { name: 'Send forms again' }, slowly);
  unmount();
  showSignedIn(
    await openClinic({}),
    <>
      <p>Here</p>
      <SendForms visit={{ ...visit, stage: 'inProgress' }} />
    </>,
  );
  await screen.findByText('Here', {}, slowly);
  expect(screen.queryByRole('button', { name: /Send forms/ })).toBeNull();
});

test('without a right to charts or bookings nothing is sent', async () => {
  const can = everything.filter((one) => one !== 'edit patients' && one !== 'schedule visits');
  showSignedIn(
    await openClinic({}, can),
    <>
      <p>Here</p>
      <SendForms visit={{ ...visit, stage: 'scheduled' }} />
    </>,
  );
  await screen.findByText('Here', {}, slowly);
  expect(screen.queryByRole('button', { name: /Send forms/ })).toBeNull();
});
