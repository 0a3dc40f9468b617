import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { AuthorizationId, CaseId, ScriptId } from '#contract/base/ids.ts';
import { keptSentence } from '#contract/cases/kept-fields.ts';
import { facility, episode, insurance, patient, provider, testId, visit } from '#contract/testing/rows.ts';
import { keepSetup } from '#local/store/setup.ts';
import { lockDevice } from '#local/store/device.ts';
import { queueWrite } from '#local/outbox/outbox.ts';
import { mirrorRows } from '#local/testing/device.ts';
import { park } from '#local/testing/park.ts';
import { equipChangeViews } from '#shared/conflict-views.ts';
import { openClinic, queued, showSignedIn, type Clinic } from '#shared/testing/clinic.tsx';
import { SyncDrawer } from '#sync/sync-drawer.tsx';

equipChangeViews(() => import('./conflict-views.ts'));

afterEach(() => lockDevice());

function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="Address">{pathname + search}</output>;
}

function openDrawer(clinic: Clinic) {
  return showSignedIn(
    clinic,
    <MemoryRouter>
      <SyncDrawer opened onClose={vi.fn()} />
      <Address />
    </MemoryRouter>,
  );
}

// The drawer's code, and that of its forms, comes with the first one that opens.
const slowly = { timeout: 15_000 };
const button = (name: string) => screen.findByRole('button', { name }, slowly);
const textsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
/** Each line of the refused change by its name. */
async function facts(first: RegExp): Promise<Record<string, string[]>> {
  const table = (await screen.findByRole('row', { name: first }, slowly)).closest('table');
  const rows = within(table as HTMLElement)
    .getAllByRole('row')
    .slice(1);
  return Object.fromEntries(rows.map((row) => [within(row).getByRole('rowheader').textContent, textsOf(row)]));
}
const headers = () => screen.getAllByRole('columnheader').map((header) => header.textContent);

describe('diagnoses that someone else changed meanwhile', () => {
  const theirs = [{ Code: 'M17.12', Description: 'Osteoarthritis of left knee' }];
  const mine = [{ Code: 'M23.52', Description: 'Chronic instability of left knee' }];
  const later = '2026-11-19T08:00:00.000000+00:00';
  const refuse = async (cases: (typeof episode)[] = [episode]) => {
    const clinic = await openClinic({ cases });
    const changes = { Diagnoses: mine, Title: 'Knee' };
    const base = { Diagnoses: episode.Diagnoses, Title: episode.Title };
    await queueWrite('cases.update', { id: episode.CaseId, changes }, base);
    const current = { ...episode, Diagnoses: theirs, Title: 'Knee', updated_at: later };
    await park(clinic.device, 1, { reason: keptSentence, current });
    openDrawer(clinic);
    return clinic;
  };
  const again = (Diagnoses: object, was: object = theirs) => [
    { name: 'cases.update', input: { id: episode.CaseId, changes: { Diagnoses } }, base: { Diagnoses: was } },
  ];

  test('stand as before, mine and now, and cannot be tried again as they are', async () => {
    await refuse();
    expect(await facts(/^Diagnoses/)).toEqual({
      Diagnoses: [
        'M54.50 Low back pain\nR26.89 Other abnormalities of gait',
        'M23.52 Chronic instability of left knee',
        'M17.12 Osteoarthritis of left knee',
      ],
      'Case name': ['', 'Knee', 'Knee'],
    });
    expect(headers()).toEqual(['What', 'Before', 'Your change', 'Server now']);
    await button('Use mine');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Discard…' })).toBeTruthy();
    await userEvent.click(await button('Open chart'));
    expect(screen.getByRole('status', { name: 'Address' }).textContent).toBe(`/patients/${patient.PatientId}`);
  });

  test('become mine by one press, over what the server holds now, without what it has taken already', async () => {
    await refuse();
    await userEvent.click(await button('Use mine'));
    await waitFor(async () => expect(await queued()).toEqual(again(mine)));
  });

  test('are kept beside mine by one press', async () => {
    await refuse();
    await userEvent.click(await button('Keep both'));
    await waitFor(async () => expect(await queued()).toEqual(again([...theirs, ...mine])));
  });

  test('and then once more are met as they are by now', async () => {
    const newest = [{ Code: 'M54.2', Description: 'Neck' }];
    const updated_at = '2026-11-20T08:00:00.000000+00:00' as typeof episode.updated_at;
    await refuse([{ ...episode, Diagnoses: newest, updated_at }]);
    expect((await facts(/^Diagnoses/))['Diagnoses']?.at(-1)).toBe('M54.2 Neck');
    await userEvent.click(await button('Use mine'));
    await waitFor(async () => expect(await queued()).toEqual(again(mine, newest)));
  });

  test('and then once more, while they are looked at, are met as they are by then', async () => {
    const clinic = await refuse();
    await button('Use mine');
    const newest = [{ Code: 'M54.2', Description: 'Neck' }];
    const updated_at = '2026-11-20T08:00:00.000000+00:00' as typeof episode.updated_at;
    await mirrorRows(clinic.device, 'cases', [{ ...episode, Diagnoses: newest, updated_at }]);
    await screen.findByRole('cell', { name: 'M54.2 Neck' });
    await userEvent.click(await button('Use mine'));
    await waitFor(async () => expect(await queued()).toEqual(again(mine, newest)));
  });

  test('of a chart that is not on this device can be decided too', async () => {
    await refuse([]);
    await userEvent.click(await button('Use mine'));
    await waitFor(async () => expect(await queued()).toEqual(again(mine)));
  });
});

