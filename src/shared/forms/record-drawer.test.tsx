import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Patient } from '#contract/patients/patient.ts';
import { episode, patient } from '#contract/testing/rows.ts';
import { goal } from '#contract/cases/goal.ts';
import { readRow } from '#local/reads/reads.ts';
import { mirrorRows } from '#local/testing/device.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { RecordDrawer } from './record-drawer.tsx';
import { recordForm } from './record-form.tsx';

test('what a form chooses from could not be read: its drawer says so and reads again', async () => {
  const known = vi.fn().mockRejectedValueOnce(new Error('the database was closed')).mockResolvedValue({});
  const form = recordForm(goal, { known, start: () => ({}), Layout: ({ Field }) => <Field of="Text" /> });
  const about = { of: null, parent: episode.CaseId };
  showSignedIn(
    await openClinic(),
    <RecordDrawer form={form} at={episode.PatientId} about={about} onReopen={vi.fn()} onClose={vi.fn()} />,
  );
  expect((await screen.findByRole('alert', {}, { timeout: 15_000 })).textContent).toContain(
    'The form of the goal could not be loaded',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('textbox', { name: 'Goal' })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a later read that fails leaves the form and what is typed in it', async () => {
  const read = vi.fn(async () => ({}));
  const known = () => readRow('patients', patient.PatientId).then(read);
  const form = recordForm(goal, { known, start: () => ({}), Layout: ({ Field }) => <Field of="Text" /> });
  const about = { of: null, parent: episode.CaseId };
  const clinic = await openClinic();
  showSignedIn(
    clinic,
    <RecordDrawer form={form} at={episode.PatientId} about={about} onReopen={vi.fn()} onClose={vi.fn()} />,
  );
  await userEvent.type(await screen.findByRole('textbox', { name: 'Goal' }), 'Walk a mile');
  read.mockClear();
  read.mockRejectedValue(new Error('the database was closed'));
  await act(() => mirrorRows(clinic.device, 'patients', [Patient.parse({ ...patient, City: 'Mesa' })]));
  await waitFor(() => expect(read).toHaveBeenCalled());
  await act(async () => undefined);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Goal' }).value).toBe('Walk a mile');
});
