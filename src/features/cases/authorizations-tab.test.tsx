import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { addDays, wallTimeIn } from '#contract/base/dates.ts';
import { Authorization } from '#contract/cases/authorization.ts';
import { Script } from '#contract/cases/script.ts';
import { episode, insurance, stamp, testId, visit } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { keepSetup } from '#local/store/setup.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { AuthorizationsTab } from './authorizations-tab.tsx';

afterEach(() => lockDevice());

const today = wallTimeIn('UTC', new Date()).slice(0, 10);
const ofCase = { CaseId: episode.CaseId, PatientId: episode.PatientId, Start: addDays(today, -30), Note: null };
const authorization = (Allowed: number) =>
  Authorization.parse({
    ...ofCase,
    AuthorizationId: testId(70),
    InsuranceId: insurance.InsuranceId,
    Number: 'A-17',
    Kind: 'visits',
    Allowed,
    Status: 'approved',
    End: addDays(today, 60),
    CountRule: 'signed',
    updated_at: stamp,
  });
const script = Script.parse({
  ...ofCase,
  ScriptId: testId(71),
  ReferringProviderId: null,
  End: null,
  Visits: 1,
  updated_at: stamp,
});
const visits = [3, 4, 5].map((days) => ({
  ...visit,
  VisitId: testId(80 + days) as typeof visit.VisitId,
  Start: `${addDays(today, -days)}T09:00`,
  stage: 'closed' as const,
}));

async function cells(Allowed: number, facilityIds: string[] | null): Promise<string[][]> {
  const clinic = await openClinic({ visits, authorizations: [authorization(Allowed)], scripts: [script] });
  const currentUser = { ...clinic.setup.currentUser, facilityIds: facilityIds as never };
  await keepSetup(clinic.device, { ...clinic.setup, currentUser });
  const desk = { opened: null, open: vi.fn(), close: vi.fn() };
  showSignedIn(clinic, <AuthorizationsTab PatientId={episode.PatientId} desk={desk as never} />);
  const tables = await screen.findAllByRole('table', {}, { timeout: 20_000 });
  return tables.map((table) =>
    within(within(table).getAllByRole('row')[1] as HTMLElement)
      .getAllByRole('cell')
      .map((one) => one.textContent),
  );
}

test('who sees every visit reads what is used, booked and left', async () => {
  const [authorized, ordered] = await cells(12, null);
  expect(authorized?.slice(2)).toEqual(['3', '0', '9 of 12', 'Approved']);
  expect(ordered?.slice(2)).toEqual(['3 of 1', '2 more than ordered']);
  expect(screen.queryByText(/You can’t see all visits/)).toBeNull();
});

test('who sees some facilities reads that at least so much is used', async () => {
  const [authorized, ordered] = await cells(5, [testId(99)]);
  expect(authorized?.slice(2)).toEqual(['3 or more', '0 or more', '2 of 5 or fewer', 'At most 2 visits left']);
  expect(ordered?.slice(2)).toEqual(['3 or more of 1', 'At least 2 more than ordered']);
  expect(screen.getByText(/You can’t see all visits of this case/)).toBeTruthy();
});

test('what is used up is so, whatever else was used', async () => {
  const [authorized] = await cells(3, [testId(99)]);
  expect(authorized?.slice(4)).toEqual(['0 of 3', 'Used up']);
});

test('who may not edit patients reads authorizations and adds nothing', async () => {
  const rows = { visits, authorizations: [authorization(12)], scripts: [script] };
  const desk = { opened: null, open: vi.fn(), close: vi.fn() };
  const tab = <AuthorizationsTab PatientId={episode.PatientId} desk={desk as never} />;
  showSignedIn(await openClinic(rows, ['write notes']), tab);
  expect(await screen.findByRole('table', { name: /^Authorizations of / }, { timeout: 20_000 })).toBeTruthy();
  expect(screen.queryAllByRole('button', { name: /^(Add|Edit)/ })).toEqual([]);
  cleanup();
  showSignedIn(await openClinic(rows, ['edit patients']), tab);
  expect(await screen.findByRole('button', { name: /^Add an authorization to / }, { timeout: 20_000 })).toBeTruthy();
});
