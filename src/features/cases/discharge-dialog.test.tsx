import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { addDays, wallTimeIn } from '#contract/base/dates.ts';
import { newNote } from '#contract/documentation/new-note.ts';
import { VisitNote } from '#contract/documentation/visit-note.ts';
import { episode, stamp, testId, visit } from '#contract/testing/rows.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { readCase } from '#local/reads/cases.ts';
import { lockDevice } from '#local/store/device.ts';
import { holdCopies, openClinic, queued, showSignedIn } from '#shared/testing/clinic.tsx';
import { DischargeDialog } from './discharge-dialog.tsx';

afterEach(() => lockDevice());

const today = wallTimeIn('UTC', new Date()).slice(0, 10);
const on = (days: number, at: number): Visit => ({
  ...visit,
  VisitId: testId(700 + at) as Visit['VisitId'],
  Start: `${addDays(today, days)}T10:00`,
  End: `${addDays(today, days)}T10:45`,
  stage: 'scheduled',
});
const patience = { timeout: 20_000 };
const dialog = <DischargeDialog of={episode} opened onClose={() => undefined} />;
const discharge = async () => userEvent.click(await screen.findByRole('button', { name: 'Discharge' }, patience));

test('visits to come are deleted with the discharge where someone says so', async () => {
  const visits = [on(-2, 1), on(3, 2), on(5, 3)];
  showSignedIn(await openClinic({ visits }, ['edit patients', 'schedule visits']), dialog);
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Delete the upcoming 2 visits' }, patience));
  await discharge();
  await waitFor(
    async () =>
      expect(await queued()).toMatchObject([
        { name: 'cases.discharge', input: { id: episode.CaseId, DischargedAt: today } },
        { name: 'visits.removeFuture', input: { id: episode.CaseId, VisitIds: [testId(702), testId(703)] } },
      ]),
    patience,
  );
});

test('otherwise they stay, and without the right to schedule it is not offered', async () => {
  showSignedIn(await openClinic({ visits: [on(3, 2)] }, ['edit patients']), dialog);
  expect(await screen.findByText(/One visit is still booked/, {}, patience)).toBeTruthy();
  expect(screen.queryByRole('checkbox')).toBeNull();
  await discharge();
  await waitFor(async () => expect(await queued()).toMatchObject([{ name: 'cases.discharge' }]), patience);
});

test('a case is discharged with its visits to come or not at all', async () => {
  const clinic = await openClinic({ visits: [on(3, 2)] }, ['edit patients', 'schedule visits']);
  showSignedIn(clinic, dialog);
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Delete the upcoming visit' }, patience));
  const copy = holdCopies(clinic);
  await discharge();
  await waitFor(async () => expect(await queued()).not.toEqual([]), patience);
  expect(await queued()).toMatchObject([{ name: 'cases.discharge' }, { name: 'visits.removeFuture' }]);
  copy();
  await screen.findByText('Case discharged. Upcoming visits are deleted.', {}, patience);
});

const noteOf = (Elements: VisitNote['Elements']) =>
  VisitNote.parse({
    ...newNote(visit),
    NoteId: testId(801),
    VisitId: null,
    NoteType: 'discharge',
    NoteDate: today,
    Elements,
    updated_at: stamp,
  });

test('the discharge note proposes the reason, and another can be chosen', async () => {
  const visitNotes = [noteOf({ dischargeReason: 'goalsMet' })];
  showSignedIn(await openClinic({ visits: [], visitNotes }, ['edit patients']), dialog);
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Reason' }, patience);
  await waitFor(() => expect(field.value).toBe('Goals met'), patience);
  await userEvent.click(field);
  await userEvent.click(await screen.findByRole('option', { name: 'Coverage ended' }, patience));
  await discharge();
  await waitFor(
    async () =>
      expect(await queued()).toMatchObject([
        {
          name: 'cases.discharge',
          input: { DischargedAt: today, DischargeReason: 'coverage', NotedReason: 'goalsMet' },
          base: { DischargedAt: null, DischargeReason: null },
        },
      ]),
    patience,
  );
  expect(await readCase(episode.CaseId)).toMatchObject({ DischargeReason: 'coverage' });
});

test('an untouched proposal is saved with the discharge', async () => {
  const visitNotes = [noteOf({ dischargeReason: 'plateau' })];
  showSignedIn(await openClinic({ visits: [], visitNotes }, ['edit patients']), dialog);
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Reason' }, patience);
  await waitFor(() => expect(field.value).toBe('No further progress expected'), patience);
  await discharge();
  await waitFor(
    async () =>
      expect(await queued()).toMatchObject([{ input: { DischargeReason: 'plateau', NotedReason: 'plateau' } }]),
    patience,
  );
});

test.each([
  ['no note gives a reason', []],
  ['the note is without a reason', [noteOf({})]],
])('without a choice nothing is said of the reason: %s', async (_name, visitNotes) => {
  showSignedIn(await openClinic({ visits: [], visitNotes }, ['edit patients']), dialog);
  await discharge();
  await waitFor(async () => expect(await queued()).toHaveLength(1), patience);
  expect((await queued())[0]?.input).toEqual({ id: episode.CaseId, DischargedAt: today });
});

test('a proposal that a person takes out is sent as none', async () => {
  const visitNotes = [noteOf({ dischargeReason: 'plateau' })];
  showSignedIn(await openClinic({ visits: [], visitNotes }, ['edit patients']), dialog);
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Reason' }, patience);
  await waitFor(() => expect(field.value).toBe('No further progress expected'), patience);
  await userEvent.click(field);
  await userEvent.click(await screen.findByRole('option', { name: 'No further progress expected' }, patience));
  await waitFor(() => expect(field.value).toBe(''), patience);
  await discharge();
  await waitFor(async () => expect(await queued()).toHaveLength(1), patience);
  expect((await queued())[0]?.input).toEqual({
    id: episode.CaseId,
    DischargedAt: today,
    DischargeReason: null,
    NotedReason: 'plateau',
  });
});
