import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Facility } from '#contract/facilities/facility.ts';
import { Provider } from '#contract/providers/provider.ts';
import { facility, provider, testId, visit } from '#contract/testing/rows.ts';
import { Visit } from '#contract/visits/visit.ts';
import { lockDevice } from '#local/store/device.ts';
import { setSyncState, syncState } from '#shared/sync-state.ts';
import { openClinic, queued, showSignedIn } from '#shared/testing/clinic.tsx';
import { SchedulingScreen } from './scheduling-screen.tsx';
import type { Shown } from './views.ts';

const night = '2027-03-14';
const harborview = Facility.parse({ ...facility, TimeZone: 'America/New_York' });
const works = [{ start: '00:00', end: '23:59', FacilityId: testId(3) }];
const rosa = Provider.parse({ ...provider, Schedule: Array.from({ length: 7 }, () => works) });
const booked = Visit.parse({ ...visit, Start: `${night}T01:15`, End: `${night}T01:45`, stage: 'scheduled' });

function Screen() {
  const [shown, setShown] = useState<Shown>({ view: 'day', date: night });
  return <SchedulingScreen shown={shown} onShown={setShown} onOpen={vi.fn()} />;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-03-12T15:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
  setSyncState(null);
  lockDevice();
});

test('a visit is not carried to a time that never comes', async () => {
  const clinic = await openClinic({ providers: [rosa], facilities: [harborview], visits: [booked] }, [
    'schedule visits',
  ]);
  setSyncState({ ...syncState(), online: false, hydrated: { P0: true, P1: true, names: true } });
  showSignedIn(clinic, <Screen />);
  (await screen.findByRole('button', { name: /^1:15 AM to 1:45 AM/ })).focus();
  await userEvent.keyboard(' {ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}');
  // What else is booked is read once the calendar stands still: until then it is asked again with each step.
  await waitFor(async () => {
    await userEvent.keyboard('{ArrowDown}{ArrowUp}');
    expect(document.querySelector('[data-ghost]')?.textContent).toContain(
      'The clocks go forward on 03/14/2027: there is no 2:30 AM that night.',
    );
  });
  await userEvent.keyboard(' ');
  await waitFor(() => expect(document.querySelector('[data-ghost]')).toBeTruthy());
  expect(await queued()).toEqual([]);
});
