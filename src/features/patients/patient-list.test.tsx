import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { PatientName } from '#contract/patients/patient-name.ts';
import { PatientId } from '#contract/base/ids.ts';
import { patient, testId, visit } from '#contract/testing/rows.ts';
import { Visit } from '#contract/visits/visit.ts';
import { lockDevice } from '#local/store/device.ts';
import { readDraft } from '#local/drafts/drafts.ts';
import { setSyncState, syncState } from '#shared/sync-state.ts';
import { mirrorRows } from '#local/testing/device.ts';
import { openClinic, queued, showSignedIn } from '#shared/testing/clinic.tsx';
import { saveUnsaved } from '#shared/unsaved.ts';
import { EditPatientDrawer } from './edit-patient-drawer.tsx';
import { NewPatientDrawer } from './new-patient-drawer.tsx';
import { PatientList } from './patient-list.tsx';
import { rememberPatient } from './recent-patients.ts';

const elsewhere = PatientName.parse({ ...patient, PatientId: testId(90), LastName: 'Okafor', FirstName: 'Ada' });
const search = vi.fn(async (typed: string) =>
  [patient, elsewhere].filter((each) => each.LastName.toLowerCase().includes(typed)),
);

const listNames = vi.fn(async (from: number, limit: number) => ({
  total: 2,
  names: [patient, elsewhere].slice(from, from + limit),
}));

/** Noon of a day that is the same in every zone of the country. */
function dayOfTest(): string {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-18T18:00:00Z') });
  return '2026-11-18';
}
afterEach(() => {
  vi.useRealTimers();
  lockDevice();
  act(() => setSyncState({ ...syncState(), online: true }));
});

test('searches as you type and opens the first match with Enter', async () => {
  const onNavigate = vi.fn();
  showSignedIn(
    await openClinic(),
    <PatientList listNames={listNames} search={search} selected={null} onNavigate={onNavigate} onNew={vi.fn()} />,
  );
  const box = screen.getByRole('searchbox', { name: 'Search patients' });
  await userEvent.type(box, 'okaf');
  const match = await screen.findByRole('link', { name: /Okafor/ });
  expect(screen.getByText('1 match')).toBeTruthy();
  await userEvent.keyboard('{Enter}');
  expect(onNavigate).toHaveBeenCalledWith(`/patients/${testId(90)}`);
  box.focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(match);
});

test('Enter right after the last letter waits for its matches', async () => {
  const onNavigate = vi.fn();
  const answers: (() => void)[] = [];
  const slow = vi.fn(
    (typed: string) =>
      new Promise<PatientName[]>((resolve) => {
        answers.push(() => resolve(typed === 'o' ? [patient, elsewhere] : [elsewhere]));
      }),
  );
  showSignedIn(
    await openClinic(),
    <PatientList listNames={listNames} search={slow} selected={null} onNavigate={onNavigate} onNew={vi.fn()} />,
  );
  const box = screen.getByRole('searchbox', { name: 'Search patients' });
  await userEvent.type(box, 'o');
  act(() => answers[0]?.());
  await screen.findByText('2 matches');
  await userEvent.type(box, 'k{Enter}');
  expect(onNavigate).not.toHaveBeenCalled();
  act(() => answers.at(-1)?.());
  await waitFor(() => expect(onNavigate).toHaveBeenCalledWith(`/patients/${testId(90)}`));
  expect(onNavigate).toHaveBeenCalledTimes(1);
});

test('offline, a match whose chart is not here says so', async () => {
  act(() => setSyncState({ ...syncState(), online: false }));
  showSignedIn(
    await openClinic(),
    <PatientList listNames={listNames} search={search} selected={null} onNavigate={vi.fn()} onNew={vi.fn()} />,
  );
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search patients' }), 'o');
  await waitFor(() =>
    expect(screen.getByRole('link', { name: /Okafor/ }).textContent).toContain('not on this device yet'),
  );
  expect(screen.getByRole('link', { name: /Brien/ }).textContent).not.toContain('not on this device yet');
});

