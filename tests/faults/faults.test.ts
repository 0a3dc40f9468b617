import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { faults } from './all.ts';
import { plant } from './fault.ts';

const root = join(import.meta.dirname, '..', '..');
const folders = { contract: ['contract/'], server: ['server/'], local: ['local/', 'workers/'], src: ['src/'] };
const all = Object.values(faults).flat();

describe('The list of planted faults', () => {
  test('has 40 faults or more with names of their own', () => {
    expect(all.length).toBeGreaterThanOrEqual(40);
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  });

  test.each(Object.entries(folders))('has ten or more in %s, and they are there', (room, inside) => {
    const own = faults[room as keyof typeof folders];
    expect(own.length).toBeGreaterThanOrEqual(10);
    expect(own.filter(({ file }) => !inside.some((folder) => file.startsWith(folder)))).toEqual([]);
  });

  test.each(all)('fits the code as it is: $name', (fault) => {
    const text = readFileSync(join(root, fault.file), 'utf8');
    expect(plant(text, fault)).not.toBe(text);
  });

  test.each(all)('names tests outside of the browser: $name', ({ tests }) => {
    expect(tests.length).toBeGreaterThan(0);
    for (const path of tests) {
      expect(path).toMatch(/\.test\.tsx?$/);
      expect(existsSync(join(root, path)), path).toBe(true);
    }
  });
});
