import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { showDate } from '#contract/base/dates.ts';
import { Provider } from '#contract/providers/provider.ts';
import { patient, provider, testId, visit } from '#contract/testing/rows.ts';
import { Patient } from '#contract/patients/patient.ts';
import { Visit } from '#contract/visits/visit.ts';
import { lockDevice } from '#local/store/device.ts';
import { setSyncState, syncState } from '#shared/sync-state.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { listen } from '#shared/testing/listen.ts';
import { LiveRegion } from '#shared/ui/live-region/live-region.tsx';
import { SchedulingScreen } from './scheduling-screen.tsx';
import type { Shown, View } from './views.ts';

const today = new Date().toISOString().slice(0, 10);
const works = [{ start: '00:00', end: '23:59', FacilityId: testId(3) }];
const rosa = Provider.parse({ ...provider, Schedule: Array.from({ length: 7 }, () => works) });
const mai = Patient.parse({ ...patient, Phone: '6025550101' });
const twin = Patient.parse({ ...mai, PatientId: testId(71), Phone: '6025550102' });
const other = Patient.parse({ ...mai, PatientId: testId(72), FirstName: 'Lan' });
const name = "O'Brien-Nguyễn, Mai";
const born = `born ${showDate(patient.DateOfBirth)}`;

const at = (n: number, of: Patient, time: string, more: Partial<Visit> = {}) =>
  Visit.parse({
    ...visit,
    VisitId: testId(n),
    PatientId: of.PatientId,
    Start: `${today}T${time}`,
    End: `${today}T${time.slice(0, 3)}50`,
    stage: 'scheduled',
    ...more,
  });
const before = { stage: 'closed', Start: '2020-01-02T09:00', End: '2020-01-02T09:45' } as const;
const visits = [at(61, mai, '10:00'), at(62, twin, '11:00'), at(63, other, '12:00'), at(64, twin, '09:00', before)];

function Screen({ first }: { first: Shown }) {
  const [shown, setShown] = useState(first);
  return (
    <>
      <SchedulingScreen shown={shown} onShown={setShown} onOpen={vi.fn()} />
      <LiveRegion />
    </>
  );
}

async function open(view: View): Promise<void> {
  const clinic = await openClinic({ providers: [rosa], patients: [mai, twin, other], visits }, ['schedule visits']);
  setSyncState({ ...syncState(), online: false, hydrated: { P0: true, P1: true, names: true } });
  showSignedIn(clinic, <Screen first={{ view, date: today }} />);
}

afterEach(() => {
  setSyncState(null);
  lockDevice();
});

const ofTwin = `${born} · (602) 555-0102 · last visit 01/02/2020 with Rosa Alvarez`;

test.each<View>(['day', 'week'])(
  'two of one name and birth date are told apart in the %s, others are not',
  async (view) => {
    await open(view);
    const box = await screen.findByRole('button', {
      name: new RegExp(`^11:00 AM to 11:50 AM, ${name}, ${ofTwin.replace(/[()]/g, '\\$&')}`),
    });
    // One thing is drawn, which tells the two apart; all is said.
    expect(box.textContent).toContain(`${name}(602) 555-0102`);
    expect(
      screen.getByRole('button', { name: new RegExp(`^10:00 AM .*, ${name}, ${born} · \\(602\\) 555-0101`) }),
    ).toBeTruthy();
    expect(screen.getByRole('button', { name: /^12:00 PM/ }).textContent).not.toContain('born');
  },
);

test('two of one name and birth date are told apart in the month and on the card', async () => {
  await open('month');
  const line = await screen.findByRole('button', { name: `11:00 AM ${name} ${ofTwin}` });
  expect(screen.getByRole('button', { name: "12:00 PM O'Brien-Nguyễn, Lan" })).toBeTruthy();
  await userEvent.hover(line);
  const card = await screen.findByRole('tooltip', {}, { timeout: 5_000 });
  expect(card.textContent).toContain(`${name}${ofTwin}`);
  await waitFor(() => expect(line.getAttribute('aria-describedby')).toBe(card.id));
});

test('what is said of a copied visit tells two of one name apart', async () => {
  await open('month');
  const line = await screen.findByRole('button', { name: `11:00 AM ${name} ${ofTwin}` });
  const heard = listen();
  act(() => line.focus());
  await userEvent.keyboard('{Control>}c{/Control}');
  const whole = `Mai O'Brien-Nguyễn, ${ofTwin},`;
  await waitFor(() =>
    expect(heard.at(-1)).toBe(`${whole} is copied. Go to another day and press Ctrl+V to book it there.`),
  );
});
