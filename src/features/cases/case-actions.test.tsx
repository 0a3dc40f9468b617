import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { stampOf } from '#contract/testing/plans.ts';
import { episode, noteRow, testId, visit } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { queueWrite } from '#local/outbox/outbox.ts';
import { openClinic, queued, showSignedIn } from '#shared/testing/clinic.tsx';
import { CaseActions } from './case-actions.tsx';

afterEach(() => lockDevice());
const patience = { timeout: 20_000 };

test('a case is deleted with what was shown of it, and the call tells what that was', async () => {
  const clinic = await openClinic({ visits: [] }, ['edit patients']);
  const input = { CaseId: episode.CaseId, ReferringProviderId: null, Start: null, End: null, Visits: 12, Note: null };
  await queueWrite('cases.createScript', { ...input, ScriptId: testId(71) as never });
  showSignedIn(clinic, <CaseActions of={episode} onEdit={vi.fn<() => void>()} />);
  await userEvent.click(await screen.findByRole('button', { name: `More for ${episode.Title}` }, patience));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete…' }, patience));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }, patience));
  const none = { authorizations: [], caseExercises: [], goals: [], plansOfCare: [], homePrograms: [], rtmEpisodes: [] };
  const base = { scripts: [testId(71)], ...none };
  await waitFor(
    async () => expect((await queued()).at(-1)).toEqual({ name: 'cases.remove', input: { id: episode.CaseId }, base }),
    patience,
  );
});

test.each([
  [{ planStamps: [stampOf()] }, /^This case has notes or charges, so it can’t be deleted/],
  [{ visitNotes: [noteRow({ Plan: 'p' })] }, /^This case has past visits, so it can’t be deleted/],
  [
    { visits: [{ ...visit, stage: 'scheduled' as const }] },
    /^This case has booked visits\. Cancel or remove them first/,
  ],
])('a case that is in use is not asked about: what keeps it is said, and nothing is sent', async (rows, why) => {
  showSignedIn(await openClinic(rows, ['edit patients']), <CaseActions of={episode} onEdit={vi.fn<() => void>()} />);
  await userEvent.click(await screen.findByRole('button', { name: `More for ${episode.Title}` }, patience));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete…' }, patience));
  expect(await screen.findByText(why, {}, patience)).toBeTruthy();
  expect(screen.queryByRole('dialog', { name: /^Delete/ })).toBeNull();
  expect(await queued()).toEqual([]);
});
