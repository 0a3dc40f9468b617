import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { showDate } from '#contract/base/dates.ts';
import { PatientId, VisitRequestId } from '#contract/base/ids.ts';
import { VisitRequest } from '#contract/scheduling/visit-request.ts';
import { episode, patient, provider, stamp, testId, visit } from '#contract/testing/rows.ts';
import { harborview, maya } from '#contract/testing/schedule.ts';
import { Visit } from '#contract/visits/visit.ts';
import { lockDevice } from '#local/store/device.ts';
import { openClinic, queued, showSignedIn } from '#shared/testing/clinic.tsx';
import { WaitlistList } from './waitlist-list.tsx';

afterEach(() => lockDevice());

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
  Expires: '2027-02-01',
  Note: null,
  VisitId: null,
  state: 'open',
  AskedAt: stamp,
  updated_at: stamp,
});

test('who is taken off the waitlist goes as they were shown', async () => {
  const names = new Map([[patient.PatientId, patient]]);
  const list = {
    waiting: [request],
    batches: [],
    names,
    error: null,
    online: true,
    readAgain: null,
    load: () => undefined,
  };
  const props = { facilities: [harborview], providers: [maya], FacilityId: null, onEdit: () => undefined };
  showSignedIn(await openClinic({}, ['schedule visits']), <WaitlistList list={list} {...props} />);
  await userEvent.click(await screen.findByRole('button', { name: /^Remove from waitlist/ }, { timeout: 20_000 }));
  const input = { id: request.VisitRequestId };
  await waitFor(async () =>
    expect(await queued()).toEqual([{ name: 'scheduling.withdrawVisitRequest', input, base: request }]),
  );
});

test('two of one name and birth date who wait are told apart by phone, last visit and provider', async () => {
  const other = { ...patient, PatientId: PatientId.parse(testId(71)), Phone: '6025550177' };
  const own = Visit.parse({ ...visit, Start: '2026-11-02T10:00', End: '2026-11-02T10:45', stage: 'closed' });
  const waiting = [
    request,
    { ...request, VisitRequestId: VisitRequestId.parse(testId(98)), PatientId: other.PatientId },
  ];
  const names = new Map([patient, other].map((one) => [one.PatientId as string, one]));
  const list = { waiting, batches: [], names, error: null, online: true, readAgain: null, load: () => undefined };
  const props = { facilities: [harborview], providers: [maya], FacilityId: null, onEdit: () => undefined };
  showSignedIn(
    await openClinic({ providers: [provider], visits: [own] }, ['schedule visits']),
    <WaitlistList list={list} {...props} />,
  );
  const born = `born ${showDate(patient.DateOfBirth)}`;
  const last = `last visit 11/02/2026 with ${provider.FirstName} ${provider.LastName}`;
  const first = new RegExp(`^Change: .*${born}.* · ${last}`);
  expect(await screen.findByRole('button', { name: first }, { timeout: 20_000 })).toBeTruthy();
  expect(screen.getByRole('button', { name: new RegExp(`^Remove .*${born} · \\(602\\) 555-0177`) })).toBeTruthy();
  expect(screen.getAllByText(new RegExp(`^${born}`))).toHaveLength(2);
});

test('the day since when somebody waits is that of the clinic, in the evening too', async () => {
  const late = { ...request, AskedAt: '2026-11-03T02:00:00Z' };
  const names = new Map([[patient.PatientId, patient]]);
  const list = {
    waiting: [late],
    batches: [],
    names,
    error: null,
    online: true,
    readAgain: null,
    load: () => undefined,
  };
  const clinic = await openClinic({}, ['schedule visits']);
  clinic.setup.website.TimeZone = 'America/Denver';
  const props = { facilities: [harborview], providers: [maya], FacilityId: null, onEdit: () => undefined };
  showSignedIn(clinic, <WaitlistList list={list} {...props} />);
  expect(await screen.findByText(/since 11\/02\/2026/, {}, { timeout: 20_000 })).toBeTruthy();
});
