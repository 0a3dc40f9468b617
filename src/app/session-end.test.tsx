import { render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as files from '#local/files.ts';
import { device, isDeviceOpen } from '#local/device.ts';
import { askSecret } from '#local/keyring-db.ts';
import { newId } from '#local/new-id.ts';
import { memoryFiles, newDataKey } from '#local/testing/device.ts';
import { everything, setupOf } from '#shared/testing/clinic.tsx';
import { onSaveTyped } from '#shared/unsaved.ts';
import { expireSession, open, startSession, useSession } from './session.tsx';
import { refreshToken } from './token.ts';

/** A tab of a person who types, on a disk that takes nothing until `isFull` is false. */
function Typing() {
  const session = useSession();
  return session.phase === 'signedIn' ? <p>Half a sentence</p> : <p>Gone: {session.phase}</p>;
}

const sent: { path: string; body: string }[] = [];
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
  vi.stubGlobal('fetch', async (request: Request) => {
    const path = new URL(request.url, 'http://clinic.test').pathname;
    sent.push({ path, body: await request.text() });
    return Response.json({ ended: true });
  });
  const UserId = newId();
  await startSession();
  const person = { site: 'demo', UserId, Email: 'pt@demo.test', name: 'Rosa Alvarez', dataKey: await newDataKey() };
  await open(person as never, setupOf(UserId, everything));
  forget = onSaveTyped(async () => !isFull);
  render(<Typing />);
});
afterEach(() => {
  forget();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function waitsForTheDisk(): Promise<void> {
  await waitFor(() => expect(isCovered()).toBe(true), { timeout: 10_000 });
  expect(await screen.findByRole('heading', { name: 'Locked, and still saving' })).toBeTruthy();
  // The screen is there and its key too: without them the text could not be saved any more.
  expect([screen.queryByText('Half a sentence') !== null, isDeviceOpen()]).toEqual([true, true]);
  isFull = false;
  expect(await screen.findByText('Gone: signedOut', {}, { timeout: 10_000 })).toBeTruthy();
  await waitFor(() => expect([isCovered(), isDeviceOpen()]).toEqual([false, false]), { timeout: 10_000 });
  expect(screen.queryByText('Locked, and still saving')).toBeNull();
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
