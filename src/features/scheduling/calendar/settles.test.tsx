import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CustomDayId } from '#contract/base/ids.ts';
import { Provider } from '#contract/providers/provider.ts';
import { NonPatientVisit } from '#contract/scheduling/non-patient-visit.ts';
import { harborview } from '#contract/testing/schedule.ts';
import { provider, stamp, testId, visit as row } from '#contract/testing/rows.ts';
import { Visit } from '#contract/visits/visit.ts';
import { lockDevice } from '#local/store/device.ts';
import { saveDraft } from '#local/drafts/drafts.ts';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { DraftScope } from '#shared/autosave/draft-scope.tsx';
import { everything, openClinic, queued, showSignedIn } from '#shared/testing/clinic.tsx';
import { patience } from '#shared/testing/over-lock.tsx';
import { expectSettled } from '#shared/testing/settled.ts';
import { setSyncWorker } from '#shared/sync-worker.ts';
import { hasUnsaved } from '#shared/unsaved.ts';
import { BlockDrawer } from '../blocks/block-drawer.tsx';
import { typedBlock } from '../blocks/block-form.ts';
import { CustomDayDrawer } from '../days/custom-day-drawer.tsx';
import { typedFor, type QueuedDay } from '../days/day-form.ts';
import { useEditSchedule } from './use-edit-schedule.ts';
import { VisitDrawer } from '../booking/visit-drawer.tsx';
import { nothingGiven } from '../booking/visit-reason.tsx';

/** Charts are fetched by the sync worker, which is not part of this test. */
beforeEach(() => setSyncWorker({ openChart: async () => true } as never));
afterEach(() => {
  lockDevice();
  setSyncWorker(null);
});

const facility = { ...harborview, TimeZone: 'UTC' };
const { FacilityId } = facility;
const Schedule = Array.from({ length: 7 }, () => [{ start: '08:00', end: '17:00', FacilityId }]);
const rosa = Provider.parse({ ...provider, FacilityIds: [FacilityId], Schedule });
/** Tomorrow, so that a device holds the day. */
const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
const visit = Visit.parse({ ...row, FacilityId, Start: `${day}T09:00`, End: `${day}T09:45`, stage: 'scheduled' });
const can = [...everything, 'schedule visits', 'manage schedules'];
const open = () => openClinic({ facilities: [facility], providers: [rosa], visits: [visit] }, can);

const text = 'She asks for the quiet room';
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

/** The calendar: a drawer that opens by itself where something was left in it. */
function Calendar({ drawer }: { drawer: (opened: boolean, onClose: () => void) => ReactNode }) {
  const [layer, setLayer] = useState<{ kind: string } | null>(null);
  return (
    <DraftScope draftKey={unsavedKey.calendar()} about={layer} onReopen={setLayer}>
      {drawer(layer !== null, () => setLayer(null))}
    </DraftScope>
  );
}

/** Leaves what was typed in one of the calendar's forms and opens it again. */
async function reopen(form: string, typed: object, part: ReactNode) {
  const clinic = await open();
  await saveDraft(unsavedKey.calendar(), { about: { kind: 'any' }, form, typed });
  showSignedIn(clinic, part);
  await screen.findByDisplayValue(text, {}, patience);
  await waitFor(() => expect(hasUnsaved()).toBe(true), patience);
  return clinic;
}

const unchanged = { changes: {}, which: 'this' };
const given = { ...nothingGiven('noShow'), reason: text };

test.each([
  [
    'visits.reschedule',
    'Save changes',
    { asked: null, typed: { changes: { SchedulingNote: text }, which: 'this', over: visit } },
  ],
  ['visits.move', 'Mark as no-show', { asked: { what: 'letGo', given }, typed: unchanged }],
  ['visits.remove', 'Delete visit', { asked: { what: 'remove', given }, typed: unchanged }],
])('the draft of a visit goes with its %s', async (name, button, typed) => {
  const drawer = (opened: boolean, onClose: () => void) => (
    <VisitDrawer {...{ opened, onClose }} visit={visit.VisitId} history={() => null} />
  );
  const { device } = await reopen('visit', typed, <Calendar drawer={drawer} />);
  await expectSettled(device, () => press(button));
  expect(await queued()).toMatchObject([{ name, input: { id: visit.VisitId } }]);
});

test('the draft of a changed block goes with its call', async () => {
  // Beside the visit of that day, so that nothing has to be accepted.
  const at = { FacilityId, ProviderId: visit.ProviderId, Start: `${day}T13:00`, End: `${day}T13:45` };
  const of = { NonPatientVisitId: testId(92), VisitTypeName: 'Staff meeting', Title: 'Huddle' };
  const block = NonPatientVisit.parse({ ...at, ...of, SeriesId: null, updated_at: stamp });
  const drawer = (opened: boolean, onClose: () => void) => <BlockDrawer {...{ opened, onClose }} start={{ block }} />;
  const { device } = await reopen('block', { ...typedBlock(block), Title: text }, <Calendar drawer={drawer} />);
  await expectSettled(device, () => press('Save changes'));
  expect(await queued()).toMatchObject([{ name: 'scheduling.saveNonPatientVisit', input: { Title: text } }]);
});

function Away() {
  const edit = useEditSchedule();
  return (
    <Calendar
      drawer={(opened, onClose) => (
        <CustomDayDrawer
          {...{ opened, onClose }}
          start={{ ProviderId: rosa.ProviderId, day }}
          purpose="off"
          queue={edit.queue}
          onDone={edit.write}
        />
      )}
    />
  );
}

test('the draft of a day off goes with its calls', async () => {
  const typed = { ...typedFor(rosa, day, undefined, 'off'), Note: text };
  const chosen = [[visit.VisitId, { kind: 'ask' }]];
  const { device } = await reopen('days', { typed, chosen, typedReason: null, opened: [] }, <Away />);
  const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  await waitFor(() => expect(save().disabled).toBe(false), patience);
  await expectSettled(device, () => fireEvent.click(save()), 2);
  expect(await queued()).toMatchObject([{ name: 'scheduling.createCustomDays' }, { name: 'visits.reschedule' }]);
});

function Held() {
  const edit = useEditSchedule();
  return (
    <>
      <p>{edit.queue.length} held</p>
      <button onClick={() => void edit.save()}>Save all</button>
    </>
  );
}

test('days that are held are held no more in the transaction of their calls', async () => {
  const { ProviderId, VisitId, Start } = visit;
  const ask = { VisitId, ProviderId, Start, choice: { kind: 'ask' as const }, reason: '' };
  const held: QueuedDay = {
    CustomDayId: CustomDayId.parse(testId(91)),
    ProviderId,
    day: day as QueuedDay['day'],
    blocks: [],
    Note: null,
    isRemoved: false,
    rebook: [ask],
  };
  const clinic = await open();
  await saveDraft(unsavedKey.days(), { days: [held] });
  showSignedIn(clinic, <Held />);
  await screen.findByText('1 held', {}, patience);
  await expectSettled(clinic.device, () => press('Save all'), 2);
  expect(await queued()).toMatchObject([{ name: 'scheduling.createCustomDays' }, { name: 'visits.reschedule' }]);
});
