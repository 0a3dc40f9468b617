import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Provider } from '#contract/providers/provider.ts';
import { episode, patient, provider, testId, visit as row } from '#contract/testing/rows.ts';
import { CustomDay } from '#contract/scheduling/custom-day.ts';
import { harborview } from '#contract/testing/schedule.ts';
import { Visit } from '#contract/visits/visit.ts';
import { lockDevice } from '#local/store/device.ts';
import { draftKeys, saveDraft } from '#local/drafts/drafts.ts';
import { mirrorRows } from '#local/testing/device.ts';
import { unsavedDrafts } from '#local/drafts/unsaved-drafts.ts';
import { DraftScope } from '#shared/autosave/draft-scope.tsx';
import { everything, openClinic, queued, savedOnce, showSignedIn } from '#shared/testing/clinic.tsx';
import { setSyncWorker } from '#shared/sync-worker.ts';
import { hasUnsaved, saveUnsaved } from '#shared/unsaved.ts';
import { BlockDrawer } from '../blocks/block-drawer.tsx';
import { typedBlock } from '../blocks/block-form.ts';
import { CustomDayDrawer } from '../days/custom-day-drawer.tsx';
import { withSeen } from '../days/day-writes.ts';
import { SeriesDrawer } from '../series/series-drawer.tsx';
import { useEditSchedule } from '../calendar/use-edit-schedule.ts';
import { VisitDrawer } from './visit-drawer.tsx';
import { typedIn } from './visit-form.ts';

/** Charts are fetched by the sync worker, which is not part of this test. */
beforeEach(() => setSyncWorker({ openChart: async () => true } as never));
afterEach(() => {
  lockDevice();
  setSyncWorker(null);
});

/** The drawer's code comes with its first opening. */
const patience = { timeout: 20_000 };

const facility = { ...harborview, TimeZone: 'UTC' };
const { FacilityId } = facility;
const Schedule = Array.from({ length: 7 }, () => [{ start: '08:00', end: '17:00', FacilityId }]);
const rosa = Provider.parse({ ...provider, FacilityIds: [FacilityId], Schedule });
/** Tomorrow, so that a device holds the day. */
const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
const slot = { FacilityId, ProviderId: rosa.ProviderId, Start: `${day}T09:00`, End: `${day}T09:45` };
const can = [...everything, 'schedule visits', 'manage schedules'];
const clinic = () => openClinic({ facilities: [facility], providers: [rosa], cases: [], visits: [] }, can);

type Drawer = (opened: boolean, close: () => void) => ReactNode;

/** The calendar: one drawer, opened by a button, or by itself where something was left in it. */
function Calendar({ drawer }: { drawer: Drawer }) {
  const [layer, setLayer] = useState<{ kind: string } | null>(null);
  return (
    <DraftScope draftKey="form:calendar" about={layer} onReopen={setLayer}>
      <button onClick={() => setLayer({ kind: 'any' })}>Open it</button>
      {drawer(layer !== null, () => setLayer(null))}
    </DraftScope>
  );
}

const text = 'She asks for the quiet room';
const drawers: [string, string, Drawer][] = [
  [
    'a visit being booked',
    'Note for the front desk',
    (opened, close) => <VisitDrawer {...{ opened, slot }} onClose={close} history={() => null} />,
  ],
  ['a meeting or block', 'Title', (opened, close) => <BlockDrawer {...{ opened }} start={{ slot }} onClose={close} />],
  [
    'the hours of a day',
    'Reason',
    (opened, onClose) => (
      <CustomDayDrawer
        {...{ opened, onClose }}
        start={{ ProviderId: rosa.ProviderId, day }}
        purpose="off"
        queue={[]}
        onDone={async () => {
          onClose();
          return true;
        }}
      />
    ),
  ],
];

