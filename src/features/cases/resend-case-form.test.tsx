import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { AuthorizationId, CaseId, ScriptId } from '#contract/base/ids.ts';
import type { Case } from '#contract/cases/case.ts';
import { episode, insurance, testId } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/device.ts';
import { parkedCalls, queueWrite } from '#local/outbox.ts';
import { park } from '#local/testing/park.ts';
import { openClinic, queued, showSignedIn } from '#shared/testing/clinic.tsx';
import { expectSettled } from '#shared/testing/settled.ts';
import { ResendCaseForm } from './resend-case-form.tsx';

afterEach(() => lockDevice());

const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name }, { timeout: 15_000 });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

/** What is sent again takes the draft of its correction with it. */
async function refuse(write: () => Promise<unknown>, cases: Case[] = [episode]) {
  const clinic = await openClinic({ cases });
  await write();
  await park(clinic.device, 1, { kind: 'invalid', reason: 'It ends too early. Nothing was changed.' });
  const onDone = vi.fn();
  for (const call of await parkedCalls()) showSignedIn(clinic, <ResendCaseForm call={call} onDone={onDone} />);
  const sendAgain = () => expectSettled(clinic.device, () => press('Send again'));
  return { onDone, sendAgain };
}

const dates = { Start: '2026-01-05' as never, End: null };
const script = { ...dates, ReferringProviderId: null, Visits: 12, Note: 'Knee' };
const newScript = { ...script, ScriptId: ScriptId.parse(testId(81)), CaseId: episode.CaseId };

test('a refused new case is corrected as it was typed and goes again under its id', async () => {
  const { DischargedAt: _d, updated_at: _u, ...fields } = episode;
  const input = { ...fields, CaseId: CaseId.parse(testId(80)) };
  const { onDone, sendAgain } = await refuse(() => queueWrite('cases.create', input));
  const title = await field('What it is about');
  expect(title.value).toBe(episode.Title);
  expect(screen.getByRole('note').textContent).toContain('It ends too early.');
  await userEvent.clear(title);
  await userEvent.type(title, 'Neck');
  await sendAgain();
  await waitFor(() => expect(onDone).toHaveBeenCalled(), { timeout: 15_000 });
  expect(await queued()).toEqual([{ name: 'cases.create', input: { ...input, Title: 'Neck' }, base: {} }]);
  expect(await parkedCalls()).toEqual([]);
});

test('a refused new script goes again under its id', async () => {
  const { onDone, sendAgain } = await refuse(() => queueWrite('cases.createScript', newScript));
  const visits = await field('Visits ordered');
  await userEvent.clear(visits);
  await userEvent.type(visits, '8');
  await sendAgain();
  await waitFor(() => expect(onDone).toHaveBeenCalled(), { timeout: 15_000 });
  expect(await queued()).toEqual([{ name: 'cases.createScript', input: { ...newScript, Visits: 8 }, base: {} }]);
});

test('a refused new authorization goes again under its id', async () => {
  const input = {
    ...dates,
    AuthorizationId: AuthorizationId.parse(testId(82)),
    CaseId: episode.CaseId,
    InsuranceId: insurance.InsuranceId,
    Number: 'A-17',
    Kind: 'visits' as const,
    Allowed: 12,
    Status: 'requested' as const,
    CountRule: 'scheduled' as const,
    Note: null,
  };
  const { onDone, sendAgain } = await refuse(() => queueWrite('cases.createAuthorization', input));
  await userEvent.type(await field('Number'), '0');
  await sendAgain();
  await waitFor(() => expect(onDone).toHaveBeenCalled(), { timeout: 15_000 });
  expect(await queued()).toEqual([
    { name: 'cases.createAuthorization', input: { ...input, Number: 'A-170' }, base: {} },
  ]);
});

test('a script whose case is not on this device stays kept', async () => {
  const { onDone } = await refuse(() => queueWrite('cases.createScript', newScript), []);
  expect(await screen.findByText('The case is not on this device')).toBeTruthy();
  await press('Back to the changes');
  expect(onDone).toHaveBeenCalled();
  expect(await parkedCalls()).toHaveLength(1);
});
