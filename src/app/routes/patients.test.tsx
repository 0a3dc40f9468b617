import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { showDate } from '#contract/base/dates.ts';
import { showName } from '#contract/base/text.ts';
import { noteRow, patient, testId, visit } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { Link } from '#shared/routing/link.tsx';
import { setSyncState, syncState } from '#shared/sync-state.ts';
import { setSyncWorker } from '#shared/sync-worker.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { careForKeyboards } from '#shared/focus/keyboard-care.ts';
import { listen } from '#shared/testing/listen.ts';
import { LiveRegion } from '#shared/ui/live-region/live-region.tsx';
import { PatientsRoute } from './patients.tsx';

const patience = { timeout: 20_000 };
const other = { ...patient, PatientId: testId(41) as typeof patient.PatientId, FirstName: 'Nora', LastName: 'Quist' };
const worker = {
  search: async () => [],
  listNames: async () => ({ names: [], total: 0 }),
  openChart: async () => true,
};
let stop = () => undefined as void;

beforeEach(() => {
  setSyncWorker(worker as never);
  setSyncState({ ...syncState(), online: true, hydrated: { P0: true, P1: true, names: true } });
  stop = careForKeyboards();
});
afterEach(() => {
  stop();
  setSyncWorker(null);
  act(() => setSyncState(null));
  lockDevice();
});

test('the title and the focus follow a visit that is opened and left, and the next chart is told by its name', async () => {
  const rows = { patients: [patient, other], visitNotes: [noteRow({ Plan: 'Twice a week.' })] };
  const Elsewhere = () => <Link to={`/patients/${other.PatientId}`}>Another chart</Link>;
  showSignedIn(
    await openClinic(rows),
    <MemoryRouter initialEntries={[`/patients/${patient.PatientId}?tab=visits`]}>
      <Elsewhere />
      <Routes>
        <Route path="/patients/:id?" element={<PatientsRoute />} />
      </Routes>
      <LiveRegion />
    </MemoryRouter>,
  );
  const opener = within(await screen.findByRole('table', { name: 'Visits' }, patience)).getByText(
    showDate(visit.Start),
    { exact: false, selector: 'button, a' },
  );
  await waitFor(() => expect(document.title).toBe('Chart · Mainstay'));
  act(() => opener.focus());
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(document.title).toBe('Visit · Mainstay'), patience);
  const title = await screen.findByRole('heading', { name: new RegExp(`^${visit.VisitTypeName}`) }, patience);
  await waitFor(() => expect(document.activeElement).toBe(title), patience);
  const back = screen.getByRole('button', { name: 'Chart' });
  act(() => back.focus());
  await userEvent.keyboard('{Enter}');
  const tab = await screen.findByRole('tab', { name: 'Visits', selected: true }, patience);
  expect(document.title).toBe('Chart · Mainstay');
  await waitFor(() => expect(document.activeElement).toBe(tab));
  const heard = listen();
  await userEvent.click(screen.getByRole('link', { name: 'Another chart' }));
  // The list beside it may tell its count meanwhile.
  const ofCharts = () => heard.filter((text) => text.startsWith('Chart of'));
  await waitFor(() => expect(ofCharts()).toEqual([`Chart of ${showName(other)}`]), patience);
});

test('full screen ends with every address of the left pane that is entered, and does not come back with the first', async () => {
  const rail = document.createElement('nav');
  rail.dataset['shellPart'] = 'rail';
  document.body.append(rail);
  const chartOf = (of: typeof patient) => `/patients/${of.PatientId}`;
  showSignedIn(
    await openClinic({ patients: [patient, other] }),
    <MemoryRouter initialEntries={[chartOf(patient)]}>
      <Link to={chartOf(patient)}>First chart</Link>
      <Link to={chartOf(other)}>Other chart</Link>
      <Link to={`${chartOf(patient)}?tab=visits`}>First visits</Link>
      <Link to="/patients">List</Link>
      <Routes>
        <Route path="/patients/:id?" element={<PatientsRoute />} />
      </Routes>
    </MemoryRouter>,
  );
  const go = (name: string) => userEvent.click(screen.getByRole('link', { name }));
  const state = (pressed: boolean) =>
    screen.findByRole('button', { name: pressed ? 'Exit full screen' : 'Full screen', pressed }, patience);
  const enlarge = async () => {
    await userEvent.click(await state(false));
    await state(true);
    expect([rail.inert, screen.queryByRole('heading', { name: 'Patients', level: 1 })?.className]).toEqual([
      true,
      'visually-hidden',
    ]);
  };
  await enlarge();
  // A tab of the same chart is no other address of the left pane.
  await go('First visits');
  await screen.findByRole('tab', { name: 'Visits', selected: true }, patience);
  await state(true);
  await go('Other chart');
  await state(false);
  expect(rail.inert).toBe(false);
  await go('First chart');
  await screen.findByRole('heading', { name: new RegExp(patient.LastName) }, patience);
  await state(false);
  await enlarge();
  await go('List');
  expect(await screen.findByText('No patient chosen', {}, patience)).toBeTruthy();
  expect(rail.inert).toBe(false);
  await go('First chart');
  await state(false);
  rail.remove();
});
