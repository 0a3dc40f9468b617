import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { patientRecord, type Patient } from '#contract/patients/patient.ts';
import { patient } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { draftKeys, saveDraft } from '#local/drafts/drafts.ts';
import { recordKey, unsavedDrafts } from '#local/drafts/unsaved-drafts.ts';
import { readPatient } from '#local/reads/patients.ts';
import { mirrorRows } from '#local/testing/device.ts';
import { openClinic, queued, savedOnce, showSignedIn } from '#shared/testing/clinic.tsx';
import { patience } from '#shared/testing/over-lock.tsx';
import { futureSentence, notADateSentence } from '#shared/ui/date-field/date-text.ts';
import { setSyncState, syncState } from '#shared/sync-state.ts';
import { hasUnsaved, saveUnsaved } from '#shared/unsaved.ts';
import { EditPatientDrawer } from './edit-patient-drawer.tsx';
import { NewPatientDrawer } from './new-patient-drawer.tsx';

// No server stands beside these.
beforeEach(() => act(() => setSyncState({ ...syncState(), online: false })));
afterEach(() => lockDevice());

function New() {
  const [opened, setOpened] = useState(true);
  return <NewPatientDrawer opened={opened} onClose={() => setOpened(false)} onShow={() => setOpened(false)} />;
}

function Edit({ onClose = () => undefined }: { onClose?: () => void }) {
  const [opened, setOpened] = useState(true);
  return (
    <EditPatientDrawer
      patient={patient}
      opened={opened}
      onClose={() => {
        setOpened(false);
        onClose();
      }}
    />
  );
}

const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name }, patience);

async function fillNew(birth: string) {
  await userEvent.type(await field('First name'), 'Nora');
  await userEvent.type(await field('Last name'), 'Quist');
  await userEvent.type(await field('Birth date'), birth);
  await userEvent.click(screen.getByRole('combobox', { name: 'Sex on the insurance' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Female' }));
}

test('a birth date cut short after it was whole is not created as the whole one', async () => {
  showSignedIn(await openClinic({}), <New />);
  await fillNew('05121980');
  await userEvent.type(await field('Birth date'), '{Backspace}{Backspace}{Backspace}');
  await userEvent.click(screen.getByRole('button', { name: 'Create patient' }));
  const birth = await field('Birth date');
  await waitFor(() => expect(document.activeElement).toBe(birth));
  expect(birth.value).toBe('05/12/1');
  expect(screen.getByText(notADateSentence)).toBeTruthy();
  expect(await queued()).toEqual([]);
  await userEvent.type(birth, '981');
  await userEvent.click(screen.getByRole('button', { name: 'Create patient' }));
  await waitFor(async () =>
    expect(await queued()).toMatchObject([{ input: { patient: { DateOfBirth: '1981-05-12' } } }]),
  );
});

test('a birth date in the future is refused at its field', async () => {
  showSignedIn(await openClinic({}), <New />);
  await fillNew('05122962');
  await userEvent.click(screen.getByRole('button', { name: 'Create patient' }));
  expect(await screen.findByText(futureSentence)).toBeTruthy();
  expect(await queued()).toEqual([]);
});

test('a patient is created once, however often it is pressed, and no draft stays beside the call', async () => {
  const clinic = await openClinic({});
  showSignedIn(clinic, <New />);
  await fillNew('05121980');
  expect(await saveUnsaved()).toBe(true);
  expect(await draftKeys()).toHaveLength(1);
  await savedOnce(clinic, 'Create patient');
  expect(await queued()).toMatchObject([{ name: 'patients.create' }]);
});

test('what is no date keeps the drawer of an existing patient open and nothing is saved', async () => {
  const onClose = vi.fn();
  showSignedIn(await openClinic({ patients: [patient] }), <Edit onClose={onClose} />);
  const birth = await field('Birth date');
  await userEvent.tripleClick(birth);
  await userEvent.keyboard('13451970');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(document.activeElement).toBe(birth));
  expect(screen.getByText(notADateSentence)).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  expect(await queued()).toEqual([]);
});

const discardName = 'Discard changes?';
const overlay = () => document.querySelector<HTMLElement>('.mantine-Drawer-overlay') as HTMLElement;

test('a filled form is not thrown away by a click outside; Esc and Cancel ask once', async () => {
  showSignedIn(await openClinic({}), <New />);
  await userEvent.type(await field('First name'), 'Nora');
  expect(hasUnsaved()).toBe(true);
  await userEvent.click(overlay());
  expect((await field('First name')).value).toBe('Nora');
  await userEvent.click(await field('First name'));
  await userEvent.keyboard('{Escape}');
  const asked = await screen.findByRole('dialog', { name: discardName });
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(asked.isConnected).toBe(false));
  expect(screen.queryByRole('dialog', { name: discardName })).toBeNull();
  expect((await field('First name')).value).toBe('Nora');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  const again = within(await screen.findByRole('dialog', { name: discardName }));
  await userEvent.click(again.getByRole('button', { name: 'Discard changes' }));
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'First name' })).toBeNull());
  expect(hasUnsaved()).toBe(false);
});

test('an untouched form goes without a question', async () => {
  const onClose = vi.fn();
  showSignedIn(await openClinic({ patients: [patient] }), <Edit onClose={onClose} />);
  await field('First name');
  await userEvent.click(overlay());
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('dialog', { name: discardName })).toBeNull();
});

test('a changed patient asks before the change goes', async () => {
  const onClose = vi.fn();
  showSignedIn(await openClinic({ patients: [patient] }), <Edit onClose={onClose} />);
  await userEvent.type(await field('City'), 'X');
  await userEvent.click(overlay());
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).not.toHaveBeenCalled();
  const asked = within(await screen.findByRole('dialog', { name: discardName }));
  await userEvent.click(asked.getByRole('button', { name: 'Keep editing' }));
  expect(onClose).not.toHaveBeenCalled();
  expect((await field('City')).value).toMatch(/X$/);
});

/** Opens by itself where something was left in it. */
function Chart({ now, isOpen = false }: { now: Patient; isOpen?: boolean }) {
  const [opened, setOpened] = useState(isOpen);
  return <EditPatientDrawer patient={now} opened={opened} onReopen={() => setOpened(true)} onClose={vi.fn()} />;
}

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