test.each(drawers)('typed in %s, it is there again after a lock; given up, it is gone', async (_, label, drawer) => {
  const here = await clinic();
  const before = showSignedIn(here, <Calendar drawer={drawer} />);
  await userEvent.click(screen.getByRole('button', { name: 'Open it' }));
  const field = await screen.findByRole('textbox', { name: new RegExp(label) }, patience);
  await userEvent.type(field, text);
  expect(await saveUnsaved()).toBe(true);
  before.unmount();
  await waitFor(async () => expect(await unsavedDrafts()).toMatchObject([{ kind: 'calendar' }]), patience);

  showSignedIn(here, <Calendar drawer={drawer} />);
  const again = await screen.findByDisplayValue(text, {}, patience);
  expect(again).toBeTruthy();
  await waitFor(() => expect(hasUnsaved()).toBe(true), patience);
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Discard changes' }, patience));
  await waitFor(async () => expect(await draftKeys()).toEqual([]), patience);
});

test('the reason of a visit let go is there again after a lock, beside what else was typed of it', async () => {
  const visit = Visit.parse({ ...row, FacilityId, Start: `${day}T09:00`, End: `${day}T09:45`, stage: 'scheduled' });
  const here = await openClinic({ facilities: [facility], providers: [rosa], visits: [visit] }, can);
  const drawer: Drawer = (opened, onClose) => (
    <VisitDrawer {...{ opened, onClose }} visit={visit.VisitId} history={() => null} />
  );
  const before = showSignedIn(here, <Calendar drawer={drawer} />);
  await userEvent.click(screen.getByRole('button', { name: 'Open it' }));
  await userEvent.type(await screen.findByRole('textbox', { name: /Note for the front desk/ }, patience), text);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel or no-show' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Reason' }), 'Her car broke down');
  await userEvent.click(screen.getByRole('radio', { name: 'No-show' }));
  expect(await saveUnsaved()).toBe(true);
  before.unmount();
  await waitFor(async () => expect(await unsavedDrafts()).toMatchObject([{ kind: 'calendar' }]), patience);

  showSignedIn(here, <Calendar drawer={drawer} />);
  expect(await screen.findByDisplayValue('Her car broke down', {}, patience)).toBeTruthy();
  expect(screen.getByDisplayValue(text)).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'No-show' }).checked).toBe(true);
  // Beside the one in the corner.
  fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  fireEvent.click(await screen.findByRole('button', { name: 'Discard changes' }, patience));
  await waitFor(async () => expect(await draftKeys()).toEqual([]), patience);
});

/** A visit whose note is typed before a lock, and how it is after it. */
async function noteOverLock(after: Partial<Visit>): Promise<Visit> {
  const visit = Visit.parse({ ...row, FacilityId, Start: `${day}T09:00`, End: `${day}T09:45`, stage: 'scheduled' });
  const here = await openClinic({ facilities: [facility], providers: [rosa], visits: [visit] }, can);
  const drawer: Drawer = (opened, onClose) => (
    <VisitDrawer {...{ opened, onClose }} visit={visit.VisitId} history={() => null} />
  );
  const before = showSignedIn(here, <Calendar drawer={drawer} />);
  await userEvent.click(screen.getByRole('button', { name: 'Open it' }));
  await userEvent.type(await screen.findByRole('textbox', { name: /Note for the front desk/ }, patience), text);
  expect(await saveUnsaved()).toBe(true);
  before.unmount();
  await waitFor(async () => expect(await unsavedDrafts()).toMatchObject([{ kind: 'calendar' }]), patience);
  const now = { ...visit, ...after, updated_at: later };
  await mirrorRows(here.device, 'visits', [now]);
  showSignedIn(here, <Calendar drawer={drawer} />);
  await screen.findByDisplayValue(text, {}, patience);
  return now;
}

const later = '2026-11-19T08:00:00.123456+00:00';

test('a note someone else wrote while mine was kept over a lock is not written over, and that is said', async () => {
  await noteOverLock({ SchedulingNote: 'Comes with her daughter' });
  expect(await screen.findByText(/^Someone else changed this visit/, {}, patience)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(screen.getAllByText(/^Someone else changed this visit/)).toHaveLength(2));
  expect(await queued()).toEqual([]);
});

