import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Patient } from '#contract/patients/patient.ts';
import { patient, provider, testId, visit } from '#contract/testing/rows.ts';
import { Visit } from '#contract/visits/visit.ts';
import { lockDevice } from '#local/store/device.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { TodayVisits } from './today-visits.tsx';

afterEach(() => lockDevice());

test('two of one name are told apart among the visits of the day', async () => {
  const people = [
    Patient.parse({ ...patient, Phone: '6025550101' }),
    Patient.parse({ ...patient, PatientId: testId(71), Phone: '6025550102' }),
    Patient.parse({ ...patient, PatientId: testId(72), FirstName: 'Lan' }),
  ];
  const nothing = { case: undefined, note: undefined, claim: undefined, alertNotes: [] };
  const visits = people.map((one, at) => ({
    ...nothing,
    visit: Visit.parse({ ...visit, VisitId: testId(60 + at), PatientId: one.PatientId }),
    patient: one,
    provider,
  }));
  showSignedIn(await openClinic(), <TodayVisits visits={visits} onNavigate={() => undefined} />);
  await screen.findByText(/^born .* \(602\) 555-0101/);
  await screen.findByText(/^born .* \(602\) 555-0102/);
  expect(screen.getByRole('link', { name: /, Lan/ }).textContent).not.toContain('born');
});
