import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addDays, wallTimeIn } from '#contract/base/dates.ts';
import { CaseId, VisitId } from '#contract/base/ids.ts';
import { VisitRequest } from '#contract/scheduling/visit-request.ts';
import { episode, patient, stamp, testId } from '#contract/testing/rows.ts';
import { ben, harborview, maya } from '#contract/testing/schedule.ts';
import { lockDevice } from '#local/store/device.ts';
import { saveDraft } from '#local/drafts/drafts.ts';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { openClinic, queued, savedOnce, showSignedIn } from '#shared/testing/clinic.tsx';
import { setSyncWorker } from '#shared/sync-worker.ts';
import { cellsOf } from './grid-choice.ts';
import { WaitlistDrawer } from './waitlist-drawer.tsx';
import { WaitlistForm } from './waitlist-form.tsx';

const openChart = vi.fn<(id: string) => Promise<boolean>>();
beforeEach(() => setSyncWorker({ openChart } as never));
afterEach(() => {
  lockDevice();
  setSyncWorker(null);
});

const today = wallTimeIn('UTC', new Date()).slice(0, 10);
const elsewhere = { VisitId: VisitId.parse(testId(96)), CaseId: CaseId.parse(testId(99)) };
const request = VisitRequest.parse({
  VisitRequestId: testId(97),
  PatientId: patient.PatientId,
  CaseId: episode.CaseId,
  FacilityId: harborview.FacilityId,
  ProviderId: maya.ProviderId,
  VisitTypeName: 'Follow-up',
  Minutes: 45,
  grid: Array.from({ length: 7 }, () => [{ start: '08:00', end: '12:00' }]),
  Priority: 2,
  Expires: addDays(today, 30),
  Note: null,
  VisitId: elsewhere.VisitId,
  state: 'open',
  AskedAt: stamp,
  updated_at: stamp,
});

async function open(of: VisitRequest): Promise<void> {
  showSignedIn(
    await openClinic({ facilities: [harborview], providers: [maya, ben], visits: [] }, ['schedule visits']),
    <>
      <WaitlistForm
        formId="form"
        request={of}
        FacilityId={null}
        facilities={[harborview]}
        providers={[ben]}
        onDirty={() => undefined}
        onBusy={() => undefined}
        onDone={() => undefined}
      />
      <button type="submit" form="form">
        Save
      </button>
    </>,
  );
  await userEvent.type(await screen.findByLabelText('Note'), 'mornings');
}

const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
const fetchFailed = /could not load this patient’s full chart/;

test('what this device does not hold is kept: the visit to be given up and who is asked for', async () => {
  openChart.mockResolvedValue(true);
  await open(request);
  expect(openChart).toHaveBeenCalledWith(patient.PatientId);
  await save();
  await waitFor(async () => expect(await queued()).toHaveLength(1));
  const { VisitId: kept, ProviderId } = request;
  expect((await queued())[0]?.input).toMatchObject({ VisitId: kept, ProviderId, Note: 'mornings' });
  expect(screen.queryByText(fetchFailed)).toBeNull();
});

test('a chart that cannot be had is told, and what was changed is saved', async () => {
  openChart.mockResolvedValue(false);
  await open({ ...request, CaseId: elsewhere.CaseId });
  expect(await screen.findByText(fetchFailed)).toBeTruthy();
  await save();
  await waitFor(async () => expect(await queued()).toHaveLength(1));
  expect((await queued())[0]?.input).toMatchObject({ ...elsewhere, Note: 'mornings' });
});

test('a visit is given up no longer once that is chosen', async () => {
  openChart.mockResolvedValue(true);
  await open(request);
  await userEvent.click(screen.getByRole('combobox', { name: 'Replaces a visit' }));
  await userEvent.click(await screen.findByRole('option', { name: 'No visit' }));
  await save();
  await waitFor(async () => expect((await queued())[0]?.input).toMatchObject({ VisitId: null }));
});

test('someone is put on the list once, however often it is pressed, and no draft stays beside the call', async () => {
  const rows = { facilities: [harborview], providers: [maya, ben], visits: [] };
  const clinic = await openClinic(rows, ['schedule visits']);
  const typed = { ...request, ProviderId: null, VisitId: null, cells: cellsOf(request.grid), Note: 'mornings' };
  await saveDraft(unsavedKey.waitlist(), { about: 'new', form: 'request', typed });
  showSignedIn(clinic, <WaitlistDrawer opened onClose={() => undefined} FacilityId={null} />);
  await screen.findByDisplayValue('mornings', {}, { timeout: 20_000 });
  await screen.findByDisplayValue(episode.Title);
  await savedOnce(clinic, 'Add to the waitlist');
  expect(await queued()).toMatchObject([{ name: 'scheduling.saveVisitRequest', input: { Note: 'mornings' } }]);
});
