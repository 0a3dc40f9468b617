import { act, render, screen, waitFor } from '@testing-library/react';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { EraseOrder } from '#contract/session/device.ts';
import { mirrorName, outboxName } from '#local/store/db.ts';
import { eraseHere } from '#local/keys/erase.ts';
import * as files from '#local/store/files.ts';
import { device, isDeviceOpen } from '#local/store/device.ts';
import { enrol } from '#local/keys/keyring.ts';
import { askSecret } from '#local/keys/erasures.ts';
import { newId } from '#local/store/new-id.ts';
import { memoryFiles, newDataKey } from '#local/testing/device.ts';
import { everything, setupOf } from '#shared/testing/clinic.tsx';
import { show } from '#shared/testing/show.tsx';
import { announce, LiveRegion } from '#shared/ui/live-region/live-region.tsx';
import { toastMustDismiss, toastUndo } from '#shared/ui/toasts/toasts.tsx';
import { onSaveUnsaved } from '#shared/unsaved.ts';
import { endHere } from './session-end.ts';
import { expireSession, leaveSite, lockSession, signOut } from './session-leave.ts';
import { open } from './session-open.ts';
import { startSession } from './session-start.ts';
import { useSession } from './session-state.ts';
import { signIn } from './sign-in.ts';
import { currentToken, refreshToken, takeToken } from './token.ts';
import * as workers from './workers.ts';

/** A tab of a person who types, on a disk that takes nothing until `isFull` is false. */
function Typing() {
  const session = useSession();
  return session.phase === 'signedIn' ? <p>Half a sentence</p> : <p>Gone: {session.phase}</p>;
}

const sent: { path: string; body: string }[] = [];
/** How the server answers who asks for a new token; without it such a call is no use to anybody. */
let refreshed: (() => Response | Promise<Response>) | null = null;
let isFull = true;
let forget = () => {};
const root = document.documentElement;
const isCovered = () => root.dataset['covered'] !== undefined;

