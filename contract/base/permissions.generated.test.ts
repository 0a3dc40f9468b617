import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { notesPermissionFor } from '../providers/notes-permission.ts';
import type { NotesPermission } from '../providers/provider.ts';
import { ruleCases } from '../testing/cases.ts';
import {
  holds,
  mayEnter,
  mayManageCompanySettings,
  mayManagePlusSettings,
  mayOpenReports,
  mayReportFacility,
  mayReportProvider,
  maySeeChiropracticAdjustments,
  passes,
  reportTabs,
  seesDashboardOnly,
  showsLeadCount,
} from './permissions.ts';

/*
 * A second telling of spec 6, naive on purpose: it compares words one by one, spells out lists of reasons and knows
 * nothing of the evaluator. Both must agree on 100,000 generated cases; the seed is fixed and printed on failure.
 */

function naiveGrants(granted: string, asked: string): boolean {
  const [words, needed] = [granted.split('.'), asked.split('.')];
  const last = words.at(-1);
  if (asked.endsWith('%')) {
    const start = asked.slice(0, -1);
    if (granted.slice(0, start.length) === start) return true;
  } else if (granted === asked) {
    return true;
  }
  if (last !== '*' || words.length < 2) return false;
  const parent = words.slice(0, -1);
  if (parent.join('.') === '' || needed.length <= parent.length) return false;
  return parent.every((word, at) => word === needed[at]);
}

const naiveHolds = (can: readonly string[], asked: string) =>
  can.map((granted) => naiveGrants(granted, asked)).filter(Boolean).length > 0;

function naivePasses(can: readonly string[], and: readonly string[] | undefined, or: readonly string[] | undefined) {
  let missing = 0;
  for (const each of and ?? []) if (!naiveHolds(can, each)) missing += 1;
  if (missing > 0) return false;
  if (or === undefined) return true;
  let found = 0;
  for (const each of or) if (naiveHolds(can, each)) found += 1;
  return found > 0;
}

const rank: Record<NotesPermission, number> = { N: 0, C: 1, S: 2, H: 3, O: 4, F: 5 };

function naiveNotes(
  byDefault: NotesPermission,
  entries: { PayerId: string; NotesPermission: NotesPermission }[],
  payers: string[],
  isPrimaryOnly: boolean,
): NotesPermission {
  const [primary, ...others] = payers;
  let lowest: NotesPermission | undefined;
  for (const payer of isPrimaryOnly ? [primary] : [primary, ...others]) {
    for (const entry of entries) {
      if (entry.PayerId !== payer) continue;
      if (lowest === undefined || rank[entry.NotesPermission] < rank[lowest]) lowest = entry.NotesPermission;
    }
  }
  return lowest ?? byDefault;
}

const word = fc.constantFrom('access', 'move visits', 'report', '7', 'a');
const dotted = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 3 }), fc.constantFrom('', '', '', '.*', '.b'))
  .map(([words, end]) => words.join('.') + end);
const ids = ['1', '2', '*'];
const real = fc.constantFrom(
  'access company',
  'manage company settings',
  'manage prompt plus settings',
  'request emergency access',
  'has emergency access',
  ...reportTabs.flatMap((tab) => [
    `access ${tab} report`,
    `access ${tab} report.*`,
    ...ids.map((id) => `access ${tab} report.facility.${id}`),
  ]),
  ...ids.map((id) => `access reports.provider.${id}`),
);
const granted = fc.oneof(dotted, real);
const asked = fc.tuple(granted, fc.constantFrom('', '', '%', '.%')).map(([permission, end]) => permission + end);
const lists = fc.option(fc.array(asked, { maxLength: 3 }), { nil: undefined });
const code = fc.constantFrom<NotesPermission>('N', 'C', 'S', 'H', 'O', 'F');
const payer = fc.constantFrom('medicare', 'blue', 'comp');
const someCase = fc.record({
  can: fc.array(granted, { maxLength: 5 }),
  asked,
  and: lists,
  or: lists,
  SuperUser: fc.boolean(),
  needsSuperuser: fc.boolean(),
  ProviderType: fc.constantFrom('PT', 'PTA', 'DC', null),
  flag: fc.boolean(),
  tab: fc.constantFrom(...reportTabs),
  id: fc.constantFrom('1', '2', '3'),
  stage: fc.constantFrom('New' as const, 'Working' as const, 'Pending' as const, 'Converted' as const),
  byDefault: code,
  entries: fc.array(fc.record({ PayerId: payer, NotesPermission: code }), { maxLength: 3 }),
  payers: fc.array(payer, { maxLength: 3 }),
});
type Case = typeof someCase extends fc.Arbitrary<infer C> ? C : never;

function evaluated(one: Case) {
  const { can, SuperUser, tab, id, flag } = one;
  const { and, or } = one;
  const access = {
    ...(and && { all: and }),
    ...(or && { any: or }),
    ...(one.needsSuperuser && { superuser: true as const }),
  };
  const provider = { NotesPermission: one.byDefault, notes_permissions: one.entries as never };
  return {
    permission: holds(can, one.asked),
    route: passes(can, { and, or }),
    call: mayEnter({ can, SuperUser }, access),
    reports: mayOpenReports(can, tab),
    facility: mayReportFacility(can, tab, id),
    provider: mayReportProvider(can, id),
    adjustments: maySeeChiropracticAdjustments(one),
    dashboardOnly: seesDashboardOnly(can, flag),
    company: mayManageCompanySettings(can),
    plus: mayManagePlusSettings(can, flag),
    leads: showsLeadCount(one.stage, flag),
    notes: notesPermissionFor(provider, one.payers, flag),
  };
}

function naively(one: Case): ReturnType<typeof evaluated> {
  const { can, tab, id, flag } = one;
  const route = naivePasses(can, one.and, one.or);
  const isTab = (granted: string) =>
    [`access ${tab} report`, `access ${tab} report.*`].includes(granted) ||
    granted.startsWith(`access ${tab} report.facility.`);
  return {
    permission: naiveHolds(can, one.asked),
    route,
    call: route && (!one.needsSuperuser || one.SuperUser),
    reports: can.some(isTab),
    facility: can.some((each) =>
      [`access ${tab} report.*`, `access ${tab} report.facility.*`, `access ${tab} report.facility.${id}`].includes(
        each,
      ),
    ),
    provider: can.some((each) => ['access reports.provider.*', `access reports.provider.${id}`].includes(each)),
    adjustments: [one.SuperUser, one.ProviderType === 'DC'].includes(true),
    dashboardOnly: flag ? can.includes('request emergency access') && !can.includes('has emergency access') : false,
    company: ['access company', 'manage company settings'].every((each) => can.includes(each)),
    plus: [flag, can.includes('access company'), can.includes('manage prompt plus settings')].every(Boolean),
    leads: flag ? true : !['New', 'Working', 'Converted'].includes(one.stage),
    notes: naiveNotes(one.byDefault, one.entries, one.payers, flag),
  };
}

test('two tellings of spec 6 agree on 100,000 cases', () => {
  fc.assert(
    fc.property(someCase, (one) => {
      expect(evaluated(one)).toEqual(naively(one));
    }),
    { numRuns: 100_000, seed: ruleCases.seed },
  );
}, 120_000);
