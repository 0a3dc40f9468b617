import { describe, expect, test } from 'vitest';
import { assertProxyNamed, readConfig } from './config.ts';

const config = (env: Record<string, string>) => readConfig(env, '/nowhere');
const PUBLIC_URL = 'https://clinic.example';

describe('over https', () => {
  test('it does not start before it is told whose word on addresses counts', () => {
    expect(() => assertProxyNamed(config({ PUBLIC_URL }))).toThrow(/TRUST_PROXY does not say which proxy/);
  });
  test.each([
    ['127.0.0.1', '127.0.0.1'],
    ['10.0.0.0/8, loopback', '10.0.0.0/8, loopback'],
    ['none', false],
  ])('TRUST_PROXY=%s is an answer', (TRUST_PROXY, counts) => {
    const told = config({ PUBLIC_URL, TRUST_PROXY });
    expect(() => assertProxyNamed(told)).not.toThrow();
    expect(told.trustProxy).toBe(counts);
  });
  test.each(['true', '*', 'proxy.example'])('TRUST_PROXY=%s is none', (TRUST_PROXY) => {
    expect(() => config({ PUBLIC_URL, TRUST_PROXY })).toThrow(
      'TRUST_PROXY must be the address of your proxy, or none.',
    );
  });
});

test('over http on this machine nobody is asked', () => {
  expect(() => assertProxyNamed(config({}))).not.toThrow();
});
