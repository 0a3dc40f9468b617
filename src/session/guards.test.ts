import { expect, test } from 'vitest';
import { permissionDenied } from '#contract/base/permissions.ts';
import { afterLogin, decideEntry, leadsAway, loginFor, safeReturn, type RouteMeta, type Visitor } from './guards.ts';

const clinician: Visitor = { can: ['write notes', 'move visits.*'], SuperUser: false };
const biller: Visitor = { can: ['access billing', 'access claims report.facility.1'], SuperUser: false };
const superuser: Visitor = { can: [], SuperUser: true };
const plusManager = (plus: boolean): Visitor => ({
  can: ['access company', 'manage prompt plus settings'],
  SuperUser: false,
  plus,
});
const denied = { enter: false, to: '/onDeck', toast: permissionDenied };
const origin = 'https://clinic.example';

test.each<[string, RouteMeta, Visitor, unknown]>([
  ['anyone enters a public route', { noAuth: true }, null, { enter: true }],
  [
    'no one signed in goes to login and comes back with the query',
    {},
    null,
    { enter: false, to: '/login?returnTo=%2Fpatients%2F1%3Ftab%3Dnotes' },
  ],
  ['signed in enters', {}, clinician, { enter: true }],
  ['superuser only refuses others', { superuserOnly: true }, clinician, denied],
  ['superuser only lets superusers in', { superuserOnly: true }, superuser, { enter: true }],
  ['outage only leads away without an outage', { outageOnly: true }, clinician, { enter: false, to: '/onDeck' }],
  ['all of and are needed', { permission: { and: ['access billing', 'write notes'] } }, biller, denied],
  ['and is granted', { permission: { and: ['access billing'] } }, biller, { enter: true }],
  [
    'one of or is enough',
    { permission: { or: ['access operations report.%', 'access claims report.%'] } },
    biller,
    { enter: true },
  ],
  ['none of or is refused', { permission: { or: ['access claims report.%'] } }, clinician, denied],
  ['a wildcard parent grants', { permission: { and: ['move visits.review'] } }, clinician, { enter: true }],
  [
    'who has to ask for emergency access sees the dashboard only',
    { permission: { and: ['write notes'] } },
    { can: ['request emergency access', 'write notes'], SuperUser: false, dashboardOnly: true },
    { enter: false, to: '/dashboard' },
  ],
  [
    'and the dashboard itself',
    { dashboard: true },
    { can: ['request emergency access'], SuperUser: false, dashboardOnly: true },
    { enter: true },
  ],
  [
    'and their own account',
    { besideDashboard: true },
    { can: ['request emergency access'], SuperUser: false, dashboardOnly: true },
    { enter: true },
  ],
  ['where everyone else is let in as well', { besideDashboard: true }, clinician, { enter: true }],
  ['others have the work list instead', { dashboard: true }, clinician, { enter: false, to: '/onDeck' }],
  ['the plus tier is needed where a route asks for it', { plusSettings: true }, plusManager(false), denied],
  ['and its permission', { plusSettings: true }, { can: ['access company'], SuperUser: false, plus: true }, denied],
  ['the plus tier lets in who holds both', { plusSettings: true }, plusManager(true), { enter: true }],
])('%s', (_, meta, visitor, expected) => {
  expect(decideEntry(meta, visitor, '/patients/1?tab=notes', false)).toEqual(expected);
});

test.each([
  ['/dashboard', true, null],
  ['/account', true, null],
  ['/onDeck', true, '/dashboard'],
  ['/company', true, '/dashboard'],
  ['/dashboard', false, '/onDeck'],
  ['/account', false, null],
  ['/onDeck', false, null],
])('standing at %s, with the dashboard only: %s, leads to %s', (pathname, dashboardOnly, expected) => {
  expect(leadsAway(pathname, dashboardOnly)).toBe(expected);
});

test('an outage opens what is for outages only', () => {
  expect(decideEntry({ outageOnly: true }, clinician, '/alwaysAccess', true)).toEqual({ enter: true });
});

test.each([
  ['/patients/1?tab=notes#top', '/patients/1?tab=notes#top'],
  [null, '/onDeck'],
  ['https://evil.example/onDeck', '/onDeck'],
  ['//evil.example', '/onDeck'],
  ['/\\evil.example', '/onDeck'],
  ['/\t/evil.example', '/onDeck'],
  ['/.//evil.example', '/onDeck'],
  ['/patients/..//evil.example', '/onDeck'],
  ['/%2e//evil.example', '/onDeck'],
  ['/%2F%2Fevil.example', '/%2F%2Fevil.example'],
  ['javascript:alert(1)', '/onDeck'],
  ['/login?returnTo=/login', '/onDeck'],
])('returns to %s as %s', (returnTo, expected) => {
  expect(safeReturn(returnTo, origin, '/onDeck')).toBe(expected);
});

test('superusers land on the choice of sites unless they were on their way', () => {
  expect(afterLogin(null, origin, true)).toBe('/superuser');
  expect(afterLogin('/patients', origin, true)).toBe('/patients');
  expect(afterLogin(null, origin, false)).toBe('/onDeck');
});

test('an outage is entered at login unless someone was on their way', () => {
  expect(afterLogin(null, origin, false, '/alwaysAccess')).toBe('/alwaysAccess');
  expect(afterLogin(null, origin, true, '/alwaysAccessSuper/demo')).toBe('/alwaysAccessSuper/demo');
  expect(afterLogin('/patients', origin, false, '/alwaysAccess')).toBe('/patients');
});

test('the work list needs no return address', () => {
  expect(loginFor('/onDeck')).toBe('/login');
});
