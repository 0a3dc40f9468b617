import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { addDays } from '#contract/base/dates.ts';
import { Provider } from '#contract/providers/provider.ts';
import { patient, provider, testId, visit } from '#contract/testing/rows.ts';
import { Visit } from '#contract/visits/visit.ts';
import { lockDevice } from '#local/store/device.ts';
import { setSyncState, syncState } from '#shared/sync-state.ts';
import { openClinic, queued, showSignedIn } from '#shared/testing/clinic.tsx';
import { listen } from '#shared/testing/listen.ts';
import { LiveRegion } from '#shared/ui/live-region/live-region.tsx';
import { SchedulingScreen } from './scheduling-screen.tsx';
import { daysShown, type Shown } from './views.ts';

const today = new Date().toISOString().slice(0, 10);
/** The day beside today within the weeks that are drawn, and the key that leads there. */
const [beside, toBeside] = daysShown({ view: 'month', date: today }).includes(addDays(today, 1))
  ? [addDays(today, 1), '{ArrowRight}']
  : [addDays(today, -1), '{ArrowLeft}'];
const works = [{ start: '00:00', end: '23:59', FacilityId: testId(3) }];
const rosa = Provider.parse({ ...provider, Schedule: Array.from({ length: 7 }, () => works) });
const booked = Visit.parse({ ...visit, Start: `${today}T10:00`, End: `${today}T10:45`, stage: 'scheduled' });
const name = "O'Brien-Nguyễn, Mai";

function Screen() {
  const [shown, setShown] = useState<Shown>({ view: 'month', date: today });
  return (
    <>
      <SchedulingScreen shown={shown} onShown={setShown} onOpen={vi.fn()} onBook={vi.fn()} />
      <LiveRegion />
    </>
  );
}

async function open(can: string[]): Promise<HTMLElement> {
  const clinic = await openClinic({ providers: [rosa], patients: [patient], visits: [booked] }, can);
  setSyncState({ ...syncState(), online: false, hydrated: { P0: true, P1: true, names: true } });
  showSignedIn(clinic, <Screen />);
  return screen.findByRole('button', { name: `10:00 AM ${name}` });
}

afterEach(() => {
  setSyncState(null);
  lockDevice();
});

test('a visit is copied to another day by keys, with its provider and time', async () => {
  const line = await open(['schedule visits']);
  act(() => line.focus());
  const heard = listen();
  await userEvent.keyboard('{Control>}c{/Control}');
  await waitFor(() =>
    expect(heard.at(-1)).toMatch(/ is copied\. Go to another day and press Ctrl\+V to book it there\.$/),
  );
  await userEvent.keyboard(`${toBeside}{Control>}v{/Control}`);
  await waitFor(async () =>
    expect(await queued()).toMatchObject([
      {
        name: 'visits.create',
        input: { ProviderId: rosa.ProviderId, Start: `${beside}T10:00`, End: `${beside}T10:45`, CaseId: visit.CaseId },
      },
    ]),
  );
  expect(line.isConnected).toBe(true);
  await waitFor(() =>
    expect(document.querySelector(`[data-cell="${beside}"]`)?.textContent).toContain(`10:00 AM ${name}`),
  );
});

test('who may not book copies nothing', async () => {
  const line = await open(['write notes']);
  act(() => line.focus());
  await userEvent.keyboard(`{Control>}c{/Control}${toBeside}{Control>}v{/Control}`);
  expect(await queued()).toEqual([]);
});

test('a visit of the month has the card of the week, which is put away while it is carried', async () => {
  const line = await open(['schedule visits']);
  await userEvent.hover(line);
  const card = await screen.findByRole('tooltip', {}, { timeout: 5_000 });
  expect(card.textContent).toContain('With');
  await userEvent.unhover(line);
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
  await userEvent.hover(line);
  await screen.findByRole('tooltip', {}, { timeout: 5_000 });
  act(() => line.focus());
  await userEvent.keyboard(` ${toBeside}`);
  expect(document.querySelector('[data-ghost]')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
});
