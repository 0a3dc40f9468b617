import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { PatientFields } from '#contract/patients/patient.ts';
import type { QueueableName } from '#contract/queued-endpoints.ts';
import { patient } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { parkedCalls, queueWrite } from '#local/outbox/outbox.ts';
import { park } from '#local/testing/park.ts';
import { openClinic, queued, showSignedIn } from '#shared/testing/clinic.tsx';
import { patience } from '#shared/testing/over-lock.tsx';
import { expectSettled } from '#shared/testing/settled.ts';
import { EditPatientDrawer } from './edit-patient-drawer.tsx';
import { ResendPatientForm } from './resend-patient-form.tsx';

afterEach(() => lockDevice());

const { PatientId: id } = patient;
const created = { ...PatientFields.parse(patient), PatientId: id };
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

async function typeCity(): Promise<void> {
  await userEvent.type(await screen.findByRole('textbox', { name: 'City' }, patience), 'x');
}

function Edit() {
  const [opened, setOpened] = useState(true);
  return <EditPatientDrawer patient={patient} opened={opened} onClose={() => setOpened(false)} />;
}

test('the draft of a changed patient goes with the call', async () => {
  const clinic = await openClinic();
  showSignedIn(clinic, <Edit />);
  await typeCity();
  await expectSettled(clinic.device, () => press('Save'));
  expect(await queued()).toMatchObject([{ name: 'patients.update', input: { changes: { City: `${patient.City}x` } } }]);
});

const refused: [QueueableName, () => Promise<unknown>][] = [
  ['patients.update', () => queueWrite('patients.update', { id, changes: { City: 'Salem' } }, { City: patient.City })],
  ['patients.create', () => queueWrite('patients.create', { patient: created, insurances: [] })],
];

test.each(refused)('the draft of a refused %s goes with the call that is sent again', async (name, write) => {
  const clinic = await openClinic();
  await write();
  await park(clinic.device, 1, { kind: 'invalid', reason: 'Nothing was changed.' });
  const [call] = await parkedCalls();
  if (!call) throw new Error('Nothing was refused.');
  showSignedIn(clinic, <ResendPatientForm call={call} onDone={() => undefined} />);
  await typeCity();
  await expectSettled(clinic.device, () => press('Send again'));
  expect(await queued()).toMatchObject([{ name }]);
});
