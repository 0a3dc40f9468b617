import { expect, test } from 'vitest';
import { schemaVersion } from '../schema-version.ts';
import type { PushEntry } from './endpoints.ts';
import { raised, upcasters, type Upcaster } from './upcasters.ts';

const entry = (of: number, input: Record<string, unknown> = {}): PushEntry => {
  return { mid: 1, name: 'visits.move', input, base: {}, schemaVersion: of, madeAt: '', clockOffset: 0 };
};

test('every schema since the first is raised to today', () => {
  for (let version = 1; version < schemaVersion; version += 1) {
    expect(upcasters[version], `schema ${version}`).toBeDefined();
    expect(raised(entry(version, { id: 'a' }))).toEqual(entry(schemaVersion, { id: 'a' }));
  }
  expect(raised(entry(schemaVersion))).toEqual(entry(schemaVersion));
});

test('goes through all the steps in between, in order', () => {
  const steps: Record<number, Upcaster> = {
    1: (old) => ({ ...old, input: { id: old.input['visit'], to: old.input['to'] } }),
    2: (old) => ({ ...old, input: { id: old.input['id'], destination: old.input['to'] } }),
  };
  expect(raised(entry(1, { visit: 'v', to: 'confirmed' }), 3, steps)).toEqual(
    entry(3, { id: 'v', destination: 'confirmed' }),
  );
  expect(raised(entry(2, { id: 'v', to: 'confirmed' }), 3, steps)).toEqual(
    entry(3, { id: 'v', destination: 'confirmed' }),
  );
});

test('what no step leads on from is not guessed at', () => {
  expect(raised(entry(0))).toBeUndefined();
  expect(raised(entry(1), 3, { 1: (old) => old })).toBeUndefined();
});
