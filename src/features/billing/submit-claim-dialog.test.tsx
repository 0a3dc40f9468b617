import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { Service } from '#contract/charges/service.ts';
import { episode, stamp, testId, visit } from '#contract/testing/rows.ts';
import { Visit } from '#contract/visits/visit.ts';
import * as complianceReads from '#local/reads/compliance.ts';
import { lockDevice } from '#local/store/device.ts';
import { openClinic, queued, showSignedIn, type Clinic } from '#shared/testing/clinic.tsx';
import { SubmitClaimDialog } from './submit-claim-dialog.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  lockDevice();
});

const toBill = Visit.parse({ ...visit, stage: 'billing' });
const service = Service.parse({
  ServiceId: testId(81),
  VisitId: visit.VisitId,
  CaseId: episode.CaseId,
  PatientId: visit.PatientId,
  FacilityId: visit.FacilityId,
  SortOrder: 0,
  CPT_Code: '97110',
  Minutes: 30,
  Count: null,
  Units: 2,
  Modifiers: [],
  ProviderId: visit.ProviderId,
  charge: null,
  updated_at: stamp,
});

async function open(change: (clinic: Clinic) => void = () => undefined, of = toBill) {
  const clinic = await openClinic({ visits: [of], services: [service] });
  clinic.setup.cptDescriptions = clinic.setup.cptDescriptions.map((code) => ({ ...code, charge: 4_500 }));
  change(clinic);
  showSignedIn(clinic, <SubmitClaimDialog asked={{ visit: of, name: 'Nguyễn, Mai' }} onClose={vi.fn()} />);
  const dialog = within(await screen.findByRole('dialog', { name: 'Submit claim' }));
  await dialog.findByText(/1 service, 2 units, billed to Medicare Part B/);
  return dialog;
}
const claims = async () => (await queued()).map(({ name, input }) => [name, input['destination']]);

test('a claim is submitted without a further question', async () => {
  const dialog = await open();
  await userEvent.click(dialog.getByRole('button', { name: 'Submit claim' }));
  await waitFor(async () => expect(await claims()).toEqual([['billing.submitClaim', 'submitted']]));
});

test('what is late or missing in the case is told before its claim is submitted', async () => {
  const old = { ...toBill, Start: '2025-01-06T10:00', End: '2025-01-06T10:45' };
  const dialog = await open(undefined, old);
  const told = within(await dialog.findByRole('region', { name: 'Before you bill' }));
  expect(told.getByText(/certif/i)).toBeTruthy();
});

test('closing at once asks about what the claim itself will leave owed', async () => {
  const dialog = await open();
  await userEvent.click(dialog.getByRole('radio', { name: 'Submit and close' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Submit and close' }));
  expect(await dialog.findByText(/This claim has \$90\.00 of remaining Primary AR/)).toBeTruthy();
  expect(await claims()).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Yes' }));
  await waitFor(async () => expect(await claims()).toEqual([['billing.submitClaim', 'closed']]));
});

test('no claim is made of a day whose billing is closed', async () => {
  const dialog = await open(({ setup }) => (setup.closedBillingPeriodEnd = '2026-11-30'));
  await userEvent.click(dialog.getByRole('button', { name: 'Submit claim' }));
  expect(await screen.findByText(/Billing is closed through 11\/30\/2026/)).toBeTruthy();
  expect(await claims()).toEqual([]);
});

test('a visit whose case is not on this device is neither billed nor closed as one without insurance', async () => {
  const clinic = await openClinic({ visits: [toBill], cases: [] });
  showSignedIn(clinic, <SubmitClaimDialog asked={{ visit: toBill, name: 'Nguyễn, Mai' }} onClose={vi.fn()} />);
  const dialog = within(await screen.findByRole('dialog', { name: 'Submit claim' }));
  expect(await dialog.findByText(/its insurance is not known/)).toBeTruthy();
  expect(dialog.queryByRole('button', { name: /Close visit|Submit/ })).toBeNull();
});

test('a claim is submitted also where what is late in its case could not be read', async () => {
  vi.spyOn(complianceReads, 'complianceFactsOf').mockRejectedValue(new Error('broken'));
  const dialog = await open();
  expect(await dialog.findByText('The deadlines of this case could not be loaded')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Submit claim' }));
  await waitFor(async () => expect(await claims()).toEqual([['billing.submitClaim', 'submitted']]));
});