test('a new patient is refused with a sentence at each field, then queued with the ids made here', async () => {
  act(() => setSyncState({ ...syncState(), online: false }));
  const onCreated = vi.fn();
  showSignedIn(await openClinic(), <NewPatientDrawer opened onClose={vi.fn()} onShow={onCreated} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Create patient' }));
  expect(await screen.findByText('Enter the first name.')).toBeTruthy();
  expect(screen.getByText('Enter the birth date.')).toBeTruthy();
  expect(await queued()).toEqual([]);
  await userEvent.type(screen.getByRole('textbox', { name: 'First name' }), 'Ida');
  await userEvent.type(screen.getByRole('textbox', { name: 'Last name' }), 'Brook');
  await userEvent.type(screen.getByRole('textbox', { name: 'Birth date' }), '02031960');
  await userEvent.click(screen.getByRole('combobox', { name: 'Sex on the insurance' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Female' }));
  await userEvent.click(screen.getByRole('button', { name: 'Create patient' }));
  await waitFor(() => expect(onCreated).toHaveBeenCalled());
  const [created] = await queued();
  expect(created).toMatchObject({
    name: 'patients.create',
    input: {
      patient: { FirstName: 'Ida', LastName: 'Brook', DateOfBirth: '1960-02-03', Sex: 'F', Phone: null },
      insurances: [],
    },
  });
  expect(onCreated).toHaveBeenCalledWith(expect.stringMatching(/^[0-9a-f-]{36}$/));
});

test('an edit sends only what was changed, with what it was before', async () => {
  const onClose = vi.fn();
  showSignedIn(await openClinic(), <EditPatientDrawer patient={patient} opened onClose={onClose} />);
  const drawer = within(await screen.findByRole('dialog', { name: 'Edit patient' }));
  const city = await drawer.findByRole('textbox', { name: 'City' });
  await userEvent.clear(city);
  await userEvent.type(city, 'Salem');
  await userEvent.click(drawer.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(await queued()).toEqual([
    {
      name: 'patients.update',
      input: { id: patient.PatientId, changes: { City: 'Salem' } },
      base: { City: 'Portland' },
    },
  ]);
});

test('what others change while the form is open is not taken back', async () => {
  let change: (now: typeof patient) => void = () => undefined;
  function Screen() {
    const [now, setNow] = useState(patient);
    change = setNow;
    return <EditPatientDrawer patient={now} opened onClose={vi.fn()} />;
  }
  showSignedIn(await openClinic(), <Screen />);
  const city = await screen.findByRole('textbox', { name: 'City' });
  act(() => change({ ...patient, Phone: '5035550199', alerts: ['Fall risk'] }));
  await userEvent.clear(city);
  await userEvent.type(city, 'Salem');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(async () => expect((await queued())[0]?.input['changes']).toEqual({ City: 'Salem' }));
});

test('a form left half-filled by a lock is open again with its text; given up, it is gone', async () => {
  const clinic = await openClinic();
  const first = showSignedIn(clinic, <EditPatientDrawer patient={patient} opened onClose={vi.fn()} />);
  const city = await screen.findByRole('textbox', { name: 'City' });
  await userEvent.clear(city);
  await userEvent.type(city, 'Sal');
  expect(await saveUnsaved()).toBe(true);
  first.unmount();

  // Meanwhile somebody else wrote another phone number: the form must not take it back.
  const changed = { ...patient, Phone: '(503) 555-0199' };
  await mirrorRows(clinic.device, 'patients', [changed]);
  const onClose = vi.fn();
  function Screen() {
    const [opened, setOpened] = useState(false);
    const reopen = () => setOpened(true);
    return <EditPatientDrawer patient={changed} opened={opened} onReopen={reopen} onClose={onClose} />;
  }
  const second = showSignedIn(clinic, <Screen />);
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'City' }).value).toBe('Sal'));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Phone' }).value).toBe('(503) 555-0199');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }));
  expect(onClose).toHaveBeenCalled();
  second.unmount();
  await waitFor(async () => expect(await readDraft(`form:patient:${patient.PatientId}`)).toBeUndefined());
  expect(await queued()).toEqual([]);
});

test('today shows who comes, recent what was opened, all every name of the site', async () => {
  const today = dayOfTest();
  const visits = [
    Visit.parse({ ...visit, Start: `${today}T10:00`, End: `${today}T10:45`, stage: 'confirmed' }),
    Visit.parse({ ...visit, VisitId: testId(61), Start: `${today}T11:00`, End: `${today}T11:45`, stage: 'cancelled' }),
  ];
  localStorage.clear();
  showSignedIn(
    await openClinic({ visits }),
    <PatientList listNames={listNames} search={search} selected={null} onNavigate={vi.fn()} onNew={vi.fn()} />,
  );
  expect(await screen.findByText('1 patient today')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Mine' }).getAttribute('aria-pressed')).toBe('true');
  expect(screen.getAllByRole('link')).toHaveLength(1);
  await userEvent.click(screen.getByRole('radio', { name: 'All' }));
  expect(await screen.findByText('2 patients')).toBeTruthy();
  expect(screen.getAllByRole('link')).toHaveLength(2);
  await userEvent.click(screen.getByRole('radio', { name: 'Recent' }));
  expect(await screen.findByText('No charts opened yet')).toBeTruthy();
});

test('recent lists the chart opened lately and no other; Mine leaves out patients of other providers', async () => {
  const today = dayOfTest();
  const other = { ...patient, PatientId: PatientId.parse(testId(92)), LastName: 'Adams' };
  const at = { Start: `${today}T10:00`, End: `${today}T10:45`, stage: 'confirmed' };
  const visits = [
    Visit.parse({ ...visit, ...at }),
    Visit.parse({ ...visit, ...at, VisitId: testId(62), PatientId: other.PatientId, ProviderId: testId(63) }),
  ];
  localStorage.clear();
  const clinic = await openClinic({ visits, patients: [patient, other] });
  rememberPatient('demo', clinic.device.UserId, other.PatientId);
  showSignedIn(
    clinic,
    <PatientList listNames={listNames} search={search} selected={null} onNavigate={vi.fn()} onNew={vi.fn()} />,
  );
  const shown = () => screen.queryAllByRole('link').map((link) => /Adams|Brien/.exec(link.textContent)?.[0]);
  await waitFor(() => expect(shown()).toEqual(['Adams']));
  expect(screen.getByText('Recently opened')).toBeTruthy();
  await userEvent.click(screen.getByRole('radio', { name: 'Today' }));
  await waitFor(() => expect(shown()).toEqual(['Brien']));
  await userEvent.click(screen.getByRole('button', { name: 'Mine' }));
  await waitFor(() => expect(new Set(shown())).toEqual(new Set(['Adams', 'Brien'])));
});

test('two of one name and birth date are told apart by phone, last visit and provider', async () => {
  act(() => setSyncState({ ...syncState(), online: false }));
  const twin = { ...patient, PatientId: PatientId.parse(testId(91)), Phone: '5035550199' };
  const seen = { ...visit, stage: 'closed' as const, Start: '2026-11-02T09:00', End: '2026-11-02T09:45' };
  showSignedIn(
    await openClinic({ visits: [seen] }),
    <PatientList
      listNames={listNames}
      search={() => Promise.resolve([patient, twin])}
      selected={null}
      onNavigate={vi.fn()}
      onNew={vi.fn()}
    />,
  );
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search patients' }), 'o');
  await waitFor(() =>
    expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual([
      expect.stringMatching(/\(503\) 555-0134 · last visit 11\/02\/2026 with \w+ \w+/),
      expect.stringContaining('(503) 555-0199'),
    ]),
  );
});
