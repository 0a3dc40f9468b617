import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { addDays, showDate, wallTimeIn } from '#contract/base/dates.ts';
import { cellKey } from '#contract/documentation/field-keys.ts';
import { CaseEvalMeasurement } from '#contract/measures/case-eval-measurement.ts';
import { builtInId, caseEvalMeasurementId } from '#contract/measures/measure-ids.ts';
import { goalRow, planOfCareRow, stampOf } from '#contract/testing/plans.ts';
import { episode, noteRow, patient, stamp, testId } from '#contract/testing/rows.ts';
import { allTyped } from '#local/drafts/unsaved-drafts.ts';
import { lockDevice } from '#local/store/device.ts';
import { everything, openClinic, queued, showSignedIn } from '#shared/testing/clinic.tsx';
import { useCareDesk } from './care-desk.tsx';
import { CareDrawers } from './care-drawers.tsx';
import { CareOfCase, PlansOfCase } from './care-of-case.tsx';

afterEach(() => lockDevice());

const today = wallTimeIn('UTC', new Date()).slice(0, 10);
const knee = { EvalMeasurementId: builtInId('rom.knee.flexion'), Side: 'L', Mode: 'active' } as const;
const patience = { timeout: 20_000 };

function Care() {
  const desk = useCareDesk();
  return (
    <>
      <CareOfCase of={episode} desk={desk} />
      <CareDrawers PatientId={patient.PatientId} desk={desk} />
    </>
  );
}

const plan = { ...planOfCareRow, From: addDays(today, -30), To: addDays(today, 59) };
const rows = { goals: [goalRow], plansOfCare: [plan] };
const find = (name: RegExp | string) => screen.findByRole('button', { name }, patience);

test('a new goal is long-term and of function, and has no number yet', async () => {
  showSignedIn(await openClinic(), <Care />);
  await userEvent.click(await find(`Add a goal to ${episode.Title}`));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Goal' }, patience), 'Walk 500 m.');
  await userEvent.click(await find('Add goal'));
  await waitFor(
    async () =>
      expect(await queued()).toMatchObject([
        {
          name: 'cases.createGoal',
          input: { CaseId: episode.CaseId, Term: 'long', GoalType: 'Function', Text: 'Walk 500 m.' },
        },
      ]),
    patience,
  );
  expect(await screen.findByText('New goal')).toBeTruthy();
});

test('a goal that a signed note reports on shows what it said and is not edited', async () => {
  const Cells = {
    [cellKey('goal', goalRow.GoalId, 'Status')]: 'progressing',
    [cellKey('goal', goalRow.GoalId, 'Percent')]: 60,
  };
  const note = noteRow({}, { Cells, signedAt: stamp, NoteDate: '2026-02-03' });
  showSignedIn(await openClinic({ ...rows, visitNotes: [note] }), <Care />);
  const goals = await screen.findByRole('region', { name: `Goals of ${episode.Title}` }, patience);
  expect(await within(goals).findByText(/Progressing 02\/03\/2026, 60 %/)).toBeTruthy();
  expect(within(goals).queryByRole('button', { name: 'Edit Goal 1' })).toBeNull();
});

test('a goal of a plan of care that went out is not edited', async () => {
  showSignedIn(await openClinic({ ...rows, planStamps: [stampOf()] }), <Care />);
  const goals = await screen.findByRole('region', { name: `Goals of ${episode.Title}` }, patience);
  expect(await within(goals).findByText(/A plan of care that was sent or signed has this goal/)).toBeTruthy();
  expect(within(goals).queryByRole('button', { name: 'Edit Goal 1' })).toBeNull();
});

test('who may not write notes adds nothing, and may still record what came back', async () => {
  showSignedIn(await openClinic(rows, ['edit patients']), <Care />);
  const plans = await screen.findByRole('region', { name: `Plans of care of ${episode.Title}` }, patience);
  expect(screen.queryByRole('button', { name: /^Add a goal/ })).toBeNull();
  expect(within(plans).queryByRole('button', { name: /^Edit/ })).toBeNull();
  await userEvent.click(await within(plans).findByRole('button', { name: /^Record/ }));
  await userEvent.click(await find('Record'));
  await waitFor(
    async () =>
      expect(await queued()).toMatchObject([
        { name: 'cases.stampPlan', input: { id: plan.PlanOfCareId, Kind: 'sent', On: today, Via: 'fax' } },
      ]),
    patience,
  );
  expect(await within(plans).findByText(`Sent ${showDate(today)}, fax`)).toBeTruthy();
});

test('a limit needs its last day within the plan', async () => {
  showSignedIn(await openClinic(rows), <Care />);
  await userEvent.click(await find(/^Record for the plan/));
  await userEvent.click(await screen.findByRole('combobox', { name: 'What happened' }, patience));
  await userEvent.click(await screen.findByRole('option', { name: 'Limited by the referrer' }, patience));
  await userEvent.click(await find('Record'));
  const sentence = `Enter the last day allowed, ${showDate(plan.From)} to ${showDate(plan.To)}.`;
  expect(await screen.findByText(sentence, {}, patience)).toBeTruthy();
  expect(await queued()).toEqual([]);
});

