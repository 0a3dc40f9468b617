import { expect, test } from 'vitest';
import { testDatabase } from './database.ts';

/** `npm run test:clock` sets both: a database at another hour would prove nothing. */
test('the database and the tests see one clock', async () => {
  const db = await testDatabase();
  const before = Date.now();
  const [row] = await db.owner<{ at: Date }>('select clock_timestamp() as at');
  const after = Date.now();
  await db.close();
  const slackMs = 2_000;
  expect(row?.at.getTime()).toBeGreaterThanOrEqual(before - slackMs);
  expect(row?.at.getTime()).toBeLessThanOrEqual(after + slackMs);
});
