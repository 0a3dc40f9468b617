import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { lockDevice } from '#local/store/device.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { sentTo } from '#shared/testing/sent.ts';
import { ImporterScreen } from './importer-screen.tsx';

afterEach(() => {
  lockDevice();
  vi.unstubAllGlobals();
});

const found = {
  ImportBatchId: null,
  counts: { patients: 1, payers: 0, insurances: 0, unchanged: 0 },
  problems: [],
  problemCounts: { errors: 0, warnings: 0 },
  preview: [{ name: 'Okafor, Ada', DateOfBirth: '1980-02-01', city: 'Salem', payer: '' }],
};

test('chosen files are looked at first and imported by the button alone', async () => {
  const sent = sentTo((path) => (path.endsWith('/batches') ? { batches: [] } : found));
  const { container } = showSignedIn(await openClinic(), <ImporterScreen />);
  await screen.findByRole('button', { name: 'Choose files' });
  const file = new File(['Id,FIRST,LAST\n1,Ada,Okafor\n'], 'patients.csv', { type: 'text/csv' });
  await userEvent.upload(container.querySelector('input[type=file]') as HTMLInputElement, file);
  const button = await screen.findByRole('button', { name: 'Import 1 patient' });
  expect(screen.getByText('Okafor, Ada')).toBeTruthy();
  expect(sent.map(({ body }) => body['dryRun'])).toEqual([true]);
  await userEvent.click(button);
  await waitFor(() => expect(sent.map(({ body }) => body['dryRun'])).toEqual([true, false]));
  expect(await screen.findByText('Imported records')).toBeTruthy();
});
