import { expect, test } from 'vitest';
import { outageAfterMs, outageCause, type OutageFacts } from './outage-rule.ts';

const working: OutageFacts = {
  isEntering: false,
  hasNetwork: true,
  awayMs: null,
  setupFailed: false,
  detailsAnswered: false,
};

test.each<[string, Partial<OutageFacts>, ReturnType<typeof outageCause>]>([
  ['the server answers', {}, null],
  ['the setup fails and the user details answer', { setupFailed: true, detailsAnswered: true }, 'setup'],
  ['the setup fails and no one answers after it', { setupFailed: true }, null],
  ['no server for a moment', { awayMs: 1_000 }, null],
  ['no server until just before ten minutes', { awayMs: outageAfterMs - 1 }, null],
  ['no server for ten minutes', { awayMs: outageAfterMs }, 'noServer'],
  ['no network for ten minutes', { awayMs: outageAfterMs, hasNetwork: false }, 'noServer'],
  ['unlocked on a network without the server', { isEntering: true, awayMs: 0 }, 'noServer'],
  ['unlocked without any network', { isEntering: true, awayMs: 0, hasNetwork: false }, null],
  [
    'the setup failed at sign-in and then the server went away',
    { isEntering: true, setupFailed: true, awayMs: 0 },
    'noServer',
  ],
  ['a setup that failed earlier is no outage of a blip', { setupFailed: true, detailsAnswered: true, awayMs: 5 }, null],
])('%s', (_, facts, expected) => {
  expect(outageCause({ ...working, ...facts })).toBe(expected);
});
