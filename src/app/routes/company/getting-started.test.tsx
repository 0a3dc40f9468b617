import { screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { lockDevice } from '#local/store/device.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { GettingStarted } from './getting-started.tsx';

afterEach(() => lockDevice());

/** The one who made the first site is a superuser. */
async function showSteps(colleagues: number): Promise<void> {
  const clinic = await openClinic();
  const [first] = clinic.setup.users;
  if (!first) throw new Error('No one is here.');
  const users = [
    { ...first, SuperUser: true },
    ...Array.from({ length: colleagues }, () => ({ ...first, UserId: crypto.randomUUID() as never })),
  ];
  const website = { ...clinic.setup.website, getting_started: { settingsLookedAt: false } };
  showSignedIn(
    { ...clinic, setup: { ...clinic.setup, users, website } },
    <MemoryRouter>
      <GettingStarted settingsLookedAt={false} />
    </MemoryRouter>,
  );
}

test.each([
  [0, 'To do:'],
  [1, 'Done:'],
])('beside the superuser of the first site, with %i invited, the users are “%s”', async (colleagues, mark) => {
  await showSteps(colleagues);
  const step = (await screen.findByRole('link', { name: 'Users' })).closest('li');
  expect(step?.querySelector('svg')?.getAttribute('aria-label')).toBe(mark);
});
