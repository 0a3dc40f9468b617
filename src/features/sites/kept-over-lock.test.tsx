import { afterEach, expect, test } from 'vitest';
import { lockDevice } from '#local/store/device.ts';
import { openClinic } from '#shared/testing/clinic.tsx';
import { overLock } from '#shared/testing/over-lock.tsx';
import { NewSiteDrawer } from './new-site-drawer.tsx';

afterEach(() => lockDevice());

test('a new site half-filled at a lock is filled in when it is opened again', async () => {
  const part = <NewSiteDrawer opened onClose={() => undefined} onMade={() => undefined} />;
  expect(
    await overLock(await openClinic(), { part, field: 'Company', text: 'Upper valley', at: 'site/superuser' }),
  ).toBe('Upper valley');
});
