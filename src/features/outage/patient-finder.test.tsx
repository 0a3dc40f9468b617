import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { PatientName } from '#contract/patients/patient-name.ts';
import { patient } from '#contract/testing/rows.ts';
import { device, lockDevice } from '#local/store/device.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
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