test('a refused change of a case says who and where by name, and codes by their words', async () => {
  const clinic = await openClinic({ cases: [episode], facilities: [facility] });
  const changes = { FacilityId: facility.FacilityId, RelatedCause: 'AA' as const, InsuranceIds: [], PlanWeeks: 6 };
  await queueWrite('cases.update', { id: episode.CaseId, changes }, {});
  await park(clinic.device, 1, { kind: 'invalid', reason: 'You do not work at this facility.' });
  openDrawer(clinic);
  expect(await facts(/^Facility/)).toEqual({
    Facility: ['Harborview', 'Harborview'],
    Cause: ['Car accident', '-'],
    Policies: ['None', 'Medicare Part B, 1EG4TE5MK73'],
    'Plan of care, weeks': ['6', '-'],
  });
});

describe('what was typed is all there to be read of a refused', () => {
  const question = { CustomCaseInputId: testId(85), Label: 'How did you hear of us?' };
  const { DischargedAt: _d, DischargeReason: _r, updated_at: _u, ...fields } = episode;
  const newCase = {
    ...fields,
    CaseId: CaseId.parse(testId(80)),
    RelatedCause: 'AA' as const,
    AccidentState: 'OR',
    VisitsPerWeek: 2,
    CustomInputs: [{ CustomCaseInputId: question.CustomCaseInputId, Value: 'A friend' }],
  };

  test('new case', async () => {
    const clinic = await openClinic({ facilities: [facility] });
    await keepSetup(clinic.device, { ...clinic.setup, activeCustomCaseInputs: [question] });
    await queueWrite('cases.create', newCase);
    await park(clinic.device, 1, { kind: 'invalid', reason: 'You do not work at this facility.' });
    openDrawer(clinic);
    expect(await facts(/^Case name/)).toEqual({
      'Case name': ['Low back pain'],
      Facility: ['Harborview'],
      Provider: ['Rosa Alvarez, PT'],
      Discipline: ['Physical therapy'],
      Diagnoses: ['M54.50 Low back pain\nR26.89 Other abnormalities of gait'],
      Policies: ['Medicare Part B, 1EG4TE5MK73'],
      Onset: ['10/01/2026'],
      'Case start': ['10/20/2026'],
      Cause: ['Car accident'],
      'State of accident': ['OR'],
      'Visits a week': ['2'],
      'Clinic questions': [`${question.Label} A friend`],
    });
    expect(headers()).toEqual(['What', 'Your change']);
    await userEvent.click(await button('Edit and send again'));
    const title = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Case name' }, slowly);
    expect(title.value).toBe(episode.Title);
    await userEvent.click(await button('Back'));
    expect(await button('Edit and send again')).toBeTruthy();
  });

  test('new case whose id is taken, beside the one that is there', async () => {
    const clinic = await openClinic();
    await queueWrite('cases.create', newCase);
    await park(clinic.device, 1, { current: { ...newCase, Title: 'Neck', VisitsPerWeek: null } });
    openDrawer(clinic);
    const shown = await facts(/^Case name/);
    expect(shown['Case name']).toEqual(['Low back pain', 'Neck']);
    expect(shown['Visits a week']).toEqual(['2', '-']);
    // The facility is not on this device, and its id says nothing.
    expect(shown['Facility']?.[0]).toBe('Not on this device');
  });

  test('script and authorization, with their case and their payer', async () => {
    const clinic = await openClinic();
    const { CaseId: ofCase } = episode;
    const dates = { Start: '2026-01-05' as never, End: '2026-04-05' as never };
    const script = { ...dates, ReferringProviderId: null, Visits: 12, Note: 'Knee' };
    const authorization = {
      ...dates,
      InsuranceId: insurance.InsuranceId,
      Number: 'A-17',
      Kind: 'visits' as const,
      Allowed: 12,
      Status: 'approved' as const,
      CountRule: 'signed' as const,
      Note: null,
    };
    await queueWrite('cases.createScript', { ...script, ScriptId: ScriptId.parse(testId(81)), CaseId: ofCase });
    const id = AuthorizationId.parse(testId(82));
    await queueWrite('cases.createAuthorization', { ...authorization, AuthorizationId: id, CaseId: ofCase });
    for (const mid of [1, 2]) await park(clinic.device, mid, { kind: 'invalid', reason: 'It ends too early.' });
    openDrawer(clinic);
    expect(await facts(/^Visits ordered/)).toEqual({
      Case: ['Low back pain'],
      From: ['01/05/2026'],
      Until: ['04/05/2026'],
      'Visits ordered': ['12'],
      Note: ['Knee'],
    });
    expect(await facts(/^Policy/)).toEqual({
      Case: ['Low back pain'],
      Policy: ['Medicare Part B, 1EG4TE5MK73'],
      Number: ['A-17'],
      Counts: ['Visits'],
      Allowed: ['12'],
      Status: ['Approved'],
      From: ['01/05/2026'],
      Until: ['04/05/2026'],
      'Used by': ['Visits with a signed note'],
    });
  });
});

