import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { testId } from '../testing/rows.ts';
import { builtInId, caseEvalMeasurementId } from './measure-ids.ts';
import { sha1 } from './sha1.ts';
import { uuidV5 } from './uuid-v5.ts';

const dns = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';

test.each([
  ['www.example.com', '2ed6657d-e927-568b-95e1-2665a8aea6a2'],
  ['python.org', '886313e1-3b8a-5372-9b90-0c9aee199e5d'],
])('the UUIDv5 of %s is the published one', (name, id) => expect(uuidV5(dns, name)).toBe(id));

test('SHA-1 agrees with the one of Node for every length around a block', () => {
  for (let length = 0; length < 200; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 37 + length) % 256);
    expect(Buffer.from(sha1(bytes)).toString('hex')).toBe(createHash('sha1').update(bytes).digest('hex'));
  }
});

test('the id of a built-in never changes', () => {
  expect(builtInId('pain.now')).toBe('bf60959b-c39e-537a-a5c2-323303c5fd91');
});

test('the same measurement on a case has one id, another side or mode another', () => {
  const of = { CaseId: testId(1), EvalMeasurementId: builtInId('shoulder.flexion'), Side: 'L', Mode: 'active' };
  const ids = [of, { ...of, Side: 'R' }, { ...of, Mode: 'passive' }, { ...of, Side: null, Mode: null }];
  expect(new Set(ids.map(caseEvalMeasurementId)).size).toBe(4);
  expect(caseEvalMeasurementId({ ...of })).toBe(caseEvalMeasurementId(of));
});
