import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { addDays } from '#contract/base/dates.ts';
import { weekdayOf } from '#contract/scheduling/wall-time.ts';
import { episode, patient, testId, visit } from '#contract/testing/rows.ts';
import { Visit } from '#contract/visits/visit.ts';
import { lockDevice } from '#local/store/device.ts';
import { setSyncState, syncState } from '#shared/sync-state.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import type { SeriesStart } from '../series/series-choices.ts';
import { UnderScheduledDrawer } from './under-scheduled-drawer.tsx';

afterEach(() => {
  setSyncState(null);
  lockDevice();
});

const today = new Date().toISOString().slice(0, 10);
const plan = { VisitsPerWeek: 2, PlanWeeks: 6, PlanOfCareStart: addDays(today, -7), PlanOfCareEnd: addDays(today, 35) };

test('who is booked too little is named with what is missing, and can be booked from there', async () => {
  const onBook = vi.fn<(start: SeriesStart) => void>();
  const before = (days: number) =>
    Visit.parse({
      ...visit,
      VisitId: testId(100 + days),
      VisitTypeName: 'PT Follow-up',
      stage: 'closed',
      Start: `${addDays(today, -days)}T09:30`,
      End: `${addDays(today, -days)}T10:15`,
    });
  const visits = [before(14), before(21), before(17), before(24)];
  const clinic = await openClinic({ patients: [patient], cases: [{ ...episode, ...plan }], visits }, [
    'schedule visits',
  ]);
  setSyncState({ ...syncState(), online: false });
  showSignedIn(clinic, <UnderScheduledDrawer opened onClose={vi.fn()} FacilityId={null} onBook={onBook} />);
  const [first] = await screen.findAllByText(/^Week of .*: 0 of 2 booked, 2 more to book$/);
  expect(first).toBeTruthy();
  expect(screen.getByText('You are offline. You see the patients on this device.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /^Book: / }));
  await waitFor(() => expect(onBook).toHaveBeenCalledTimes(1));
  const days = [14, 17].map((ago) => weekdayOf(addDays(today, -ago))).toSorted((a, b) => a - b);
  const [start] = onBook.mock.calls[0] ?? [];
  expect(start).toMatchObject({ PatientId: patient.PatientId, CaseId: episode.CaseId, ProviderId: episode.ProviderId });
  expect(start?.count).toBeGreaterThanOrEqual(2);
  expect(start?.VisitTypeName).toBe('PT Follow-up');
  expect(start?.times).toEqual(days.map((weekday) => ({ weekday, time: '09:30' })));
  expect(start?.from && start.from >= today).toBe(true);
});

test('no one is named where all are booked as planned, nor offered to who may not book', async () => {
  const clinic = await openClinic({ patients: [patient], cases: [episode] }, []);
  showSignedIn(clinic, <UnderScheduledDrawer opened onClose={vi.fn()} FacilityId={null} />);
  expect(await screen.findByText('All patients are booked as planned')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Book: / })).toBeNull();
});
