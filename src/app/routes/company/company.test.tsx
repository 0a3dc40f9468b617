import { screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { lockDevice } from '#local/store/device.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { CompanyRoute } from './company.tsx';

afterEach(() => lockDevice());

async function openCompany(can: string[]): Promise<void> {
  showSignedIn(
    await openClinic({}, can),
    <MemoryRouter initialEntries={['/company']}>
      <Routes>
        <Route path="/company" element={<CompanyRoute />}>
          <Route index element={null} />
          <Route path="facilities" element={<p>The facilities</p>} />
        </Route>
      </Routes>
    </MemoryRouter>,
  );
}

test('Company opens the first tab that its person may enter', async () => {
  await openCompany(['access company', 'manage facilities']);
  expect(await screen.findByText('The facilities')).toBeTruthy();
});

test('who may enter none of its tabs is told so', async () => {
  await openCompany(['access company']);
  expect(await screen.findByText('You don’t have access to this page')).toBeTruthy();
});
