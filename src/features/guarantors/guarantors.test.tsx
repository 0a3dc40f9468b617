import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { PatientGuarantor } from '#contract/guarantors/patient-guarantor.ts';
import { examples } from '#contract/testing/records.ts';
import { patient } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { answersTo } from '#shared/testing/answered.ts';
import { futureSentence } from '#shared/ui/date-field/date-text.ts';
import { everything, openClinic, queued, showSignedIn } from '#shared/testing/clinic.tsx';
import { GuarantorsPart } from './guarantors-part.tsx';

afterEach(() => {
  lockDevice();
  vi.restoreAllMocks();
});
const slowly = { timeout: 15_000 };
const nora = PatientGuarantor.parse({ ...examples.patientGuarantors.row, PatientId: patient.PatientId });
const part = <GuarantorsPart PatientId={patient.PatientId} />;
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }, slowly));

test('a guarantor shows how far they reach, and is changed in a form', async () => {
  const grown = PatientGuarantor.parse({ ...nora, IsForAdult: true });
  showSignedIn(await openClinic({ patientGuarantors: [grown] }), part);
  const line = await screen.findByRole('listitem', {}, slowly);
  await waitFor(() => expect(line.textContent).toContain('Acts for the patient'));
  expect(line.textContent).toContain('Parent');
  await press('Edit guarantor Nora Quill');
  const phone = await screen.findByRole('textbox', { name: 'Phone' }, slowly);
  await userEvent.clear(phone);
  await userEvent.type(phone, '6145550100');
  await press('Save');
  await waitFor(async () =>
    expect((await queued()).map(({ name }) => name)).toEqual(['guarantors.updatePatientGuarantor']),
  );
  expect((await queued())[0]?.input).toMatchObject({ changes: { Phone: '6145550100' } });
});

test('the birth date of a guarantor is past: its century is told from two digits, asked for, and never to come', async () => {
  showSignedIn(await openClinic({ patientGuarantors: [nora] }), part);
  await press('Edit guarantor Nora Quill');
  const birth = await screen.findByRole('textbox', { name: 'Date of birth' }, slowly);
  const type = async (text: string) => {
    await userEvent.clear(birth);
    await userEvent.type(birth, `${text}{Tab}`);
  };
  await type('3/4/20');
  expect(await screen.findByText('Enter the year with four digits: 1920 or 2020.')).toBeTruthy();
  await type('3/4/2085');
  expect(await screen.findByText(futureSentence)).toBeTruthy();
  await press('Save');
  expect(await queued()).toEqual([]);
  await type('3/5/85');
  await press('Save');
  await waitFor(async () =>
    expect((await queued())[0]?.input).toMatchObject({ changes: { DateOfBirth: '1985-03-05' } }),
  );
});

test('without a right to edit patients there is nothing to change', async () => {
  const can = everything.filter((one) => one !== 'edit patients');
  showSignedIn(await openClinic({ patientGuarantors: [nora] }, can), part);
  expect(await screen.findByText(/^Nora Quill/, {}, slowly)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /guarantor/ })).toBeNull();
});

test('links and logins are listed, and ended', async () => {
  const access = {
    PatientId: patient.PatientId,
    links: [{ LinkId: 'a', purpose: 'visits', createdAt: nora.updated_at, expiresAt: nora.updated_at, state: 'open' }],
    sessions: [
      {
        SessionId: nora.PatientGuarantorId,
        kind: 'guarantor',
        name: 'Nora Quill',
        level: 'L2',
        device: 'Chrome on Android',
        createdAt: nora.updated_at,
        seenAt: nora.updated_at,
      },
    ],
  };
  const asked = answersTo({
    'patientLogin.access': access,
    'patientLogin.endSession': { ended: true },
    'patientLogin.endLinks': { ended: 1 },
  });
  showSignedIn(await openClinic(), part);
  await press('Links and logins');
  const logins = await screen.findByRole('list', { name: 'Logins' }, slowly);
  expect(within(logins).getByRole('listitem').textContent).toContain(
    'Nora QuillChrome on Android, by code and birth date',
  );
  await press('End login of Nora Quill, Chrome on Android');
  await press('End links');
  await waitFor(() =>
    expect(asked.map(([name]) => name).filter((name) => name !== 'patientLogin.access')).toEqual([
      'patientLogin.endSession',
      'patientLogin.endLinks',
    ]),
  );
});

test('a booking link is sent, and what came of it is said', async () => {
  const answers = { 'onlineScheduling.sendLink': { sent: ['email', 'text'] } };
  const asked = answersTo(answers);
  showSignedIn(await openClinic(), part);
  await press('Send booking link');
  expect(await screen.findByText('The link to book was sent by email and text message.', {}, slowly)).toBeTruthy();
  expect(asked).toEqual([['onlineScheduling.sendLink', { id: patient.PatientId }]]);
  answers['onlineScheduling.sendLink'] = { sent: [] };
  await press('Send booking link');
  const none = 'Nothing was sent. The patient has no email or phone that agreed to messages.';
  expect(await screen.findByText(none, {}, slowly)).toBeTruthy();
});

test('without a right to edit patients or to schedule no booking link is sent', async () => {
  const can = everything.filter((one) => one !== 'edit patients' && one !== 'schedule visits');
  showSignedIn(await openClinic({ patientGuarantors: [nora] }, can), part);
  expect(await screen.findByText(/^Nora Quill/, {}, slowly)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send booking link' })).toBeNull();
});
