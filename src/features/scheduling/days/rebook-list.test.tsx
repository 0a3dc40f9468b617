import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Patient } from '#contract/patients/patient.ts';
import { patient, provider, testId, visit } from '#contract/testing/rows.ts';
import { Visit } from '#contract/visits/visit.ts';
import { lockDevice } from '#local/store/device.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { RebookList } from './rebook-list.tsx';

afterEach(() => lockDevice());

test('visits of two people of one name are told apart where something becomes of them', async () => {
  const people = [
    Patient.parse({ ...patient, Phone: '6025550101' }),
    Patient.parse({ ...patient, PatientId: testId(71), Phone: '6025550102' }),
  ];
  const lines = people.map(({ PatientId }, at) => ({
    visit: Visit.parse({ ...visit, VisitId: testId(60 + at), PatientId }),
    alternatives: [],
    choice: { kind: 'leave' as const },
  }));
  const outside = { lines, retry: null, patients: new Map(people.map((one) => [one.PatientId, one])), beyond: null };
  const list = { providers: [provider], reason: '', reasonError: null, onReason: () => undefined };
  showSignedIn(await openClinic(), <RebookList {...list} outside={outside} onChoose={() => undefined} />);
  await screen.findByRole('combobox', { name: /^What to do with the visit of O'Brien.*\(602\) 555-0101/ });
  await screen.findByRole('combobox', { name: /^What to do with the visit of O'Brien.*\(602\) 555-0102/ });
  expect(screen.getAllByText(/^born .* \(602\) 555-010/)).toHaveLength(2);
});
