import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { AuditEntry } from '#contract/audit/entry.ts';
import { stamp, testId } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { setSyncState, syncState } from '#shared/sync-state.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { sentTo } from '#shared/testing/sent.ts';
import { AuditScreen } from './audit-screen.tsx';

afterEach(() => {
  act(() => setSyncState(null));
  lockDevice();
  vi.unstubAllGlobals();
});

const entryOf = (id: string, person: string) =>
  AuditEntry.parse({
    id,
    at: stamp,
    person,
    UserId: null,
    action: 'login',
    entity: 'sessions',
    pk: id,
    PatientId: null,
    account: null,
    patient: null,
    isOutside: false,
    patients: null,
    reason: null,
    fields: [],
    device: null,
    AppVersion: null,
    offline: null,
    madeAt: null,
  });

/** A server whose answers for the log come when the test says so, by the day the log was asked from. */
function slowLog(): Map<string, (entries: AuditEntry[]) => void> {
  sentTo(() => ({}));
  const answers = new Map<string, (entries: AuditEntry[]) => void>();
  vi.stubGlobal('fetch', async (asked: Request | string) => {
    const { pathname, searchParams } = new URL(new Request(asked).url);
    if (!pathname.endsWith('/audit/entries')) return Response.json({ people: [] });
    const entries = await new Promise((resolve) => answers.set(searchParams.get('from') ?? 'ever', resolve));
    return Response.json({ entries, after: null });
  });
  return answers;
}

test('a late answer to what was asked before does not take the place of what is asked now', async () => {
  const answers = slowLog();
  showSignedIn(await openClinic(), <AuditScreen search={async () => []} />);
  await waitFor(() => expect(answers.has('ever')).toBe(true));
  await userEvent.type(screen.getByLabelText('From'), '11172026');
  await waitFor(() => expect(answers.has('2026-11-17')).toBe(true));
  await act(async () => answers.get('2026-11-17')?.([entryOf(testId(2), 'Nora Quist')]));
  expect(await screen.findByText('Nora Quist')).toBeTruthy();
  await act(async () => answers.get('ever')?.([entryOf(testId(1), 'Tom Reed')]));
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(screen.getByText('Nora Quist')).toBeTruthy();
  expect(screen.queryByText('Tom Reed')).toBeNull();
});

test('a log without entries says whether that is because of the filters', async () => {
  const answers = slowLog();
  showSignedIn(await openClinic(), <AuditScreen search={async () => []} />);
  await waitFor(() => expect(answers.has('ever')).toBe(true));
  await act(async () => answers.get('ever')?.([]));
  expect(await screen.findByText('No entries yet')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('From'), '11172026');
  await waitFor(() => expect(answers.has('2026-11-17')).toBe(true));
  await act(async () => answers.get('2026-11-17')?.([]));
  expect(await screen.findByText('No entry matches')).toBeTruthy();
});

test('without the network the screen says so and exports nothing, and comes back by itself', async () => {
  const answers = slowLog();
  setSyncState({ ...syncState(), online: false });
  showSignedIn(await openClinic(), <AuditScreen search={async () => []} />);
  const exports = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Export CSV' });
  expect(await screen.findByText('You are offline. The audit log is on the server.')).toBeTruthy();
  expect(exports().disabled).toBe(true);
  act(() => setSyncState({ ...syncState(), online: true }));
  await waitFor(() => expect(answers.has('ever')).toBe(true));
  await act(async () => answers.get('ever')?.([entryOf(testId(3), 'Nora Quist')]));
  expect(await screen.findByText('Nora Quist')).toBeTruthy();
  expect([exports().disabled, screen.queryByText(/^You are offline/)]).toEqual([false, null]);
});
