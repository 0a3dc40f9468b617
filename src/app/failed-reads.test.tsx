import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addDays, wallTimeIn } from '#contract/base/dates.ts';
import { NoteId } from '#contract/base/ids.ts';
import { Provider } from '#contract/providers/provider.ts';
import { NonPatientVisit } from '#contract/scheduling/non-patient-visit.ts';
import { harborview } from '#contract/testing/schedule.ts';
import { episode, noteRow, patient, provider, stamp, testId, visit } from '#contract/testing/rows.ts';
import * as emergencyReads from '#local/reads/emergency.ts';
import * as caseReads from '#local/reads/cases.ts';
import * as dueReads from '#local/reads/under-scheduled.ts';
import * as scheduleReads from '#local/reads/scheduling.ts';
import * as visitReads from '#local/reads/visits.ts';
import * as waitlistReads from '#local/reads/waitlist.ts';
import { lockDevice } from '#local/store/device.ts';
import { SubmitClaimDialog } from '#features/billing/submit-claim-dialog.tsx';
import { NoteDesk } from '#features/documentation/note-desk.tsx';
import { EmergencyGate } from '#features/emergency/emergency-gate.tsx';
import { ChartOverview } from '#features/patients/chart-overview.tsx';
import { BlockDrawer } from '#features/scheduling/blocks/block-drawer.tsx';
import { VisitBook } from '#features/scheduling/booking/visit-book.tsx';
import { CustomDayDrawer } from '#features/scheduling/days/custom-day-drawer.tsx';
import { SeriesDrawer } from '#features/scheduling/series/series-drawer.tsx';
import { UnderScheduledDrawer } from '#features/scheduling/waitlist/under-scheduled-drawer.tsx';
import { WaitlistDrawer } from '#features/scheduling/waitlist/waitlist-drawer.tsx';
import { VisitHistory } from '#features/visits/visit-history.tsx';
import { answersTo } from '#shared/testing/answered.ts';
import { everything, openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { setSyncWorker } from '#shared/sync-worker.ts';

const facility = { ...harborview, TimeZone: 'UTC' };
const { FacilityId } = facility;
const Schedule = Array.from({ length: 7 }, () => [{ start: '08:00', end: '17:00', FacilityId }]);
const rosa = Provider.parse({ ...provider, FacilityIds: [FacilityId], Schedule });
const { ProviderId } = rosa;
/** Tomorrow, so that a device holds the day. */
const day = addDays(wallTimeIn('UTC', new Date()).slice(0, 10), 1);
const slot = { FacilityId, ProviderId, Start: `${day}T09:00`, End: `${day}T09:45` };
const none = () => undefined;
const patience = { timeout: 20_000 };

const series = {
  PatientId: patient.PatientId,
  CaseId: episode.CaseId,
  FacilityId,
  ProviderId,
  VisitTypeName: 'Follow-up',
  count: 3,
  Start: `${day}T09:00`,
};

const block = NonPatientVisit.parse({
  ...slot,
  NonPatientVisitId: testId(92),
  VisitTypeName: 'Staff meeting',
  Title: 'Huddle',
  SeriesId: null,
  updated_at: stamp,
});
const note = noteRow({}, { NoteId: NoteId.parse(testId(301)), VisitId: null, NoteType: 'progress' });

type Part = {
  part: ReactNode;
  fail: () => { mockRestore: () => void };
  failed: string;
  /** What is there once it could be read. */
  shown: () => Promise<unknown>;
};

const broken = new Error('the database was closed');
const textbox = (name: string | RegExp) => () => screen.findByRole('textbox', { name }, patience);
const text = (of: string | RegExp) => () => screen.findByText(of, {}, patience);

const parts: Record<string, Part> = {
  'a block': {
    part: <BlockDrawer opened start={{ slot }} onClose={none} />,
    fail: () => vi.spyOn(scheduleReads, 'readFacilities').mockRejectedValue(broken),
    failed: 'The block could not be loaded',
    shown: textbox('Title'),
  },
  'what is booked beside a block': {
    part: <BlockDrawer opened start={{ block }} onClose={none} />,
    fail: () => vi.spyOn(scheduleReads, 'bookingFacts').mockRejectedValue(broken),
    failed: 'Conflicts could not be checked',
    shown: textbox('Title'),
  },
  'what is booked beside a visit': {
    part: (
      <VisitBook slot={slot} like={visit} formId="book" onDirty={none} onBusy={none} onDone={none} onCovered={none} />
    ),
    fail: () => vi.spyOn(scheduleReads, 'bookingFacts').mockRejectedValue(broken),
    failed: 'Conflicts could not be checked',
    shown: textbox(/Note for the front desk/),
  },
  'the case of a note': {
    part: <NoteDesk note={note} signers={undefined} />,
    fail: () => vi.spyOn(caseReads, 'readCase').mockRejectedValue(broken),
    failed: 'The case of this note could not be loaded',
    shown: textbox(/^Plan/),
  },
  'the hours of a day': {
    part: (
      <CustomDayDrawer
        opened
        start={{ ProviderId, day }}
        purpose="off"
        queue={[]}
        onClose={none}
        onDone={async () => true}
      />
    ),
    fail: () => vi.spyOn(scheduleReads, 'customDaysBetween').mockRejectedValue(broken),
    failed: 'The hours could not be loaded',
    shown: textbox('Reason'),
  },
  'visits outside the hours of a day': {
    part: (
      <CustomDayDrawer
        opened
        start={{ ProviderId, day }}
        purpose="off"
        queue={[]}
        onClose={none}
        onDone={async () => true}
      />
    ),
    fail: () => vi.spyOn(scheduleReads, 'visitsBetween').mockRejectedValue(broken),
    failed: 'Visits outside these hours could not be loaded',
    shown: text('No visits fall outside these hours'),
  },
  'a series of visits': {
    part: <SeriesDrawer opened start={series} onClose={none} />,
    fail: () => vi.spyOn(scheduleReads, 'bookingFacts').mockRejectedValue(broken),
    failed: 'The calendar could not be loaded',
    shown: async () => waitFor(() => expect(screen.queryByText('Checking the calendar.')).toBeNull(), patience),
  },
  'who has too few visits': {
    part: <UnderScheduledDrawer opened FacilityId={null} onClose={none} />,
    fail: () => vi.spyOn(dueReads, 'underScheduledCases').mockRejectedValue(broken),
    failed: 'The booked visits could not be loaded',
    shown: text('All patients are booked as planned'),
  },
  'the waitlist': {
    part: <WaitlistDrawer opened FacilityId={null} onClose={none} />,
    fail: () => vi.spyOn(waitlistReads, 'requestsHere').mockRejectedValue(broken),
    failed: 'The waitlist of this device could not be loaded',
    shown: text('No one is waiting'),
  },
  'the cases of a chart': {
    part: (
      <ChartOverview
        patient={patient}
        caseParts={{ actionsOf: none, careOf: () => <p>Care</p>, newCase: null, aside: null }}
      />
    ),
    fail: () => vi.spyOn(caseReads, 'casesOfPatient').mockRejectedValue(broken),
    failed: 'The cases could not be loaded',
    shown: text('Care'),
  },
  'a chart in an outage': {
    part: (
      <EmergencyGate PatientId={patient.PatientId} isNeeded>
        <p>The chart</p>
      </EmergencyGate>
    ),
    fail: () => vi.spyOn(emergencyReads, 'isAtWorkOn').mockRejectedValue(broken),
    failed: 'This chart could not be opened',
    shown: textbox('Reason'),
  },
  'what a claim bills': {
    part: <SubmitClaimDialog asked={{ visit, name: 'Ada' }} onClose={none} />,
    fail: () => vi.spyOn(caseReads, 'readPayersOfCase').mockRejectedValue(broken),
    failed: 'The charges of this visit could not be loaded',
    shown: async () =>
      waitFor(
        () =>
          expect(screen.getByRole<HTMLButtonElement>('button', { name: /^(Submit claim|Close visit)$/ }).disabled).toBe(
            false,
          ),
        patience,
      ),
  },
  'the history of a visit': {
    part: <VisitHistory VisitId={visit.VisitId} />,
    fail: () => vi.spyOn(visitReads, 'historyOfVisit').mockRejectedValue(broken),
    failed: 'The history could not be loaded',
    shown: text('Nothing has happened to this visit yet.'),
  },
};

beforeEach(() => {
  setSyncWorker({ openChart: async () => true } as never);
  answersTo({ 'waitlist.list': { visitRequests: [], fillRequestBatches: [], patients: [] } });
});
afterEach(() => {
  lockDevice();
  setSyncWorker(null);
  vi.restoreAllMocks();
});

test.each(Object.entries(parts))('%s could not be read: that is said, and read again', async (_, of) => {
  const rows = { facilities: [facility], providers: [rosa], cases: [episode], visits: [] };
  const clinic = await openClinic(rows, [...everything, 'schedule visits', 'manage schedules']);
  const failing = of.fail();
  showSignedIn(clinic, <MemoryRouter>{of.part}</MemoryRouter>);
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(of.failed), patience);
  failing.mockRestore();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await of.shown();
  await waitFor(() => expect(screen.queryByText(of.failed)).toBeNull(), patience);
});
