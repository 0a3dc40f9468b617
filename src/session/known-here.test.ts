import { waitFor } from '@testing-library/react';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { giveKey } from '#local/keys/key-keeper.ts';
import { enrol, knownUsers, type Unlocked } from '#local/keys/keyring.ts';
import { mirrorName, outboxName } from '#local/store/db.ts';
import { device, isDeviceOpen } from '#local/store/device.ts';
import * as files from '#local/store/files.ts';
import { newId } from '#local/store/new-id.ts';
import { memoryFiles } from '#local/testing/device.ts';
import { everything, setupOf } from '#shared/testing/clinic.tsx';
import { none, outage, showOutage } from './outage/outage-state.ts';
import { obeyErasure } from './obey-erasure.ts';
import { endHere } from './session-end.ts';
import { open } from './session-open.ts';
import { startSession } from './session-start.ts';
import { session } from './session-state.ts';
import { signIn } from './sign-in.ts';
import { currentToken } from './token.ts';

const password = 'Mainstay-demo-2026';
const hourMs = 3_600_000;
/** Somebody who has signed in on this device before. */
let known: Unlocked;
const sessionOf = ({ site, UserId }: Unlocked) => ({
  token: 'a.b.c',
  expiresIn: 900_000,
  site,
  siteName: 'Riverside',
  UserId,
  SuperUser: false,
});
const openKnown = () => open(known, setupOf(known.UserId, everything));

beforeEach(async () => {
  vi.spyOn(files, 'originFiles').mockReturnValue(memoryFiles());
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      postMessage(): void {}
      terminate(): void {}
    },
  );
  vi.stubGlobal('fetch', async () => Response.json({ ended: true }));
  await startSession();
  known = await enrol({ site: 'demo', UserId: newId(), Email: `${newId()}@demo.test`, name: 'Ben Ito' }, password);
});
afterEach(async () => {
  await endHere();
  showOutage(none);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('who is known on this device is not kept out by a network that swallows everything', async () => {
  await openKnown();
  await endHere();
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true });
  try {
    const came = signIn(known.Email, password);
    const gone = vi.waitFor(() => expect(isDeviceOpen()).toBe(true), { timeout: 20_000, interval: 10 });
    await vi.advanceTimersByTimeAsync(7_000);
    expect(isDeviceOpen()).toBe(false);
    await vi.advanceTimersByTimeAsync(2_000);
    await gone;
    expect(await came).toMatchObject({ signedIn: true });
  } finally {
    vi.useRealTimers();
  }
  expect([device().UserId, currentToken()]).toEqual([known.UserId, null]);
});

test('a locked screen names no one any more whose device is erased', async () => {
  await openKnown();
  const { site, UserId, DeviceId } = device();
  await endHere('idle');
  expect(session()).toMatchObject({ phase: 'signedOut', locked: { name: expect.any(String) } });
  const order = { site, UserId, DeviceId, by: 'Adele Minister', at: '2026-11-26T10:00:00Z', ticket: newId() };
  expect(await obeyErasure(order)).toBe(true);
  expect(session()).toEqual({ phase: 'signedOut' });
});

test('a device that could not ask is erased at its first contact, before anything is shown', async () => {
  await openKnown();
  const { site, UserId, DeviceId } = device();
  await endHere();
  const order = { site, UserId, DeviceId, by: 'Adele Minister', at: '2026-11-26T10:00:00Z', ticket: newId() };
  const confirmed: unknown[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    const path = new URL(request.url, 'http://clinic.test').pathname;
    if (path === '/api/session/login') return Response.json(sessionOf(known));
    if (path === '/api/setup')
      return Response.json({ kind: 'device-erased', message: 'Erased.', current: order }, { status: 410 });
    if (path.endsWith('/erased')) confirmed.push(JSON.parse(await request.text()));
    return Response.json({});
  });
  expect(await signIn(known.Email, password)).toEqual({
    signedIn: false,
    refusal: { sentence: expect.stringMatching(/^Your clinic erased this device’s data/) },
  });
  expect((await knownUsers()).map((one) => one.UserId)).not.toContain(UserId);
  expect([await Dexie.exists(mirrorName(site, UserId)), await Dexie.exists(outboxName(site, UserId))]).toEqual([
    false,
    false,
  ]);
  expect([confirmed, currentToken()]).toEqual([[expect.objectContaining({ ticket: order.ticket })], null]);
});

test('a server that answers and has no setup is an outage for who signs in, and the device opens', async () => {
  await openKnown();
  await endHere();
  const { site, UserId } = known;
  vi.stubGlobal('fetch', async (request: Request) => {
    const path = new URL(request.url, 'http://clinic.test').pathname;
    if (path === '/api/session/login') return Response.json(sessionOf(known));
    if (path === '/api/outage/userDetails') return Response.json({ site, UserId, SuperUser: false });
    return Response.json({ kind: 'unexpected', message: 'That did not work.' }, { status: 500 });
  });
  expect(await signIn(known.Email, password)).toMatchObject({ signedIn: true });
  expect([device().UserId, outage()]).toEqual([UserId, expect.objectContaining({ phase: 'outage', cause: 'setup' })]);
});

test('a device is locked 72 hours after the last online proof, while it is open, and reads why', async () => {
  await openKnown();
  const back = () => window.dispatchEvent(new Event('focus'));
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 71 * hourMs });
  try {
    back();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(isDeviceOpen()).toBe(true);
    vi.setSystemTime(Date.now() + 2 * hourMs);
    back();
    await waitFor(() => expect(isDeviceOpen()).toBe(false));
  } finally {
    vi.useRealTimers();
  }
  expect(session()).toMatchObject({ phase: 'signedOut', notice: expect.stringContaining('more than 72 hours') });
});

/** The page is gone, and its key is kept for the next one, which begins after so many hours without the network. */
async function reloadAfter(hours: number): Promise<void> {
  await openKnown();
  await endHere();
  expect((await giveKey())?.UserId).toBe(known.UserId);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * hourMs });
  try {
    await startSession();
  } finally {
    vi.useRealTimers();
  }
}

test('a page that is reloaded offline goes on with the key that was kept', async () => {
  await reloadAfter(71);
  expect([isDeviceOpen(), session().phase]).toEqual([true, 'signedIn']);
});

test.each([
  ['72 hours after the last online proof', 73, 'more than 72 hours'],
  ['with its clock set back', -2, 'clock was set back'],
])('a page that is reloaded %s stays locked, forgets the key and says why', async (_when, hours, words) => {
  await reloadAfter(hours);
  expect([isDeviceOpen(), await giveKey()]).toEqual([false, undefined]);
  expect(session()).toMatchObject({ phase: 'signedOut', notice: expect.stringContaining(words) });
});
