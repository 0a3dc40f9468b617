import { fireEvent, screen, waitFor, type RenderResult } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect } from 'vitest';
import type { EntityName, RowOf } from '#contract/entities.ts';
import { Setup } from '#contract/session/endpoints.ts';
import { codes, episode, insurance, patient, payer, provider, visit } from '#contract/testing/rows.ts';
import { waitingCalls } from '#local/outbox/outbox.ts';
import { keepSetup } from '#local/store/setup.ts';
import { mirrorRows, testDevice, type TestDevice } from '#local/testing/device.ts';
import { SignedInContext } from '#shared/session.ts';
import { expectSettled } from './settled.ts';
import { show } from './show.tsx';

export const everything = [
  'edit patients',
  'write notes',
  'sign notes',
  'cosign notes',
  'record charges',
  'submit claims',
  'access billing',
  'move visits.*',
  'reopen visits',
  'return visits',
  'manage library',
];

export type Clinic = { device: TestDevice; setup: Setup };
type Rows = { [E in EntityName]?: RowOf<E>[] };

/** A device that holds the one patient of contract/testing with visit, case and insurance, and a clinician signed in. */
export async function openClinic(more: Rows = {}, can: string[] = everything): Promise<Clinic> {
  const device = await testDevice();
  const rows: Rows = {
    patients: [patient],
    payers: [payer],
    insurances: [insurance],
    cases: [episode],
    providers: [provider],
    visits: [visit],
    ...more,
  };
  for (const [entity, each] of Object.entries(rows)) await mirrorRows(device, entity as EntityName, each);
  const setup = setupOf(device.UserId, can);
  await keepSetup(device, setup);
  return { device, setup };
}

/** Draws a part of a screen for the clinician of `openClinic`. */
export function showSignedIn({ setup }: Clinic, part: ReactNode): RenderResult {
  return show(<SignedInContext value={{ setup }}>{part}</SignedInContext>);
}

/** What this device would send, in order. */
export async function queued(): Promise<
  { name: string; input: Record<string, unknown>; base: Record<string, unknown> }[]
> {
  return (await waitingCalls()).map(({ name, input, base }) => ({ name, input, base }));
}

/**
 * What the waiting calls change, as if they were one: the last value of each field, over what the first of them found.
 * What is typed on a slow machine is saved in several pieces, which come to the same.
 */
export async function changedInAll(): Promise<{ changes: object; base: object }> {
  const calls = await queued();
  return {
    changes: Object.assign({}, ...calls.map(({ input }) => input['changes'])) as object,
    base: Object.assign({}, ...calls.map(({ base }) => base).toReversed()) as object,
  };
}

/** From now on calls are on disk and their copies are not, as where a tab dies; until the function it gives is called. */
export function holdCopies({ device }: Clinic): () => void {
  const { log } = device;
  const { append } = log;
  const held = Promise.withResolvers<void>();
  log.append = async (mid, text) => {
    await held.promise;
    await append(mid, text);
  };
  return () => {
    log.append = append;
    held.resolve();
  };
}

/**
 * Presses a button and sends its form once more while the call is on disk and its copy is not: one call has to come
 * of it, and a tab that dies just then leaves no draft of what it saved.
 */
export async function savedOnce(clinic: Clinic, name: string): Promise<void> {
  const copy = holdCopies(clinic);
  const button = screen.getByRole('button', { name });
  const form = document.getElementById(button.getAttribute('form') ?? '');
  await expectSettled(clinic.device, async () => {
    await userEvent.click(button);
    if (form) fireEvent.submit(form);
  });
  expect(await queued()).toHaveLength(1);
  expect(button.dataset['loading']).toBe('true');
  copy();
  await waitFor(() => expect(form?.isConnected).toBe(false));
  expect(await queued()).toHaveLength(1);
}

export function setupOf(UserId: string, can: string[]): Setup {
  const user = { UserId, FirstName: 'Rosa', LastName: 'Alvarez', EmployeeId: provider.ProviderId, SuperUser: false };
  return Setup.parse({
    users: [user],
    currentUser: {
      ...user,
      Email: 'pt@demo.test',
      sub: 'pt',
      can,
      roles: ['pt'],
      Preferences: {},
      TimeZone: 'UTC',
      provider,
      facilityIds: null,
    },
    permissionGroups: [],
    website: {
      site: 'demo',
      Name: 'Bridge Therapy',
      TimeZone: 'UTC',
      pusher_key: 'test-key',
      use_only_primary_payer_notes_permission: false,
      enable_reports: true,
      enable_ar_warnings: true,
      hide_pain_point: false,
      reports_base_url_override: null,
      plus: false,
    },
    tags: [],
    favoritedTags: [],
    beaconSignature: null,
    cptDescriptions: codes.map((code) => ({ ...code, charge: null })),
    closedBillingPeriodEnd: null,
    cptCodes: codes.map((code) => code.CPT_Code),
    payerReportingTypes: [],
    providerIdsByFacilityIdByDay: {},
    reasonCodeDescriptions: {},
    prWriteoffReasonCodes: [],
    activeCustomCaseInputs: [],
    sidekickJwt: null,
  });
}
