import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import type { Setup } from '#contract/session/endpoints.ts';
import { lockDevice } from './device.ts';
import { keepSetup, keepWebsite, setupOf } from './setup.ts';
import { testDevice } from '../testing/device.ts';

afterEach(() => lockDevice());

test('a setting saved while a new setup arrives takes nothing of it back', async () => {
  const on = await testDevice();
  const setup = (LastName: string) => ({ currentUser: { LastName }, website: { plus: false } }) as Setup;
  for (let at = 0; at < 20; at += 1) {
    await keepSetup(on, setup('Before'));
    const saved = keepWebsite(on, { plus: true } as Setup['website']);
    for (let ticks = 0; ticks < at; ticks += 1) await new Promise((resolve) => setImmediate(resolve));
    await Promise.all([saved, keepSetup(on, setup('After'))]);
    expect((await setupOf(on))?.currentUser.LastName).toBe('After');
  }
});
