import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { PatientName } from '#contract/patients/patient-name.ts';
import { patient } from '#contract/testing/rows.ts';
import { device, lockDevice } from '#local/store/device.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { listen } from '#shared/testing/listen.ts';
import { LiveRegion } from '#shared/ui/live-region/live-region.tsx';
import { PatientFinder } from './patient-finder.tsx';

afterEach(lockDevice);

test('who was typed before the names had come is found once they are here', async () => {
  const names: PatientName[] = [];
  const search = vi.fn(async () => [...names]);
  showSignedIn(await openClinic(), <PatientFinder search={search} onNavigate={vi.fn()} />);
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search patients' }), patient.LastName);
  await screen.findByText('No one with that name on this device.');
  names.push(PatientName.parse(patient));
  device().channel.tell({ kind: 'names', pages: [0] });
  await screen.findByRole('link', { name: new RegExp(patient.LastName) });
  expect(screen.queryByText('No one with that name on this device.')).toBeNull();
});

test('who listens is told once how many were found, when the typing rests', async () => {
  const search = vi.fn(async (typed: string) => (typed === 'zz' ? [] : [PatientName.parse(patient)]));
  showSignedIn(
    await openClinic(),
    <>
      <PatientFinder search={search} onNavigate={vi.fn()} />
      <LiveRegion />
    </>,
  );
  const box = screen.getByRole('searchbox', { name: 'Search patients' });
  const heard = listen();
  for (const value of ['b', 'br', 'bri']) fireEvent.change(box, { target: { value } });
  await waitFor(() => expect(heard).toEqual(['1 match']));
  fireEvent.change(box, { target: { value: 'zz' } });
  await waitFor(() => expect(heard).toEqual(['1 match', 'No one with that name on this device.']));
});