test('a note kept over a lock is saved over a visit that only its stage has changed of', async () => {
  const { VisitId } = await noteOverLock({ stage: 'confirmed' });
  fireEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  const changes = { SchedulingNote: text };
  await waitFor(
    async () =>
      expect(await queued()).toMatchObject([
        { input: { id: VisitId, changes, lastUpdated: later }, base: { SchedulingNote: null } },
      ]),
    patience,
  );
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
          onDone={async (days, draft) => edit.write(await withSeen(days, edit.queue), draft)}
        />
      )}
    />
  );
}

test('hours someone else wrote while mine were kept over a lock are not what I saw of the day', async () => {
  const here = await clinic();
  await here.device.mirror.kv.put({ key: 'hydration', value: { P1At: Date.now() } });
  const before = showSignedIn(here, <Away />);
  await userEvent.click(screen.getByRole('button', { name: 'Open it' }));
  await userEvent.type(await screen.findByRole('textbox', { name: /Reason/ }, patience), text);
  expect(await saveUnsaved()).toBe(true);
  before.unmount();
  await waitFor(async () => expect(await unsavedDrafts()).toMatchObject([{ kind: 'calendar' }]), patience);
  const blocks = [{ start: '10:00', end: '12:00', FacilityId }];
  const { ProviderId } = rosa;
  const CustomDayId = testId(90);
  const course = CustomDay.parse({ CustomDayId, ProviderId, day, blocks, Note: 'Course', updated_at: later });
  await mirrorRows(here.device, 'customDays', [course]);
  showSignedIn(here, <Away />);
  await screen.findByDisplayValue(text, {}, patience);
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(false));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(
    async () =>
      expect(await queued()).toMatchObject([
        { name: 'scheduling.createCustomDays', base: { seen: [{ ProviderId, day, was: null }] } },
      ]),
    patience,
  );
});

test('choices of a series are there again after a lock', async () => {
  const here = await clinic();
  const drawer: Drawer = (opened, onClose) => <SeriesDrawer {...{ opened, onClose }} start={{ FacilityId }} />;
  const before = showSignedIn(here, <Calendar drawer={drawer} />);
  await userEvent.click(screen.getByRole('button', { name: 'Open it' }));
  const count = await screen.findByRole('textbox', { name: 'Visits' }, patience);
  await userEvent.type(count, '17');
  expect(await saveUnsaved()).toBe(true);
  before.unmount();
  showSignedIn(here, <Calendar drawer={drawer} />);
  expect(await screen.findByDisplayValue('17', {}, patience)).toBeTruthy();
});

const visitTyped = { ...typedIn(slot), CaseId: episode.CaseId, VisitTypeName: 'Follow-up', SchedulingNote: text };
const blockTyped = { ...typedBlock(slot), VisitTypeName: 'Staff meeting', Title: text };

test.each([
  ['visits.create', 'Book visit', 0, 'book', { typed: visitTyped, patientId: patient.PatientId }],
  ['scheduling.saveNonPatientVisit', 'Add block', 1, 'block', blockTyped],
])(
  '%s is queued once, however often it is pressed, and no draft stays beside it',
  async (name, button, at, form, typed) => {
    const here = await openClinic({ facilities: [facility], providers: [rosa], cases: [episode], visits: [] }, can);
    await saveDraft('form:calendar', { about: { kind: 'any' }, form, typed });
    const [, , drawer] = drawers[at] as (typeof drawers)[number];
    showSignedIn(here, <Calendar drawer={drawer} />);
    await screen.findByDisplayValue(text, {}, patience);
    await waitFor(() => expect(hasUnsaved()).toBe(true), patience);
    await savedOnce(here, button);
    expect(await queued()).toMatchObject([{ name }]);
  },
);
