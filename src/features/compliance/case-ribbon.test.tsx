import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { addDays, showDate, wallTimeIn } from '#contract/base/dates.ts';
import { planOfCareRow } from '#contract/testing/plans.ts';
import { episode, insurance, visit } from '#contract/testing/rows.ts';
import { queueWrite } from '#local/outbox/outbox.ts';
import { lockDevice } from '#local/store/device.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { CaseRibbon } from './case-ribbon.tsx';

afterEach(() => lockDevice());

const today = wallTimeIn('UTC', new Date()).slice(0, 10);
const of = { ...episode, InsuranceIds: [insurance.InsuranceId] };
const treated = (days: number, at: number) => ({
  ...visit,
  VisitId: visit.VisitId.replace(/.{2}$/, String(10 + at)) as typeof visit.VisitId,
  Start: `${addDays(today, -days)}T09:00`,
  stage: 'billing' as const,
});
const plan = { ...planOfCareRow, From: addDays(today, -35), To: addDays(today, 40) };

test('plans are bars, what is due are chips with the gravest first; each opens sentence, rule and fix', async () => {
  const visits = [treated(35, 1), treated(10, 2)];
  const onFix = vi.fn(() => fixed);
  const fixed = vi.fn();
  showSignedIn(await openClinic({ cases: [of], visits, plansOfCare: [plan] }), <CaseRibbon of={of} onFix={onFix} />);
  const ribbon = await screen.findByRole('region', { name: `Timeline of ${of.Title}` }, { timeout: 20_000 });
  const course = within(ribbon).getByRole('list', { name: 'Course' });
  expect(within(course).getAllByRole('button')).toHaveLength(1);
  const due = within(ribbon).getByRole('list', { name: 'Due' });
  const [first] = within(due).getAllByRole('button');
  expect(first?.textContent).toContain('Certification by');
  expect(first?.textContent).toContain(', late');
  expect(within(due).getByRole('button', { name: /^Day 2 of 10/ })).toBeTruthy();
  expect(within(ribbon).queryByText(/KX/)).toBeNull();
  if (first) await userEvent.click(first);
  expect(first?.getAttribute('aria-expanded')).toBe('true');
  const dueOn = showDate(addDays(today, -5));
  expect(within(ribbon).getByText(`Certification was due ${dueOn}.`)).toBeTruthy();
  expect(within(ribbon).getByText(/A physician certifies the plan within 30 days/)).toBeTruthy();
  await userEvent.click(within(ribbon).getByRole('button', { name: 'Send the plan of care' }));
  expect(fixed).toHaveBeenCalledOnce();
  expect(onFix).toHaveBeenCalledWith(expect.objectContaining({ action: 'sendPlan' }), plan.PlanOfCareId);
  if (first) await userEvent.click(first);
  expect(within(ribbon).queryByText(`Certification was due ${dueOn}.`)).toBeNull();
});

test('where the patient pays nothing is asked for, and nothing is shown', async () => {
  const own = { ...of, InsuranceIds: [] };
  const { container } = showSignedIn(
    await openClinic({ cases: [own], visits: [] }),
    <CaseRibbon of={own} onFix={() => null} />,
  );
  await vi.waitFor(() => expect(container.querySelector('[aria-hidden]')).toBeNull());
  expect(screen.queryByRole('region', { name: /^Timeline/ })).toBeNull();
});

test('a plan that is written while the timeline is open is on it', async () => {
  showSignedIn(await openClinic({ cases: [of], visits: [treated(3, 1)] }), <CaseRibbon of={of} onFix={() => null} />);
  const ribbon = within(await screen.findByRole('region', { name: `Timeline of ${of.Title}` }, { timeout: 20_000 }));
  expect(ribbon.getByRole('button', { name: /^Plan unknown/ })).toBeTruthy();
  const { updated_at: _, PatientId: __, ...written } = { ...plan, From: addDays(today, -3), WrittenInNoteId: null };
  await queueWrite('cases.createPlanOfCare', written);
  expect(await ribbon.findByRole('button', { name: /^Plan of care / })).toBeTruthy();
});
