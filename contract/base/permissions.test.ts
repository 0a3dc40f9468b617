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
  [['access operations report.*'], 'access operations report.facility.%', true],
  [['access operations report.*'], 'access operations report%', true],
  [['access operations report.*'], 'access operations reports.%', false],
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
