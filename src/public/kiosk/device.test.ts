import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** Locks as a browser has them, for one name. */
function ownLocks() {
  let last: Promise<unknown> = Promise.resolve();
  return {
    request: (_name: string, run: () => Promise<unknown>) => {
      const done = last.then(run);
      last = done.catch(() => undefined);
      return done;
    },
  };
}

/** Each a window of its own, on the storage of one tablet. */
async function openWindow() {
  vi.resetModules();
  return import('./device.ts');
}

let turns: number[];
let told: unknown[];
let isRemoved: boolean;

beforeEach(() => {
  turns = [];
  told = [];
  isRemoved = false;
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T15:00:00Z') });
  vi.stubGlobal('indexedDB', new IDBFactory());
  Object.defineProperty(navigator, 'locks', { configurable: true, value: ownLocks() });
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    if (url === '/api/kiosk/enroll') return new Response(JSON.stringify({ site: 'demo', KioskId: 'one' }));
    const { turn, clock } = JSON.parse(String(body)) as { turn: number; clock: string };
    told.push(clock);
    if (isRemoved || turn <= Math.max(0, ...turns)) return new Response('{}', { status: 401 });
    turns.push(turn);
    const sealing = { KioskKeyId: 'one', publicKey: { kty: 'EC', crv: 'P-256', x: '', y: '' } };
    const place = { clinic: 'Harborview Therapy', facility: 'Harborview' };
    return new Response(JSON.stringify({ token: 'of-kiosk', ...place, now: '2026-11-25T14:40:00Z', sealing }));
  });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'locks');
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('two windows of a tablet greet at the same moment, each with a turn of its own', async () => {
  const one = await openWindow();
  const other = await openWindow();
  expect(await one.enrollTablet('abcd-2345')).toHaveProperty('data');
  const all = await Promise.all([one.greet(), other.greet(), one.greetOrForget(), other.greetOrForget()]);
  expect(all.filter(({ error }) => error)).toEqual([]);
  expect(new Set(turns).size).toBe(5);
  expect(await other.isEnrolled()).toBe(true);
});

test('a tablet that is refused once more is none from then on', async () => {
  const one = await openWindow();
  await one.enrollTablet('abcd-2345');
  isRemoved = true;
  expect((await one.greet()).error?.status).toBe(401);
  expect(await one.isEnrolled()).toBe(true);
  expect((await one.greetOrForget()).error?.status).toBe(401);
  expect(await one.isEnrolled()).toBe(false);
});

test('a tablet tells its clock, and knows by how much it is ahead of the server', async () => {
  const one = await openWindow();
  await one.enrollTablet('abcd-2345');
  expect(told).toEqual(['2026-11-25T15:00:00.000Z']);
  const clock = { heardAt: '2026-11-25T14:40:00Z', aheadMs: 20 * 60_000 };
  expect(await one.sealingHere()).toMatchObject({ clock });
});
