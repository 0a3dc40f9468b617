import { afterEach, expect, test } from 'vitest';
import { Provider } from '#contract/providers/provider.ts';
import { provider } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/device.ts';
import { openClinic } from '#shared/testing/clinic.tsx';
import { overLock } from '#shared/testing/over-lock.tsx';
import { NewProviderDrawer } from './new-provider-drawer.tsx';
import { ProviderRecord } from './provider-record.tsx';

afterEach(() => lockDevice());

const done = () => undefined;

test('a new provider half-filled at a lock is filled in when it is opened again', async () => {
  const part = <NewProviderDrawer opened onClose={done} onMade={done} />;
  const at = 'newProvider/company/users?show=providers';
  expect(await overLock(await openClinic(), { part, field: 'Last name', text: 'Upper valley', at })).toBe(
    'Upper valley',
  );
});

test('a provider record half-changed at a lock is filled in again', async () => {
  const record = Provider.parse({ ...provider, UserId: null });
  const part = <ProviderRecord provider={record} isOnline onSaved={done} />;
  const at = `provider/company/users?show=providers&provider=${record.ProviderId}`;
  expect(await overLock(await openClinic(), { part, field: 'Licence number', text: '4711', at })).toBe('4711');
});
