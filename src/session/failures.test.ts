import { expect, test } from 'vitest';
import { AppError, type FailureKind } from '#contract/base/errors.ts';
import { NetworkError } from '#shared/api.ts';
import { authErrorMeaning, isReportable } from './failures.ts';

test('staff auth errors: login, alert or sign out', () => {
  const meaning = (kind: FailureKind) => authErrorMeaning(new AppError(kind, 'Said by the server.'));
  expect([meaning('signed-out'), meaning('multifactor-required')]).toEqual(['login', 'login']);
  expect(meaning('ip-blocked')).toBe('alert');
  expect([meaning('no-permission'), meaning('invalid')]).toEqual(['logout', 'logout']);
  expect([meaning('unavailable'), meaning('too-many'), authErrorMeaning(new NetworkError())]).toEqual([
    'wait',
    'wait',
    'wait',
  ]);
});

test('a lost network and refusals are not reported, faults are', () => {
  expect(isReportable(new NetworkError())).toBe(false);
  expect(isReportable(new TypeError('Failed to fetch'))).toBe(false);
  expect(isReportable(new AppError('invalid', 'Correct it.'))).toBe(false);
  expect(isReportable(new TypeError('x is undefined'))).toBe(true);
});
