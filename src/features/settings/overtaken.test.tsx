import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { testId } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { patience } from '#shared/testing/over-lock.tsx';
import { overtakenBy, sentTo } from '#shared/testing/sent.ts';
import { AllowedAddresses } from './allowed-addresses.tsx';
import { ClinicLists } from './clinic-lists.tsx';

afterEach(() => {
  lockDevice();
  vi.unstubAllGlobals();
});

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }, patience));
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name }, patience);

test('a tag renamed while someone else renames it: both names are seen, and mine is saved over theirs knowingly', async () => {
  const tag = { TagId: testId(95), Name: 'Towel', Inactive: false };
  const lists = { customCaseInputs: [], visitTags: [tag], payerReportingTypes: [] };
  const sent = sentTo((path) => {
    if (path === '/api/company/lists') return lists;
    return sent.length === 1 ? overtakenBy({ ...tag, Name: 'Big towel' }) : tag;
  });
  showSignedIn(await openClinic(), <ClinicLists />);
  await press('Rename Towel');
  await userEvent.type(await field('New name of Towel'), ' (own)');
  await press('Save: New name of Towel');
  expect((await screen.findByRole('alert', {}, patience)).textContent).toContain('Someone else changed this.');
  await press('Show current version');
  expect((await field('New name of Towel')).value).toBe('Big towel');
  await press('Restore my text');
  await press('Save: New name of Towel');
  const written = { Name: 'Towel (own)', Inactive: false };
  await waitFor(
    () =>
      expect(sent.map(({ body }) => body)).toEqual([
        { ...written, base: { Name: 'Towel', Inactive: false } },
        { ...written, base: { Name: 'Big towel', Inactive: false } },
      ]),
    patience,
  );
});

test('addresses typed while someone else saves the list are not lost', async () => {
  const office = { network: '192.0.2.0/24', note: 'Office' };
  const sent = sentTo((path) =>
    sent.length === 0 && path === '/api/company/allowedAddresses'
      ? { addresses: [], yourAddress: '198.51.100.7' }
      : overtakenBy({ addresses: [office] }),
  );
  showSignedIn(await openClinic(), <AllowedAddresses />);
  await press('Add your address');
  await press('Save addresses');
  const mine = { network: '198.51.100.7', note: '' };
  await screen.findByRole('button', { name: 'Show current version' }, patience);
  expect(sent.map(({ body }) => body)).toEqual([{ addresses: [mine], base: { addresses: [] } }]);
  expect(screen.getByDisplayValue('198.51.100.7')).toBeTruthy();
  await press('Show current version');
  expect(screen.getByDisplayValue('192.0.2.0/24')).toBeTruthy();
  await press('Restore my text');
  expect(screen.getByDisplayValue('198.51.100.7')).toBeTruthy();
});
