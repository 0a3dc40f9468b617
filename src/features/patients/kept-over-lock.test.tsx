import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { patientRecord, type Patient } from '#contract/patients/patient.ts';
import { patient } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { saveDraft } from '#local/drafts/drafts.ts';
import { readPatient } from '#local/reads/patients.ts';
import { mirrorRows } from '#local/testing/device.ts';
import { recordKey, unsavedDrafts } from '#local/drafts/unsaved-drafts.ts';
import { openClinic, queued, showSignedIn } from '#shared/testing/clinic.tsx';
import { patience } from '#shared/testing/over-lock.tsx';
import { saveUnsaved } from '#shared/unsaved.ts';
import { EditPatientDrawer } from './edit-patient-drawer.tsx';

afterEach(() => lockDevice());

/** Opens by itself where something was left in it. */
function Chart({ now, isOpen = false }: { now: Patient; isOpen?: boolean }) {
  const [opened, setOpened] = useState(isOpen);
  return <EditPatientDrawer patient={now} opened={opened} onReopen={() => setOpened(true)} onClose={vi.fn()} />;
}

const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name }, patience);
const { PatientId } = patient;

test('an alert someone else added while a form was kept over a lock stays', async () => {
  const before = { ...patient, alerts: ['Fall risk'] };
  const clinic = await openClinic({ patients: [before] });
  const first = showSignedIn(clinic, <Chart now={before} isOpen />);
  await userEvent.type(await screen.findByLabelText('Alerts', { selector: 'input' }, patience), 'Hearing aid{Enter}');
  await userEvent.type(await field('City'), ' East');
  expect(await saveUnsaved()).toBe(true);
  first.unmount();
  await waitFor(async () => expect(await unsavedDrafts()).toMatchObject([{ fields: ['City', 'alerts'] }]), patience);

  const now = { ...before, City: 'Salem', Phone: '(503) 555-0199', alerts: ['Fall risk', 'Latex allergy'] };
  await mirrorRows(clinic.device, 'patients', [now]);
  showSignedIn(clinic, <Chart now={now} />);
  await screen.findByText('Hearing aid', {}, patience);
  expect((await field('Phone')).value).toBe('(503) 555-0199');
  await userEvent.type(await field('Pronouns'), 'she/her');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(async () => expect(await queued()).toHaveLength(1), patience);
  expect(await queued()).toEqual([
    {
      name: 'patients.update',
      input: {
        id: PatientId,
        changes: { City: `${patient.City} East`, Pronouns: 'she/her', alerts: ['Fall risk', 'Hearing aid'] },
      },
      base: { City: patient.City, Pronouns: now.Pronouns, alerts: ['Fall risk'] },
    },
  ]);
  expect((await readPatient(PatientId))?.alerts).toEqual(['Fall risk', 'Latex allergy', 'Hearing aid']);
});

test('a draft of before that tells only what was typed is filled in over what is there', async () => {
  const clinic = await openClinic();
  await saveDraft(recordKey(patientRecord, PatientId), { City: 'Salem' });
  expect(await unsavedDrafts()).toMatchObject([{ fields: ['City'] }]);
  showSignedIn(clinic, <Chart now={patient} />);
  await waitFor(async () => expect((await field('City')).value).toBe('Salem'), patience);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(
    async () =>
      expect(await queued()).toMatchObject([{ input: { changes: { City: 'Salem' } }, base: { City: patient.City } }]),
    patience,
  );
});
