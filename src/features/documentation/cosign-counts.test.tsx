import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { DateString, showDate } from '#contract/base/dates.ts';
import { NoteId, PatientId, VisitId } from '#contract/base/ids.ts';
import { assistant, noteRow, patient, provider, stamp, testId, visit } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { CosignCounts } from './cosign-counts.tsx';

afterEach(() => lockDevice());

const slowly = { timeout: 20_000 };
const signed = { signedAt: stamp, signedByProviderId: assistant.ProviderId, cosignRequired: true };
const progress = noteRow(
  {},
  { ...signed, NoteId: NoteId.parse(testId(301)), VisitId: null, NoteType: 'progress', NoteDate: '2026-11-10' },
);
const addendum = noteRow(
  {},
  {
    ...signed,
    NoteType: 'addendum',
    NoteDate: '2026-11-12',
    CosignerProviderId: provider.ProviderId,
  },
);
const notes = [progress, { ...addendum, NoteId: NoteId.parse(testId(302)) }];

async function open(can?: string[], more: object = {}) {
  const onNavigate = vi.fn();
  const clinic = await openClinic({ visitNotes: notes, providers: [provider, assistant], ...more }, can);
  const filter = { FacilityId: null, ProviderIds: [] };
  const day = visit.Start.slice(0, 10);
  showSignedIn(clinic, <CosignCounts today={day} filter={filter} after={1} onNavigate={onNavigate} />);
  return onNavigate;
}

test('notes that are not a visit’s own are counted, and each leads to where it is cosigned', async () => {
  const onNavigate = await open();
  await userEvent.click(await screen.findByRole('button', { name: '2 other notes to cosign' }, slowly));
  const list = within(await screen.findByRole('dialog', { name: 'Other notes to cosign (2)' }, slowly));
  const [first, second] = list.getAllByRole('listitem').map((line) => line.textContent);
  expect(first).toContain('Addendum 11/12/2026, signed by Tom Reed, PTA');
  expect(first).toContain('Asked of you');
  expect(second).toContain('Progress report 11/10/2026');
  expect(second).not.toContain('Asked of you');
  await userEvent.click(list.getByRole('button', { name: /^Read addendum: / }));
  expect(onNavigate).toHaveBeenLastCalledWith(`/patients/${patient.PatientId}?visit=${visit.VisitId}`);
  await userEvent.click(list.getByRole('button', { name: /^Read progress report: / }));
  expect(onNavigate).toHaveBeenLastCalledWith(`/patients/${patient.PatientId}?tab=documentation`);
});

test('patients of one name are told apart by their birth dates', async () => {
  const other = { ...patient, PatientId: PatientId.parse(testId(303)), DateOfBirth: DateString.parse('1999-01-01') };
  const theirs = { ...progress, NoteId: NoteId.parse(testId(304)), PatientId: other.PatientId };
  const its = { ...visit, VisitId: VisitId.parse(testId(305)), PatientId: other.PatientId };
  await open(undefined, { patients: [patient, other], visits: [visit, its], visitNotes: [...notes, theirs] });
  await userEvent.click(await screen.findByRole('button', { name: '3 other notes to cosign' }, slowly));
  const list = within(await screen.findByRole('dialog', { name: 'Other notes to cosign (3)' }, slowly));
  expect(await list.findByText(/born 01\/01\/1999/)).toBeTruthy();
  expect(list.getAllByText(new RegExp(`born ${showDate(patient.DateOfBirth)}`))).toHaveLength(2);
});

test('who may not cosign has no such count', async () => {
  await open(['write notes']);
  expect(screen.queryByRole('button')).toBeNull();
});
