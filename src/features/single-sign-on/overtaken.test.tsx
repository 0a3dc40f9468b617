import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { lockDevice } from '#local/store/device.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { patience } from '#shared/testing/over-lock.tsx';
import { overtakenBy, sentTo } from '#shared/testing/sent.ts';
import { SingleSignOnScreen } from './single-sign-on-screen.tsx';

afterEach(() => {
  lockDevice();
  vi.unstubAllGlobals();
});

const seen = {
  Name: 'Harbor',
  issuer: 'https://login.harbor.test',
  clientId: 'mainstay',
  domains: ['harbor.test'],
  passwordAllowed: true,
  Enabled: true,
};
const connection = { ...seen, confirmedDomains: ['harbor.test'], isSecretReadable: true };
const redirectUri = 'https://app.test/login/sso/demo';
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name, { selector: 'input' }, patience);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }, patience));
const retype = async (name: string, text: string) => {
  await userEvent.clear(await field(name));
  await userEvent.type(await field(name), text);
};

/** Somebody else has made `theirs` of it since the screen was opened; gives what was sent. */
async function openOver(theirs: object) {
  const sent = sentTo(() => (sent.length === 1 ? overtakenBy(theirs) : { redirectUri, connection }));
  showSignedIn(await openClinic(), <SingleSignOnScreen />);
  return () => sent.map(({ body }) => body);
}

test('a connection that someone else has changed meanwhile is shown when asked for, and mine goes over it', async () => {
  const theirs = { Name: 'Coast', domains: ['harbor.test', 'coast.test'] };
  const sent = await openOver({ ...connection, ...theirs });
  await retype('Name', 'Mine');
  await retype('Email domains', 'harbor.test, mine.test');
  await retype('Client secret', 'new');
  await press('Save');
  await press('Show current version');
  expect([(await field('Name')).value, (await field('Email domains')).value]).toEqual([
    'Coast',
    'harbor.test, coast.test',
  ]);
  expect((await field('Client secret')).value).toBe('');
  // What nobody has confirmed is told of the current version.
  expect(await screen.findByText(/coast\.test\. A superuser confirms/)).toBeTruthy();
  await press('Restore my text');
  expect((await field('Client secret')).value).toBe('new');
  await press('Save');
  const mine = { ...seen, Name: 'Mine', clientSecret: 'new' };
  await waitFor(
    () =>
      expect(sent()).toEqual([
        { ...mine, domains: ['harbor.test', 'mine.test'], base: seen },
        { ...mine, domains: ['harbor.test', 'coast.test', 'mine.test'], base: { ...seen, ...theirs } },
      ]),
    patience,
  );
});

test('a secret that was typed for one provider is not put beside another', async () => {
  await openOver({ ...connection, clientId: 'another' });
  await retype('Client secret', 'new');
  await press('Save');
  await press('Show current version');
  await press('Restore my text');
  expect([(await field('Client ID')).value, (await field('Client secret')).value]).toEqual(['another', '']);
});

test('a connection that someone else has removed is set up again knowingly, with its secret', async () => {
  const sent = await openOver({});
  await retype('Name', 'Mine');
  await press('Save');
  await press('Show current version');
  expect((await field('Issuer')).value).toBe('');
  await press('Restore my text');
  expect([(await field('Name')).value, (await field('Issuer')).value]).toEqual(['Mine', seen.issuer]);
  await press('Save');
  expect(await screen.findByText('Enter the client secret.')).toBeTruthy();
  expect(sent()).toHaveLength(1);
});

test('a connection is removed as it was seen, and what it has become instead is shown', async () => {
  const sent = await openOver({ ...connection, Name: 'Coast' });
  await press('Remove…');
  await press('Remove');
  await press('Show current version');
  expect((await field('Name')).value).toBe('Coast');
  expect(sent()).toEqual([{ base: seen }]);
});
