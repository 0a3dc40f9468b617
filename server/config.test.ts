import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { assertMayFillDemo, assertProxyNamed, fillsDemo, readConfig, settingNames } from './config.ts';

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

const asked = { DATABASE_URL: 'postgresql://clinic@db.example/clinic' };
test.each<[string, Record<string, string>, boolean, boolean]>([
  ['nothing set', {}, true, true],
  ['another port', { PORT: '3100' }, true, true],
  ['HOST=127.0.0.1', { HOST: '127.0.0.1' }, true, true],
  ['http on this machine', { PUBLIC_URL: 'http://localhost:3100' }, true, true],
  ['a database of its own choice', asked, false, true],
  ['https', { PUBLIC_URL }, false, false],
  ['https on this machine', { PUBLIC_URL: 'https://localhost' }, false, false],
  ['http under a name', { PUBLIC_URL: 'http://clinic.example' }, false, false],
  ['a name that begins like this machine', { PUBLIC_URL: 'http://localhost.example' }, false, false],
  ['HOST=0.0.0.0', { HOST: '0.0.0.0' }, false, false],
  ['HOST=::', { HOST: '::' }, false, false],
  ['an address of the local net', { HOST: '192.168.1.10' }, false, false],
  ['a proxy in front', { TRUST_PROXY: '127.0.0.1' }, false, false],
  ['a proxy in front of this machine', { TRUST_PROXY: 'loopback', PUBLIC_URL: 'http://localhost' }, false, false],
  ['no proxy', { TRUST_PROXY: 'none' }, true, true],
  ['NODE_ENV=production', { NODE_ENV: 'production' }, false, false],
  ['production, on another database', { ...asked, NODE_ENV: 'production' }, false, false],
])('with %s, a start fills in the demo: %o', (_what, env, byItself, byCommand) => {
  expect(fillsDemo(config(env))).toBe(byItself);
  const refusals: unknown[] = [];
  try {
    assertMayFillDemo(config(env));
  } catch (refusal) {
    refusals.push(refusal);
  }
  expect(refusals.map(String).join()).toMatch(byCommand ? /^$/ : /^Error: The demo was not filled in/);
});

/** The first cells of its table of settings. */
const readme = readFileSync(join(import.meta.dirname, '..', 'README.md'), 'utf8');
const settings = readme.slice(readme.indexOf('| setting |'), readme.indexOf('On systems without')).split('\n');
const told = settings.map((line) => line.split('|')[1] ?? '').join(' ');
test.each(settingNames)('README says what %s means', (name) => {
  expect(told).toMatch(new RegExp(`\`${name}\``));
});
