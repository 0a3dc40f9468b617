import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { patient } from '#contract/testing/rows.ts';
import { readRow } from '#local/reads/reads.ts';
import { mirrorRows } from '#local/testing/device.ts';
import { openClinic, showSignedIn } from '../testing/clinic.tsx';
import { useLive } from './use-live.ts';

function City({ read }: { read: () => Promise<string> }) {
  const live = useLive(read, [read]);
  return <p>{live.state === 'ready' ? live.value : live.state}</p>;
}
const cityOf = async () => (await readRow('patients', patient.PatientId))?.City ?? 'none';
const stopped = () => Object.assign(new Error('signal is aborted'), { name: 'AbortError' });

test('a read that ends with the run of another one is made again', async () => {
  const clinic = await openClinic({ patients: [patient] });
  const read = vi.fn(cityOf).mockRejectedValueOnce(stopped());
  showSignedIn(clinic, <City read={read} />);
  expect(await screen.findByText('Portland')).toBeTruthy();
  expect(read).toHaveBeenCalledTimes(2);
});

test('one that always ends so is shown as failed, and one that fails otherwise at once', async () => {
  const clinic = await openClinic({ patients: [patient] });
  const read = vi.fn<() => Promise<string>>().mockImplementation(() => Promise.reject(stopped()));
  const shown = showSignedIn(clinic, <City read={read} />);
  expect(await screen.findByText('failed')).toBeTruthy();
  expect(read).toHaveBeenCalledTimes(6);
  shown.unmount();
  const other = vi.fn<() => Promise<string>>().mockRejectedValue(new Error('damaged'));
  showSignedIn(clinic, <City read={other} />);
  expect(await screen.findByText('failed')).toBeTruthy();
  expect(other).toHaveBeenCalledTimes(1);
});

test('what was read outside of its run is followed all the same', async () => {
  const clinic = await openClinic({ patients: [patient] });
  const comes = Promise.withResolvers<void>();
  let isFirst = true;
  const read = async () => {
    // Dexie follows no promise that it does not know.
    if (isFirst) await comes.promise;
    isFirst = false;
    return cityOf();
  };
  setTimeout(comes.resolve, 50);
  showSignedIn(clinic, <City read={read} />);
  expect(await screen.findByText('Portland')).toBeTruthy();
  await mirrorRows(clinic.device, 'patients', [{ ...patient, City: 'Mesa' }]);
  await waitFor(() => expect(screen.queryByText('Mesa')).not.toBeNull());
});
