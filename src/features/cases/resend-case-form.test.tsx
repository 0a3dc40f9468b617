import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { CaseId } from '#contract/base/ids.ts';
import { episode, testId } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { parkedCalls, queueWrite } from '#local/outbox/outbox.ts';
import { park } from '#local/testing/park.ts';
import { openClinic, queued, showSignedIn } from '#shared/testing/clinic.tsx';
import { expectSettled } from '#shared/testing/settled.ts';
import { ResendCaseForm } from './resend-case-form.tsx';

afterEach(() => lockDevice());

const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name }, { timeout: 15_000 });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

/** What is sent again takes the draft of its correction with it. */
async function refuse(write: () => Promise<unknown>) {
  const clinic = await openClinic();
  await write();
  await park(clinic.device, 1, { kind: 'invalid', reason: 'It ends too early. Nothing was changed.' });
  const onDone = vi.fn();
  for (const call of await parkedCalls()) showSignedIn(clinic, <ResendCaseForm call={call} onDone={onDone} />);
  const sendAgain = () => expectSettled(clinic.device, () => press('Send again'));
  return { onDone, sendAgain };
}

test('a refused new case is corrected as it was typed and goes again under its id', async () => {
  const { DischargedAt: _d, updated_at: _u, ...fields } = episode;
  const input = { ...fields, CaseId: CaseId.parse(testId(80)) };
  const { onDone, sendAgain } = await refuse(() => queueWrite('cases.create', input));
  const title = await field('Case name');
  expect(title.value).toBe(episode.Title);
  expect(screen.getByRole('note').textContent).toContain('It ends too early.');
  await userEvent.clear(title);
  await userEvent.type(title, 'Neck');
  await sendAgain();
  await waitFor(() => expect(onDone).toHaveBeenCalled(), { timeout: 15_000 });
  expect(await queued()).toEqual([{ name: 'cases.create', input: { ...input, Title: 'Neck' }, base: {} }]);
  expect(await parkedCalls()).toEqual([]);
});