beforeEach(async () => {
  isFull = true;
  vi.spyOn(files, 'originFiles').mockReturnValue(memoryFiles());
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      postMessage(): void {}
      terminate(): void {}
    },
  );
  sent.length = 0;
  refreshed = null;
  vi.stubGlobal('fetch', async (request: Request) => {
    const path = new URL(request.url, 'http://clinic.test').pathname;
    sent.push({ path, body: await request.text() });
    if (path === '/api/session/refresh' && refreshed) return refreshed();
    return Response.json({ ended: true });
  });
  const UserId = newId();
  await startSession();
  const person = { site: 'demo', UserId, Email: 'pt@demo.test', name: 'Rosa Alvarez', dataKey: await newDataKey() };
  await open(person as never, setupOf(UserId, everything));
  forget = onSaveUnsaved(async () => !isFull);
  render(<Typing />);
});
afterEach(async () => {
  isFull = false;
  await endHere();
  forget();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function waitsForTheDisk(): Promise<void> {
  await waitFor(() => expect(isCovered()).toBe(true));
  expect(await screen.findByRole('heading', { name: 'Locked and still saving' })).toBeTruthy();
  // The screen is there and its key too: without them the text could not be saved any more.
  expect([screen.queryByText('Half a sentence') !== null, isDeviceOpen()]).toEqual([true, true]);
  isFull = false;
  expect(await screen.findByText('Gone: signedOut')).toBeTruthy();
  await waitFor(() => expect([isCovered(), isDeviceOpen()]).toEqual([false, false]));
  expect(screen.queryByText('Locked and still saving')).toBeNull();
}

test('another tab locks while this one cannot save: it is covered, and locks once the text is on disk', async () => {
  const tab = new BroadcastChannel('mainstay-key');
  tab.postMessage({ type: 'forget', why: 'idle' });
  await waitsForTheDisk();
  expect(screen.queryByText('Half a sentence')).toBeNull();
  tab.close();
});

test('at zero nothing is readable, and nothing typed goes before it is on disk', async () => {
  const leave = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  const ended = expireSession();
  await waitsForTheDisk();
  await ended;
  expect(leave).toHaveBeenCalledWith('/expired.html');
});

test('asking for a new token shows the secret of the open device, once it has one, and of no other', async () => {
  const here = device();
  await askSecret({ site: 'demo', UserId: newId(), DeviceId: newId() });
  const ask = async () => {
    await refreshToken();
    return JSON.parse(sent.findLast(({ path }) => path === '/api/session/refresh')?.body ?? 'null') as unknown;
  };
  expect(await ask()).toEqual({});
  const deviceSecret = await askSecret(here);
  expect(await ask()).toEqual({ deviceSecret });
});

const sessionOf = (UserId: string) => ({
  token: `token of ${UserId}`,
  expiresIn: 900_000,
  site: 'demo',
  siteName: 'Riverside',
  UserId: UserId as never,
  SuperUser: false,
});

describe('a token of who has locked this screen is not taken', () => {
  test('when it was asked for before and comes after', async () => {
    const { UserId } = device();
    const { resolve, promise } = Promise.withResolvers<Response>();
    refreshed = () => promise;
    const asked = refreshToken();
    await waitFor(() => expect(sent.at(-1)?.path).toBe('/api/session/refresh'));
    isFull = false;
    await lockSession();
    resolve(Response.json(sessionOf(UserId)));
    expect([await asked, currentToken()]).toEqual(['over', null]);
  });

  test('when their worker asks for it while it is being ended', async () => {
    const { UserId } = device();
    refreshed = () => Response.json(sessionOf(UserId));
    isFull = false;
    const locked = lockSession();
    await screen.findByText('Gone: signedOut');
    await refreshToken();
    expect(await locked).toBe(true);
    expect(currentToken()).toBeNull();
  });

  test('when one of their calls comes back refused and asks for it afterwards', async () => {
    const { UserId } = device();
    refreshed = () => Response.json(sessionOf(UserId));
    isFull = false;
    await lockSession();
    expect([await refreshToken(), currentToken()]).toEqual(['over', null]);
  });
});

test('who unlocks without the network goes on without a token of who was here before', async () => {
  const other = { site: 'demo', UserId: newId(), Email: 'ot@demo.test', name: 'Ben Ito' };
  const known = await enrol(other, 'Mainstay-demo-2026');
  await open(known as never, setupOf(other.UserId, everything));
  isFull = false;
  await endHere();
  takeToken(sessionOf(newId()));
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await signIn(other.Email, 'Mainstay-demo-2026')).toMatchObject({ signedIn: true });
  expect(device().UserId).toBe(other.UserId);
  expect(currentToken()).toBeNull();
});

describe('what a person was told is gone once they are out:', () => {
  const said = 'Ada Moss is booked on 11/18/2026 at 8:00.';
  const tell = () =>
    act(() => {
      announce(said);
      toastUndo(said, () => undefined);
      // More than are shown at once: the others wait for their turn.
      for (const at of [1, 2, 3, 4, 5]) toastMustDismiss(`${said} ${at}`);
    });
  const left = () => document.body.textContent.includes('Ada Moss');

  beforeEach(() => {
    isFull = false;
    show(<LiveRegion />);
  });

  test.each([
    ['locked', lockSession],
    ['signed out', signOut],
    ['on the way to another site', leaveSite],
  ])('%s', async (_, leave) => {
    tell();
    expect(left()).toBe(true);
    const ended = Promise.withResolvers<void>();
    const { stopWorker } = workers;
    vi.spyOn(workers, 'stopWorker').mockImplementationOnce(() => ended.promise.then(stopWorker));
    const leaving = leave();
    // Before the worker has ended, which may take a while.
    await waitFor(() => expect([left(), isDeviceOpen()]).toEqual([false, true]));
    // How a save went that was under way.
    tell();
    ended.resolve();
    await act(async () => void (await leaving));
    await waitFor(() => expect(left()).toBe(false));
  });

  test('but not what is told afterwards', async () => {
    await act(() => lockSession());
    act(() => toastMustDismiss('Something was kept.'));
    await act(() => endHere());
    expect(screen.getByText('Something was kept.')).toBeTruthy();
  });
});

test('what another tab has just erased is not made anew by this one', async () => {
  isFull = false;
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  const { site, UserId, DeviceId } = device();
  const order = EraseOrder.parse({
    site,
    UserId,
    DeviceId,
    by: 'Adele Minister',
    at: '2026-11-26T10:00:00Z',
    ticket: newId(),
  });
  await eraseHere(order, memoryFiles());
  await screen.findByText('Gone: signedOut');
  await waitFor(() => expect(isDeviceOpen()).toBe(false));
  // Longer than opening them takes.
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await Dexie.exists(mirrorName(site, UserId))).toBe(false);
  expect(await Dexie.exists(outboxName(site, UserId))).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});
