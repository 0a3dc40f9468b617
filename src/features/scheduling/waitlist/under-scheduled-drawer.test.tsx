import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { addDays } from '#contract/base/dates.ts';
import { episode, patient } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { setSyncState, syncState } from '#shared/sync-state.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { UnderScheduledDrawer } from './under-scheduled-drawer.tsx';

afterEach(() => {
  setSyncState(null);
  lockDevice();
});

const today = new Date().toISOString().slice(0, 10);
const plan = { VisitsPerWeek: 2, PlanWeeks: 6, PlanOfCareStart: addDays(today, -7), PlanOfCareEnd: addDays(today, 35) };

test('who is booked too little is named with what is missing, and can be booked from there', async () => {
  const onBook = vi.fn();
  const clinic = await openClinic({ patients: [patient], cases: [{ ...episode, ...plan }] }, ['schedule visits']);
  setSyncState({ ...syncState(), online: false });
  showSignedIn(clinic, <UnderScheduledDrawer opened onClose={vi.fn()} FacilityId={null} onBook={onBook} />);
  const [first] = await screen.findAllByText(/^Week of .*: 0 of 2 booked, 2 more to book$/);
  expect(first).toBeTruthy();
  expect(screen.getByText('You are offline. You see the patients on this device.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /^Book: / }));
  expect(onBook).toHaveBeenCalledWith(
    expect.objectContaining({ PatientId: patient.PatientId, CaseId: episode.CaseId, ProviderId: episode.ProviderId }),
  );
});

test('no one is named where all are booked as planned, nor offered to who may not book', async () => {
  const clinic = await openClinic({ patients: [patient], cases: [episode] }, []);
  showSignedIn(clinic, <UnderScheduledDrawer opened onClose={vi.fn()} FacilityId={null} />);
  expect(await screen.findByText('All patients are booked as planned')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Book: / })).toBeNull();
});
