import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { Provider } from '#contract/providers/provider.ts';
import { provider } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { openClinic } from '#shared/testing/clinic.tsx';
import { overLock, patience } from '#shared/testing/over-lock.tsx';
import { sentTo } from '#shared/testing/sent.ts';
import { ProviderRecord } from './provider-record.tsx';

afterEach(() => {
  lockDevice();
  vi.unstubAllGlobals();
});

test('a licence someone else wrote while mine was kept over a lock is not what I changed it from', async () => {
  const record = Provider.parse({ ...provider, UserId: null, LicenseNumber: null });
  const sent = sentTo(() => record);
  const part = <ProviderRecord provider={record} isOnline onSaved={() => undefined} />;
  const after = () => (
    <ProviderRecord provider={{ ...record, LicenseNumber: 'PT-88' }} isOnline onSaved={() => undefined} />
  );
  const at = `provider/company/users?show=providers&provider=${record.ProviderId}`;
  await overLock(await openClinic(), { part, after, field: 'License number', text: '4711', at });
  await userEvent.click(screen.getByRole('button', { name: 'Save provider record' }));
  await waitFor(
    () => expect(sent.map(({ body }) => body)).toEqual([{ LicenseNumber: '4711', base: { LicenseNumber: null } }]),
    patience,
  );
});
