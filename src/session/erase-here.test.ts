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
