import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { PatientName } from '#contract/patients/patient-name.ts';
import { patient, testId, visit } from '#contract/testing/rows.ts';
import { Visit } from '#contract/visits/visit.ts';
import { lockDevice } from '#local/store/device.ts';
import { useAsked } from '#shared/asked.ts';
import { setSyncState, syncState } from '#shared/sync-state.ts';
import { setSyncWorker, type syncWorker } from '#shared/sync-worker.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { CommandPalette } from './command-palette.tsx';

afterEach(() => {
  lockDevice();
  setSyncWorker(null);
});

const ada = PatientName.parse({ ...patient, PatientId: testId(90), LastName: 'Okafor', FirstName: 'Ada' });
const olga = PatientName.parse({ ...patient, PatientId: testId(91), LastName: 'Orlova', FirstName: 'Olga' });

function Address() {
  return <output>{useLocation().pathname}</output>;
}
const address = () => screen.getByText(/^\//, { selector: 'output' }).textContent;

const begun = vi.fn<(what: string) => void>();

/** Stands for the screens that know how. */
function Screens() {
  useAsked('newPatient', () => begun('newPatient'));
  useAsked('bookVisit', () => begun('bookVisit'));
  useAsked('submitClaims', () => begun('submitClaims'));
  return null;
}

/** The palette over a worker whose answers come when the test says so. */
async function open(can?: string[], rows: Parameters<typeof openClinic>[0] = {}) {
  const answers = new Map<string, (found: PatientName[]) => void>();
  const search = (typed: string) => new Promise<PatientName[]>((resolve) => answers.set(typed, resolve));
  // Of the worker the palette asks for names alone.
  setSyncWorker({ search } as unknown as ReturnType<typeof syncWorker>);
  const onClose = vi.fn();
  showSignedIn(
    await openClinic(rows, can),
    <MemoryRouter>
      <CommandPalette opened onClose={onClose} />
      <Address />
      <Screens />
    </MemoryRouter>,
  );
  return { answers, onClose, box: await screen.findByRole('combobox', { name: /^Search patients/ }) };
}

test('Enter means what is typed, and waits for its patients', async () => {
  const { answers, onClose, box } = await open();
  await userEvent.type(box, 'o');
  act(() => answers.get('o')?.([olga, ada]));
  await screen.findByRole('option', { name: /Orlova/ });
  await userEvent.type(box, 'k{Enter}');
  expect(onClose).not.toHaveBeenCalled();
  act(() => answers.get('ok')?.([ada]));
  await waitFor(() => expect(address()).toBe(`/patients/${ada.PatientId}`));
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('arrow keys mark what Enter opens, and stop at both ends', async () => {
  const { answers, box } = await open();
  await userEvent.type(box, 'o');
  act(() => answers.get('o')?.([olga, ada]));
  await screen.findByRole('option', { name: /Orlova/ });
  await userEvent.keyboard('{ArrowUp}{ArrowDown}');
  expect(screen.getByRole('option', { selected: true }).textContent).toMatch(/Okafor/);
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(address()).toBe(`/patients/${ada.PatientId}`));
});

test.each([
  ['new pat', 'New patient', '/patients', 'newPatient', 'edit patients'],
  ['book', 'Book visit', '/scheduling', 'bookVisit', 'schedule visits'],
  ['claims', 'Submit claims', '/onDeck', 'submitClaims', 'submit claims'],
])('%j leads to %s, once, for who may', async (typed, name, path, asked, may) => {
  begun.mockClear();
  const { box } = await open([may]);
  await userEvent.type(box, typed);
  await userEvent.click(await screen.findByRole('option', { name }));
  await waitFor(() => expect(address()).toBe(path));
  expect(begun.mock.calls).toEqual([[asked]]);
});

test('what somebody may not do is not offered', async () => {
  const { box } = await open(['write notes']);
  await userEvent.type(box, 'visit');
  expect(screen.queryByRole('option', { name: 'Book visit' })).toBeNull();
});

test('two of one name and birth date are told apart by phone and last visit', async () => {
  act(() => setSyncState({ ...syncState(), online: false }));
  const mai = PatientName.parse({ ...patient });
  const twin = PatientName.parse({ ...patient, PatientId: testId(92), Phone: '5035550199' });
  const seen = Visit.parse({ ...visit, stage: 'closed', Start: '2026-11-02T09:00', End: '2026-11-02T09:45' });
  const { answers, box } = await open(undefined, { visits: [seen] });
  await userEvent.type(box, 'm');
  act(() => answers.get('m')?.([mai, twin]));
  const words = async () =>
    (await screen.findAllByRole('option', { name: /Nguyễn/ })).map(({ textContent }) => textContent);
  await waitFor(async () => expect((await words())[0]).toContain('last visit 11/02/2026 with'));
  expect((await words())[0]).toContain('(503) 555-0134');
  expect((await words())[1]).toContain('(503) 555-0199');
  act(() => setSyncState(null));
});
