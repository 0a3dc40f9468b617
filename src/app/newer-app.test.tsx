import { waitFor } from '@testing-library/react';
import { Dexie } from 'dexie';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import * as files from '#local/store/files.ts';
import { schemaVersion } from '#contract/schema-version.ts';
import { mirrorDatabase, mirrorName, outboxName } from '#local/store/db.ts';
import { isDeviceOpen } from '#local/store/device.ts';
import { enrol, unlock } from '#local/keys/keyring.ts';
import { newId } from '#local/store/new-id.ts';
import { memoryFiles } from '#local/testing/device.ts';
import { everything, setupOf } from '#shared/testing/clinic.tsx';
import { onSaveUnsaved } from '#shared/unsaved.ts';
import { endHere } from '#session/session-end.ts';
import { lockSession, signOut } from '#session/session-leave.ts';
import { open } from '#session/session-open.ts';
import { startSession } from '#session/session-start.ts';
import { signIn } from '#session/sign-in.ts';
import { followTakeover } from '#session/update.ts';

/** What the page did, in order: calls of the server, what was saved, and that it was left for a newer app. */
let did: string[] = [];
let person: { site: string; UserId: string; Email: string; name: string };
/** The service workers of this browser, as the page sees them. */
const workers = Object.assign(new EventTarget(), {
  ready: new Promise(() => undefined),
  controller: { postMessage: () => undefined },
  getRegistration: async () => ({ installing, waiting, active: active ?? workers.controller }),
});
let installing: EventTarget | null = null;
let waiting: { postMessage(): void } | null = null;
/** One that has taken over, of which this page has not been told; null where it is this page's own. */
let active: object | null = null;
const takes = () => ({
  postMessage: () => {
    did.push('taken');
    workers.dispatchEvent(new Event('controllerchange'));
  },
});
const password = 'Mainstay-demo-2026';

beforeAll(async () => {
  Object.defineProperty(navigator, 'serviceWorker', { value: workers, configurable: true });
  await startSession();
});
beforeEach(async () => {
  [did, installing, waiting, active] = [[], null, null, null];
  person = { site: 'demo', UserId: newId(), Email: `${newId()}@demo.test`, name: 'Rosa Alvarez' };
  vi.spyOn(files, 'originFiles').mockReturnValue(memoryFiles());
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      postMessage(): void {}
      terminate(): void {}
    },
  );
  vi.stubGlobal('fetch', async (request: Request) => {
    const path = new URL(request.url, 'http://clinic.test').pathname;
    did.push(path);
    const { site, UserId } = person;
    if (path === '/api/session/login')
      return Response.json({ token: 'a.b.c', expiresIn: 900_000, site, siteName: 'R', UserId, SuperUser: false });
    if (path === '/api/setup') return Response.json(setupOf(UserId, everything));
    return Response.json({ ended: true });
  });
  vi.spyOn(window.location, 'reload').mockImplementation(() => void did.push('reload'));
  await open((await enrol(person as never, password)) as never, setupOf(person.UserId, everything));
});
afterEach(async () => {
  vi.useRealTimers();
  await endHere();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Another tab's app of a later release keeps the mirror; this tab is locked. */
async function keptByNewer() {
  await lockSession();
  const newer = mirrorDatabase('demo', person.UserId);
  newer.version(schemaVersion + 1).stores({ charts: null });
  await newer.open();
  newer.close();
}

async function versionOnDisk(): Promise<number> {
  const there = await new Dexie(mirrorName('demo', person.UserId)).open();
  there.close();
  return there.verno;
}

/**
 * Signs in and waits until this page is left for the newer app. A page that stays all the same waits for ten seconds and
 * goes on: the function it gives has that over with, or it would come in the middle of a later test.
 */
async function leavesAtSignIn(): Promise<{ said: () => unknown; stays: () => Promise<unknown> }> {
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true });
  let said: unknown;
  const how = signIn(person.Email, password).then((outcome) => (said = outcome));
  await vi.waitFor(() => expect(did).toContain('reload'), { timeout: 20_000 });
  const stays = async () => {
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    return how;
  };
  return { said: () => said, stays };
}

test('a page in which no one works follows another tab to a newer app at once', async () => {
  await lockSession();
  history.replaceState(null, '', '/login');
  workers.dispatchEvent(new Event('controllerchange'));
  expect(did).toContain('reload');
});

test('the first service worker of all takes no page away, the next one does', () => {
  const first = Object.assign(new EventTarget(), { controller: null as object | null });
  vi.stubGlobal('navigator', { serviceWorker: first });
  followTakeover(() => false);
  first.controller = {};
  first.dispatchEvent(new Event('controllerchange'));
  expect(did).not.toContain('reload');
  first.dispatchEvent(new Event('controllerchange'));
  expect(did).toContain('reload');
});

test('the password is typed in a page that a newer app left behind: it says so, and that app goes on with the session', async () => {
  await keptByNewer();
  const [shown, isShown] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const closed = navigator.locks.request(`app:demo:${person.UserId}:${schemaVersion + 1}:newer`, () => {
    isShown.resolve();
    return shown.promise;
  });
  await isShown.promise;
  expect(await signIn(person.Email, password)).toMatchObject({
    signedIn: false,
    refusal: { sentence: expect.stringMatching(/^A newer version of Mainstay is in use here/) },
  });
  expect(did).not.toContain('/api/session/logout');
  shown.resolve();
  await closed;
});

