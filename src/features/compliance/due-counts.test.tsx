import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addDays } from '#contract/base/dates.ts';
import { CaseId, InsuranceId } from '#contract/base/ids.ts';
import { Patient } from '#contract/patients/patient.ts';
import { episode, insurance, patient, testId, visit } from '#contract/testing/rows.ts';
import { Visit } from '#contract/visits/visit.ts';
import { lockDevice } from '#local/store/device.ts';
import { openClinic, showSignedIn, type Clinic } from '#shared/testing/clinic.tsx';
import { DueCounts } from './due-counts.tsx';

const today = '2026-11-18';
const onNavigate = vi.fn();
const of = { ...episode, InsuranceIds: [insurance.InsuranceId], StartDate: '2026-11-01' };
const treated = Array.from({ length: 10 }, (_, at) =>
  Visit.parse({ ...visit, VisitId: testId(200 + at), Start: `${addDays(today, at - 12)}T09:00`, stage: 'billing' }),
);
const open = (clinic: Clinic) =>
  showSignedIn(
    clinic,
    <DueCounts today={today} filter={{ FacilityId: null, ProviderIds: [] }} after={1} onNavigate={onNavigate} />,
  );
const slowly = { timeout: 15_000 };

beforeEach(() => vi.clearAllMocks());
afterEach(() => lockDevice());

test('a count opens its list, and each line the place where it is mended', async () => {
  open(await openClinic({ cases: [of], visits: treated }));
  await userEvent.click(await screen.findByRole('button', { name: '1 reports due' }, slowly));
  const list = within(await screen.findByRole('dialog', { name: 'Progress reports due (1)' }, slowly));
  expect(list.getByText(/^Day 10 of 10/)).toBeTruthy();
  expect(list.getByText('due')).toBeTruthy();
  await userEvent.click(list.getByRole('button', { name: /^Write progress report: / }));
  expect(onNavigate).toHaveBeenCalledWith(`/patients/${patient.PatientId}?tab=visits`);
});

test('two of one name and birth date are told apart in a list of cases', async () => {
  const twin = Patient.parse({ ...patient, PatientId: testId(71), Phone: '6025550102' });
  const theirs = { ...insurance, InsuranceId: InsuranceId.parse(testId(73)), PatientId: twin.PatientId };
  const ofTwin = {
    ...of,
    CaseId: CaseId.parse(testId(72)),
    PatientId: twin.PatientId,
    InsuranceIds: [theirs.InsuranceId],
  };
  const alike = treated.map((one, at) =>
    Visit.parse({ ...one, VisitId: testId(300 + at), PatientId: twin.PatientId, CaseId: ofTwin.CaseId }),
  );
  const insurances = [insurance, theirs];
  const cases = [of, ofTwin];
  open(await openClinic({ patients: [patient, twin], insurances, cases, visits: [...treated, ...alike] }));
  await userEvent.click(await screen.findByRole('button', { name: '2 reports due' }, slowly));
  const list = within(await screen.findByRole('dialog', { name: 'Progress reports due (2)' }, slowly));
  expect(await list.findAllByText(/^born /, {}, slowly)).toHaveLength(2);
  await list.findByRole('button', { name: /^Write progress report: .*\(602\) 555-0102/ }, slowly);
});

test('what is not known is on no count, and its list does not say that all is well', async () => {
  open(await openClinic({ cases: [of], visits: treated }));
  await userEvent.click(await screen.findByRole('button', { name: '0 plans due' }, slowly));
  const list = within(await screen.findByRole('dialog', { name: 'Plans of care due (0)' }, slowly));
  expect(list.getByText('Nothing known is due')).toBeTruthy();
  const unknown = within(list.getByRole('region', { name: 'Not known' }));
  expect(unknown.getByText(/There is no plan of care/)).toBeTruthy();
  expect(unknown.getByText('unknown')).toBeTruthy();
  await userEvent.click(unknown.getByRole('button', { name: /^Write plan of care: / }));
  expect(onNavigate).toHaveBeenCalledWith(`/patients/${patient.PatientId}`);
});

test('nothing is counted before it was read, and only what somebody may mend', async () => {
  open(await openClinic({ cases: [of], visits: treated }, ['edit patients']));
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    '- authorizations ending',
    '- plans due',
    '- scripts missing',
  ]);
  await userEvent.click(await screen.findByRole('button', { name: '0 plans due' }, slowly));
  const list = within(await screen.findByRole('dialog', { name: 'Plans of care due (0)' }, slowly));
  // The plan that is missing is a therapist's to write.
  expect(list.getByText('No plan of care is due.')).toBeTruthy();
});

test('what the cards of visits say is told by case, whoever mends it', async () => {
  const onWords = vi.fn();
  const clinic = await openClinic({ cases: [of], visits: treated }, ['edit patients']);
  const filter = { FacilityId: null, ProviderIds: [] };
  showSignedIn(clinic, <DueCounts today={today} filter={filter} after={1} onWords={onWords} onNavigate={onNavigate} />);
  await waitFor(() => expect(onWords).toHaveBeenCalled(), slowly);
  expect(onWords.mock.lastCall).toEqual([new Map([[of.CaseId, [{ kind: 'needs', word: 'Progress report due' }]]])]);
});