test('a plan that went out is not edited; what was recorded is withdrawn with a reason', async () => {
  const sent = stampOf({ On: addDays(today, -20) });
  showSignedIn(await openClinic({ ...rows, planStamps: [sent] }), <Care />);
  await userEvent.click(await find(/^Withdraw Sent/));
  await userEvent.click(await find('Withdraw'));
  expect(await screen.findByText('Enter the reason.', {}, patience)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Edit the plan of care/ })).toBeNull();
  await userEvent.type(screen.getByRole('textbox', { name: 'Reason' }), 'Wrong number.');
  await userEvent.click(await find('Withdraw'));
  await waitFor(
    async () =>
      expect(await queued()).toMatchObject([
        {
          name: 'cases.stampPlan',
          input: { Kind: 'withdrawn', CorrectsStampId: sent.PlanStampId, Reason: 'Wrong number.' },
        },
      ]),
    patience,
  );
  expect(await find(/^Edit the plan of care/)).toBeTruthy();
});

test('the next plan follows the one before, names the goals, and the case shows it', async () => {
  showSignedIn(await openClinic(rows, everything), <Care />);
  await userEvent.click(await find(`Add a plan of care to ${episode.Title}`));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Visits a week' }, patience), '3');
  await userEvent.type(screen.getByRole('textbox', { name: 'Weeks' }), '6');
  await userEvent.click(await find('Add plan of care'));
  const From = addDays(plan.To, 1);
  await waitFor(
    async () =>
      expect(await queued()).toMatchObject([
        {
          name: 'cases.createPlanOfCare',
          input: {
            Kind: 'recert',
            From,
            To: addDays(From, 41),
            VisitsPerWeek: 3,
            PlanWeeks: 6,
            Interventions: plan.Interventions,
            GoalIds: [goalRow.GoalId],
            Diagnoses: episode.Diagnoses,
          },
        },
      ]),
    patience,
  );
});

test('the next plan names the goals that go on, and none that ended', async () => {
  const ended = (['met', 'replaced', 'dropped'] as const).map((status, at) => ({
    status,
    goal: { ...goalRow, GoalId: testId(140 + at) as typeof goalRow.GoalId, Number: 2 + at },
  }));
  const Cells = Object.fromEntries(ended.map(({ status, goal }) => [cellKey('goal', goal.GoalId, 'Status'), status]));
  const note = noteRow({}, { Cells, signedAt: stamp, NoteDate: '2026-02-03' });
  const goals = [goalRow, ...ended.map(({ goal }) => goal)];
  showSignedIn(await openClinic({ ...rows, goals, visitNotes: [note] }, everything), <Care />);
  await userEvent.click(await find(`Add a plan of care to ${episode.Title}`));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Visits a week' }, patience), '3');
  await userEvent.type(screen.getByRole('textbox', { name: 'Weeks' }), '6');
  await userEvent.click(await find('Add plan of care'));
  await waitFor(async () => expect(await queued()).toMatchObject([{ input: { GoalIds: [goalRow.GoalId] } }]), patience);
});

test('a goal is judged by a measure of the case', async () => {
  const row = CaseEvalMeasurement.parse({
    CaseEvalMeasurementId: caseEvalMeasurementId({ CaseId: episode.CaseId, ...knee }),
    CaseId: episode.CaseId,
    PatientId: patient.PatientId,
    ...knee,
    SortOrder: 0,
    deleted_at: null,
    updated_at: stamp,
  });
  showSignedIn(await openClinic({ caseEvalMeasurements: [row] }), <Care />);
  await userEvent.click(await find(`Add a goal to ${episode.Title}`));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Goal' }, patience), 'Bend the knee.');
  await userEvent.click(await screen.findByRole('combobox', { name: 'Measure' }, patience));
  await userEvent.click(await screen.findByRole('option', { name: /Knee flexion/ }));
  await userEvent.click(await find('Add goal'));
  const { CaseEvalMeasurementId } = row;
  await waitFor(
    async () => expect(await queued()).toMatchObject([{ name: 'cases.createGoal', input: { CaseEvalMeasurementId } }]),
    patience,
  );
});

test('what is typed of a plan of care is kept over a reload, and goes with its record', async () => {
  const clinic = await openClinic(rows);
  const { unmount } = showSignedIn(clinic, <Care />);
  await userEvent.click(await find(/^Record for the plan of care/));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Sent by' }, patience), 'Front desk');
  await waitFor(
    async () => expect(await allTyped()).toMatchObject([{ kind: 'stamp', id: patient.PatientId }]),
    patience,
  );
  unmount();
  showSignedIn(clinic, <Care />);
  expect(await screen.findByDisplayValue('Front desk', {}, patience)).toBeTruthy();
  await userEvent.click(await find('Record'));
  await waitFor(
    async () => expect(await queued()).toMatchObject([{ name: 'cases.stampPlan', input: { By: 'Front desk' } }]),
    patience,
  );
  expect(await allTyped()).toEqual([]);
});

test('the plans of care stand alone beside notes', async () => {
  function Plans() {
    return <PlansOfCase of={episode} desk={useCareDesk()} />;
  }
  showSignedIn(await openClinic(rows), <Plans />);
  const plans = await screen.findByRole('region', { name: `Plans of care of ${episode.Title}` }, patience);
  expect(within(plans).getByText('Initial')).toBeTruthy();
  expect(within(plans).getByRole('heading', { level: 3, name: 'Plans of care' })).toBeTruthy();
  expect(screen.queryByText(/Goals/)).toBeNull();
});
