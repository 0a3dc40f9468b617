import { afterEach, expect, test, vi } from 'vitest';
import { askSecret } from '#local/keys/erasures.ts';
import { equipAlone } from '#shared/testing/equip-alone.ts';
import { watchOrders } from './erase-here.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a person who locks while another one’s order is asked for is asked for right after it', async () => {
  const [biller, front] = [
    { site: 'demo', UserId: 'biller', DeviceId: crypto.randomUUID() },
    { site: 'demo', UserId: 'front', DeviceId: crypto.randomUUID() },
  ];
  const asked: string[] = [];
  const answers: (() => void)[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    asked.push(new URL(request.url, 'http://clinic.test').pathname.split('/')[3] ?? '');
    await new Promise<void>((resolve) => answers.push(resolve));
    return new Response(JSON.stringify({ order: null }), { status: 200 });
  });
  equipAlone();
  await askSecret(biller);
  await askSecret(front);
  let inside = 'front';
  watchOrders(
    ({ UserId }) => UserId === inside,
    async () => undefined,
  );
  await vi.waitFor(() => expect(asked).toEqual([biller.DeviceId]));
  inside = 'no one';
  window.dispatchEvent(new Event('online'));
  answers.shift()?.();
  // The second round asks for both; each is answered before the next.
  await vi.waitFor(() => {
    answers.shift()?.();
    expect(asked.slice(1).toSorted()).toEqual([biller.DeviceId, front.DeviceId].toSorted());
  });
});

test('who is locked is asked for every minute, and the order is obeyed when it comes', async () => {
  const front = { site: 'demo', UserId: crypto.randomUUID(), DeviceId: crypto.randomUUID() };
  const order = { ...front, by: 'Adele Minister', at: '2026-11-26T10:00:00Z', ticket: crypto.randomUUID() };
  let ordered: object | null = null;
  let asked = 0;
  vi.stubGlobal('fetch', async (request: Request) => {
    const isOfFront = request.url.includes(front.DeviceId);
    asked += Number(isOfFront);
    return Response.json({ order: isOfFront ? ordered : null });
  });
  equipAlone();
  await askSecret(front);
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const obeyed: unknown[] = [];
  watchOrders(
    () => false,
    async (one) => void obeyed.push(one),
  );
  await vi.waitFor(() => expect(asked).toBe(1));
  ordered = order;
  await vi.advanceTimersByTimeAsync(59_000);
  expect([asked, obeyed]).toEqual([1, []]);
  await vi.advanceTimersByTimeAsync(2_000);
  await vi.waitFor(() => expect(obeyed).toHaveLength(1));
  expect(obeyed[0]).toMatchObject({ DeviceId: front.DeviceId, by: 'Adele Minister' });
});
