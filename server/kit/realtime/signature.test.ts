import { expect, test } from 'vitest';
import { signatureOf } from './signature.ts';

test('a subscription is signed as the protocol gives an example of it', () => {
  const app = { key: '278d425bdf160c739803', secret: '7ad3773142a6692b25b8' };
  const data = JSON.stringify({ user_id: 10, user_info: { name: 'Mr. Channels' } });
  expect(signatureOf(app, { socket: '1234.1234', channel: 'presence-foobar', data })).toBe(
    '278d425bdf160c739803:31935e7d86dba64c2a90aed31fdc61869f9b22ba9d8863bba239c03ca481bc80',
  );
});
