import { expect, test } from 'vitest';
import type { FailureKind } from '#contract/base/errors.ts';
import type { Refusal } from '#shared/api.ts';
import { sentences } from '#session/failures.ts';
import { forcedBase, meetRefusal, tooManySentence } from './refusals.ts';

const here = new URL('https://clinic.example/onDeck?day=1');

/** Writes down everything a refusal did, in order. */
function watched(allowed: string[] = []) {
  const did: string[] = [];
  const note = (what: string) => (text: string, requestId?: string) =>
    void did.push(`${what}: ${text}${requestId === undefined ? '' : ` [${requestId}]`}`);
  return {
    did,
    around: {
      toastNegative: note('toast'),
      toastMustDismiss: note('must dismiss'),
      alert: note('alert'),
      erased: (order: unknown) => void did.push(`erased: ${JSON.stringify(order)}`),
      go: note('go'),
      leaveFor: note('leave'),
      wait: async (ms: number) => void did.push(`wait: ${ms}`),
      allowedBases: () => allowed,
      here: () => here,
    },
  };
}

function refusal(
  status: number,
  kind: FailureKind | null,
  message = '',
  headers: Record<string, string> = {},
): Refusal {
  return { status, headers: new Headers(headers), failure: kind && { kind, message } };
}

test('a toast of a refusal has the number of its request', async () => {
  const { did, around } = watched();
  const numbered = (status: number, kind: FailureKind) => {
    const failure = { kind, message: 'No.', requestId: 'r1' };
    return meetRefusal({ status, headers: new Headers({ 'retry-after': '0' }), failure }, around);
  };
  await numbered(490, 'user-visible');
  await numbered(490, 'must-dismiss');
  await numbered(429, 'too-many');
  expect(did).toEqual(['toast: No. [r1]', 'must dismiss: No. [r1]', `toast: ${tooManySentence} [r1]`, 'wait: 0']);
});

test.each<[string, Refusal, string[], 'retry' | 'throw']>([
  [
    '490 is a negative toast',
    refusal(490, 'user-visible', 'The case is closed.'),
    ['toast: The case is closed.'],
    'throw',
  ],
  [
    '490 of the must-dismiss kind stays',
    refusal(490, 'must-dismiss', 'Read this.'),
    ['must dismiss: Read this.'],
    'throw',
  ],
  ['403 select site by kind', refusal(403, 'select-site', 'Select site'), ['go: /superuser'], 'throw'],
  ['403 select site by its words', refusal(403, 'no-permission', 'Select site'), ['go: /superuser'], 'throw'],
  ['403 not configured', refusal(403, 'not-configured'), [`alert: ${sentences.notConfigured}`], 'throw'],
  [
    '403 not configured by its words',
    refusal(403, 'no-permission', 'Your team administrator has not set up your account yet'),
    [`alert: ${sentences.notConfigured}`],
    'throw',
  ],
  ['403 IP blocked', refusal(403, 'ip-blocked', 'IP blocked'), [`alert: ${sentences.ipBlocked}`], 'throw'],
  [
    '410 of the device is an order to erase it',
    refusal(410, 'device-erased', 'By Adele.'),
    ['erased: undefined'],
    'throw',
  ],
  ['410 of whoever else is not', refusal(410, null), [], 'throw'],
  ["403 of another kind is the caller's", refusal(403, 'no-permission', 'No.'), [], 'throw'],
  [
    '429 waits as told',
    refusal(429, 'too-many', '', { 'retry-after': '3' }),
    [`toast: ${tooManySentence}`, 'wait: 3000'],
    'retry',
  ],
  [
    '429 waits at once if told so',
    refusal(429, 'too-many', '', { 'retry-after': '0' }),
    [`toast: ${tooManySentence}`, 'wait: 0'],
    'retry',
  ],
  ['429 without a time waits 5 s', refusal(429, null), [`toast: ${tooManySentence}`, 'wait: 5000'], 'retry'],
  [
    '429 never waits for hours',
    refusal(429, null, '', { 'retry-after': '86400' }),
    [`toast: ${tooManySentence}`, 'wait: 120000'],
    'retry',
  ],
  ["503 without a base is the caller's", refusal(503, 'unavailable'), [], 'throw'],
  ['503 to a foreign base goes nowhere', refusal(503, null, '', { 'x-base-url': 'https://evil.example' }), [], 'throw'],
  [
    '503 to an allowed base leaves',
    refusal(503, null, '', { 'x-base-url': 'https://b.example/' }),
    ['leave: https://b.example/'],
    'throw',
  ],
  ['422 says nothing by itself', refusal(422, 'invalid', 'Correct it.'), [], 'throw'],
])('%s', async (_, given, expected, next) => {
  const { did, around } = watched(['https://b.example']);
  expect(await meetRefusal(given, around)).toBe(next);
  expect(did).toEqual(expected);
});

test.each([
  ['https://clinic.example/v2/', 'https://clinic.example/v2/'],
  ['http://b.example', null],
  ['javascript:alert(1)', null],
  ['not a url', null],
  [here.href, null],
])('a forced base %s leads to %s', (header, expected) => {
  expect(forcedBase(header, here, ['https://b.example'])).toBe(expected);
});
