import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { addDays } from '#contract/base/dates.ts';
import { testId, visit } from '#contract/testing/rows.ts';
import { Visit } from '#contract/visits/visit.ts';
import { lockDevice } from '#local/store/device.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { PatientVisits } from './patient-visits.tsx';

afterEach(() => lockDevice());

test('of many visits the latest come first, the others on request', async () => {
  const visits = Array.from({ length: 150 }, (_, at) =>
    Visit.parse({ ...visit, VisitId: testId(300 + at), Start: `${addDays('2026-11-18', -at)}T09:00` }),
  );
  const clinic = await openClinic({ visits });
  showSignedIn(clinic, <PatientVisits PatientId={visit.PatientId} onNavigate={vi.fn()} />);
  await screen.findByText('11/18/2026', { exact: false }, { timeout: 15_000 });
  expect(screen.getAllByRole('row')).toHaveLength(101);
  await userEvent.click(screen.getByRole('button', { name: 'Show 50 earlier visits (50 left)' }));
  expect(screen.getAllByRole('row')).toHaveLength(151);
  expect(screen.queryByRole('button', { name: /earlier visits/ })).toBeNull();
});