test('a note whose visit is not on this device is there to be read whole and to be copied', async () => {
  const user = userEvent.setup();
  const long = `${'Flexion 95 degrees, measured lying on the back. '.repeat(8)}\nStairs are the goal.`;
  const clinic = await openClinic({ visits: [] });
  const changes = { Objective: long, Plan: 'Stairs' };
  await queueWrite('documentation.save', { id: episode.CaseId, VisitId: visit.VisitId, changes }, { Plan: '' });
  await park(clinic.device, 1, { kind: 'not-found', reason: 'This visit was not found.' });
  openDrawer(clinic);
  expect(await facts(/^Objective/)).toEqual({ Objective: [long], Plan: ['Stairs'] });
  await user.click(await button('Copy text'));
  expect(await screen.findByText('The text is copied.')).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe(`Objective\n${long}\n\nPlan\nStairs`);
});

test('a note whose visit is here is compared at its place, in short', async () => {
  const clinic = await openClinic({ providers: [provider] });
  const changes = { Plan: 'Stairs. '.repeat(40) };
  await queueWrite('documentation.save', { id: episode.CaseId, VisitId: visit.VisitId, changes }, { Plan: '' });
  await park(clinic.device, 1);
  openDrawer(clinic);
  expect((await facts(/^Plan/))['Plan']?.[0]).toMatch(/…$/);
  expect(screen.queryByRole('button', { name: 'Copy text' })).toBeNull();
});
