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
  await waitFor(() => expect(heard).toEqual([`Chart of ${showName(other)}`]), patience);
});
