import { expect, test } from 'vitest';
import { policy } from './trusted-types.ts';

const { createHTML, createScriptURL } = policy('https://clinic.example/patients/1');

test.each([
  ['/sw.js', true],
  ['/assets/sync.worker-Bx3f_.js', true],
  ['https://clinic.example/assets/log.worker-1.js', true],
  ['https://evil.example/assets/log.worker-1.js', false],
  ['//evil.example/sw.js', false],
  ['/api/claims/1/file', false],
  ['/files/1.js', false],
  ['/assets/../api/openapi.js', false],
  ['/assets/a/b.js', false],
  ['blob:https://clinic.example/1', false],
  ['data:text/javascript,alert(1)', false],
  ['javascript:alert(1)', false],
  ['https://', false],
])('a worker made of %s: %s', (text, isAllowed) => {
  expect(createScriptURL(text) !== null).toBe(isAllowed);
});

test('style sheets pass, tags do not', () => {
  expect(createHTML('@media (min-width: 62em) { .a > b { color: red } }')).not.toBeNull();
  expect(createHTML('<img src=x onerror=alert(1)>')).toBeNull();
  expect(createHTML('</style><script>alert(1)</script>')).toBeNull();
});
