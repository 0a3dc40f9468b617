import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { Provider } from '#contract/providers/provider.ts';
import { provider } from '#contract/testing/rows.ts';
import { draftKeys } from '#local/drafts/drafts.ts';
import { lockDevice } from '#local/store/device.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { patience } from '#shared/testing/over-lock.tsx';
import { overtakenBy, sentTo } from '#shared/testing/sent.ts';
import { ProviderRecord } from './provider-record.tsx';

afterEach(() => {
  lockDevice();
  vi.unstubAllGlobals();
});

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }, patience));
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name }, patience);
const shown = async () => [(await field('License number')).value, (await field('First name')).value];

test('a record that someone else has changed meanwhile is shown when asked for, and mine goes over it', async () => {
  const record = Provider.parse({ ...provider, UserId: null, FirstName: 'Ada', LicenseNumber: 'PT-1' });
  const theirs = { ...record, FirstName: 'Adele', LicenseNumber: 'PT-88' };
  const sent = sentTo(() => (sent.length === 1 ? overtakenBy(theirs) : theirs));
  showSignedIn(await openClinic(), <ProviderRecord provider={record} isOnline onSaved={() => undefined} />);
  await userEvent.type(await field('License number'), '23');
  await press('Save provider record');
  expect((await screen.findByRole('alert', {}, patience)).textContent).toContain('Someone else changed this.');
  expect(await shown()).toEqual(['PT-123', 'Ada']);
  await press('Show current version');
  expect(await shown()).toEqual(['PT-88', 'Adele']);
  await press('Restore my text');
  expect(await shown()).toEqual(['PT-123', 'Adele']);
  await press('Save provider record');
  await waitFor(
    () =>
      expect(sent.map(({ body }) => body)).toEqual([
        { LicenseNumber: 'PT-123', base: { LicenseNumber: 'PT-1' } },
        { LicenseNumber: 'PT-123', base: { LicenseNumber: 'PT-88' } },
      ]),
    patience,
  );
  await waitFor(async () => expect(await draftKeys()).toEqual([]), patience);
});
