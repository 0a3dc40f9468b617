import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { figuresOf, longProofs, proofsNamed } from './long-proofs.ts';

test.each(Object.entries(longProofs))('%s names tests that read its figures', (_name, { paths, figures }) => {
  const sources = paths.map((path) => {
    const files = globSync([`${path}*.{ts,tsx}`, `${path}/*.{ts,tsx}`]);
    expect(
      files.filter((file) => /\.(test|spec)\.tsx?$/.test(file)),
      path,
    ).not.toEqual([]);
    return globSync(`${dirname(path)}/*.ts`)
      .concat(files)
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
  });
  // The rules are handed theirs by the runner.
  const all = [...sources, readFileSync('vitest.config.ts', 'utf8')].join('\n');
  expect(Object.keys(figures).filter((figure) => !all.includes(`'${figure}'`))).toEqual([]);
});

test('every figure a test reads belongs to a long proof', () => {
  const files = globSync(['{contract,local,server,workers,src}/**/*.ts', 'tests/{e2e,sync}/**/*.ts']);
  const read = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/(?:count|parts)From\('(\w+)'/g)]);
  const named = Object.values(longProofs).flatMap(({ figures }) => Object.keys(figures));
  expect(read.length).toBeGreaterThan(5);
  expect(read.map(([, name]) => name).filter((name) => name === undefined || !named.includes(name))).toEqual([]);
});

test('all run unless some are named, and what is not one is refused', () => {
  expect(proofsNamed([]).map(([name]) => name)).toEqual(Object.keys(longProofs));
  expect(proofsNamed(['chaos', 'model']).map(([name]) => name)).toEqual(['model', 'chaos']);
  expect(() => proofsNamed(['model', 'modle'])).toThrow('modle');
});

test('a figure of the environment counts', () => {
  const [[, model] = ['', { paths: [], figures: {} }]] = proofsNamed(['model']);
  expect(figuresOf(model, {})).toEqual({ MODEL_RUNS: '1000000' });
  expect(figuresOf(model, { MODEL_RUNS: '5' })).toEqual({ MODEL_RUNS: '5' });
});