test.each([
  ['waits', () => (waiting = takes())],
  [
    'is still being fetched',
    () => {
      const fetched = new EventTarget();
      installing = fetched;
      setTimeout(() => {
        [installing, waiting] = [null, takes()];
        fetched.dispatchEvent(new Event('statechange'));
      }, 300);
    },
  ],
])(
  'a newer app that has no page now and %s takes the place of this one, which leaves the mirror alone',
  async (_name, comes) => {
    await keptByNewer();
    comes();
    const { stays } = await leavesAtSignIn();
    expect(did.indexOf('taken')).toBeGreaterThan(-1);
    expect([await versionOnDisk(), isDeviceOpen()]).toEqual([schemaVersion + 1, false]);
    expect(did).not.toContain('/api/session/logout');
    await stays();
  },
);

test('a newer app that came past the service worker and shows in another tab: this page becomes it, nothing of it is touched', async () => {
  await keptByNewer();
  const [shown, isShown] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const closed = navigator.locks.request(`app:demo:${person.UserId}:${schemaVersion + 1}:newer`, () => {
    isShown.resolve();
    return shown.promise;
  });
  await isShown.promise;
  // Its service worker waits: the other tab was loaded past the one that is active.
  waiting = takes();
  const { stays } = await leavesAtSignIn();
  expect(did.indexOf('taken')).toBeGreaterThan(-1);
  expect([await versionOnDisk(), isDeviceOpen()]).toEqual([schemaVersion + 1, false]);
  expect(did).not.toContain('/api/session/logout');
  await stays();
  shown.resolve();
  await closed;
});

test('a newer app that is taking over and no longer waits: this page is loaded anew, and nothing is said', async () => {
  await keptByNewer();
  // As in the moment in which it is being activated: its app shows in another tab, and this page is not told yet.
  const [shown, isShown] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const closed = navigator.locks.request(`app:demo:${person.UserId}:${schemaVersion + 1}:newer`, () => {
    isShown.resolve();
    return shown.promise;
  });
  await isShown.promise;
  active = {};
  const { said, stays } = await leavesAtSignIn();
  expect(said()).toBeUndefined();
  await stays();
  shown.resolve();
  await closed;
});

test('a newer app that is being fetched and does not come: that is said, and no one stays signed in on the server', async () => {
  await keptByNewer();
  const fetched = new EventTarget();
  installing = fetched;
  setTimeout(() => fetched.dispatchEvent(new Event('statechange')), 300);
  expect(await signIn(person.Email, password)).toMatchObject({
    refusal: { sentence: expect.stringMatching(/^A newer version of Mainstay is in use here/) },
  });
  expect(did.at(-1)).toBe('/api/session/logout');
  expect(await versionOnDisk()).toBe(schemaVersion + 1);
});

test('a device that does not open for another reason takes no newer app that waits', async () => {
  await lockSession();
  waiting = takes();
  const real = indexedDB.open.bind(indexedDB);
  vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
    if (name === outboxName('demo', person.UserId)) throw new DOMException('full', 'QuotaExceededError');
    return real(name, version);
  });
  did = [];
  expect(await signIn(person.Email, password)).toMatchObject({ signedIn: false });
  expect(did).not.toContain('reload');
});

test('databases deleted under a page whose first try to open them anew fails: nothing takes it away before it is saved', async () => {
  waiting = takes();
  const forget = onSaveUnsaved(async () => {
    did.push(isDeviceOpen() ? 'saved' : 'not saved');
    return isDeviceOpen();
  });
  const real = indexedDB.open.bind(indexedDB);
  let isFull = true;
  vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
    if (name !== outboxName('demo', person.UserId) || !isFull) return real(name, version);
    isFull = false;
    throw new DOMException('full', 'QuotaExceededError');
  });
  did = [];
  for (const name of [mirrorName, outboxName]) await Dexie.delete(name('demo', person.UserId));
  await waitFor(() => expect(did).toContain('reload'));
  forget();
  // A page that opened both anew before the second was deleted tries once more.
  expect([isFull, did.find((what) => what !== 'not saved')]).toEqual([false, 'saved']);
});

test('a page in use when another tab took a newer app is left alone, and loaded anew once it is locked or opened again', async () => {
  workers.dispatchEvent(new Event('controllerchange'));
  expect([did.includes('reload'), isDeviceOpen()]).toEqual([false, true]);
  await endHere('serverEnded');
  // Its reason is still to be read.
  expect(did).not.toContain('reload');
  const again = async () => open((await unlock(person.Email, password)) as never, setupOf(person.UserId, everything));
  await again();
  const leave = vi.spyOn(window.location, 'replace').mockImplementation((to) => void did.push(`to ${String(to)}`));
  await signOut();
  expect([did.includes('to /login'), did.includes('reload')]).toEqual([true, false]);
  leave.mockRestore();
  await again();
  await lockSession();
  expect(did).toContain('reload');
  did = [];
  // Signed out, something may be typed behind a link that came by mail.
  history.replaceState(null, '', '/account/link');
  workers.dispatchEvent(new Event('controllerchange'));
  expect(did).not.toContain('reload');
  history.replaceState(null, '', '/login');
  await keptByNewer();
  void signIn(person.Email, password);
  await waitFor(() => expect(did).toContain('reload'));
  expect([await versionOnDisk(), isDeviceOpen()]).toEqual([schemaVersion + 1, false]);
});
