import { fireEvent, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { lockDevice } from '#local/store/device.ts';
import { queueWrite } from '#local/outbox/outbox.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { PersonMenu } from './person-menu.tsx';

afterEach(() => lockDevice());

test('who signs out before the sync worker has counted is told of what is not sent', async () => {
  const clinic = await openClinic();
  await queueWrite('session.recordPrint', { what: 'rundown', day: '2026-03-02', patients: 3 });
  showSignedIn(
    clinic,
    <MemoryRouter>
      <PersonMenu hasWords />
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByRole('button', { name: /account menu$/ }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
  expect(await screen.findByRole('dialog', { name: 'One change is not sent yet' })).toBeTruthy();
});
