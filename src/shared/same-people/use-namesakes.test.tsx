import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { PatientName } from '#contract/patients/patient-name.ts';
import { patient, testId, visit } from '#contract/testing/rows.ts';
import { Visit } from '#contract/visits/visit.ts';
import { lockDevice } from '#local/store/device.ts';
import { setSyncState, syncState } from '#shared/sync-state.ts';
import { answersTo } from '#shared/testing/answered.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { useNamesakes } from './use-namesakes.ts';

const mai = PatientName.parse({ ...patient });
const twin = PatientName.parse({ ...patient, PatientId: testId(92) });
const seen = Visit.parse({ ...visit, stage: 'closed', Start: '2026-11-02T09:00', End: '2026-11-02T09:45' });
const ofTwin = Visit.parse({ ...seen, VisitId: testId(61), PatientId: twin.PatientId, Start: '2026-11-03T09:00' });

function Words({ people }: { people: PatientName[] }) {
  const apart = useNamesakes(people);
  return people.map(({ PatientId }) => <p key={PatientId}>{apart.get(PatientId)}</p>);
}

afterEach(() => {
  vi.restoreAllMocks();
  setSyncState(null);
  lockDevice();
});

test('those whose last visits are on this device are told apart by it alone', async () => {
  const asked = answersTo({});
  setSyncState({ ...syncState(), online: true });
  showSignedIn(await openClinic({ visits: [seen, ofTwin] }), <Words people={[mai, twin]} />);
  await screen.findByText(/^last visit 11\/02\/2026/);
  await screen.findByText(/^last visit 11\/03\/2026/);
  expect(asked).toEqual([]);
});

test('others are asked for once, in whatever order and place they stand', async () => {
  const lastVisit = { Start: '2026-11-04T09:00', provider: 'Maya Chen' };
  const asked = answersTo({ 'samePeople.find': { people: [{ ...twin, sure: true, shared: [], lastVisit }] } });
  setSyncState({ ...syncState(), online: true });
  const clinic = await openClinic({ visits: [seen] });
  showSignedIn(clinic, <Words people={[mai, twin]} />);
  await screen.findByText('last visit 11/04/2026 with Maya Chen');
  cleanup();
  showSignedIn(clinic, <Words people={[twin, mai]} />);
  await screen.findByText('last visit 11/04/2026 with Maya Chen');
  await waitFor(() => expect(screen.getByText(/^last visit 11\/02\/2026/)).toBeTruthy());
  expect(asked.map(([name]) => name)).toEqual(['samePeople.find']);
});
