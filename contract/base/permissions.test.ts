import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds, mayEnter } from './permissions.ts';

test.each([
  [['access billing'], 'access billing', true],
  [['access billing'], 'access', false],
  [['access'], 'access billing', false],
  [['access reports.provider.7'], 'access reports.%', true],
  [['access operations report'], 'access operations report.%', false],
  [['access operations report.facility'], 'access operations report.%', true],
  [['move visits.*'], 'move visits.closed', true],
  [['move visits.*'], 'move visits', false],
  [['move visits.*'], 'move', false],
  [['access ar report.facility.*'], 'access ar report.facility.12', true],
  [['access ar report.*'], 'access ar report.facility.12', true],
  [['*'], 'access billing', false],
  [['.*'], '.x', false],
  [[], 'access billing', false],
])('%j grants %s: %s', (can, permission, granted) => {
  expect(holds(can, permission)).toBe(granted);
});

test.each([
  [{ can: [], SuperUser: false }, 'public', true],
  [{ can: [], SuperUser: false }, {}, true],
  [{ can: ['a'], SuperUser: false }, { all: ['a', 'b'] }, false],
  [{ can: ['a', 'b'], SuperUser: false }, { all: ['a', 'b'] }, true],
  [{ can: ['b'], SuperUser: false }, { any: ['a', 'b'] }, true],
  [{ can: ['c'], SuperUser: false }, { any: ['a', 'b'] }, false],
  [{ can: ['a'], SuperUser: false }, { all: ['a'], any: ['b', 'c'] }, false],
  [{ can: ['a', 'c'], SuperUser: false }, { all: ['a'], any: ['b', 'c'] }, true],
  [{ can: ['a'], SuperUser: false }, { superuser: true }, false],
  [{ can: [], SuperUser: true }, { superuser: true }, true],
  [{ can: [], SuperUser: true }, { superuser: true, all: ['a'] }, false],
] as const)('%j enters %j: %s', (user, access, may) => {
  expect(mayEnter(user, access)).toBe(may);
});

/** The same rule told the other way round: every string a grant stands for, matched as a pattern. */
function holdsNaively(can: readonly string[], permission: string): boolean {
  return can.some((granted) => {
    if (permission.endsWith('%')) return granted.indexOf(permission.slice(0, permission.length - 1)) === 0;
    if (granted === permission) return true;
    if (!granted.endsWith('.*')) return false;
    const parent = granted.slice(0, -2).split('.');
    const asked = permission.split('.');
    return parent.join('') !== '' && asked.length > parent.length && parent.every((word, at) => asked[at] === word);
  });
}

const word = fc.constantFrom('access', 'move visits', 'report', '7', '');
const permission = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 3 }), fc.constantFrom('', '', '.%', '%', '.*'))
  .map(([words, end]) => words.join('.') + end);

test('two tellings of the rule agree', () => {
  fc.assert(
    fc.property(fc.array(permission, { maxLength: 4 }), permission, (can, asked) => {
      fc.pre(!can.some((each) => each.startsWith('.')) && !asked.startsWith('.'));
      expect(holds(can, asked)).toBe(holdsNaively(can, asked));
    }),
    { numRuns: 1_000 },
  );
});
