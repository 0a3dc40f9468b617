import { z } from 'zod';

type Entry = {
  permission: string;
  /** Completes 'Maria will be able to …'. */
  words: string;
  /** Asked for in an emergency: nobody holds it merely for being a superuser. */
  isEmergency?: true;
};
type Section = { title: string; entries: readonly Entry[] };

const moves = (stage: string, words: string): Entry => ({ permission: `move visits.${stage}`, words });

/** Every permission that can be granted as it stands, in the order people look for it. */
export const permissionSections: readonly Section[] = [
  {
    title: 'Patients and notes',
    entries: [
      { permission: 'edit patients', words: 'add patients and change their data' },
      { permission: 'merge patients', words: 'merge two patients into one' },
      { permission: 'write notes', words: 'write notes' },
      { permission: 'sign notes', words: 'sign notes' },
      { permission: 'cosign notes', words: 'cosign notes' },
      { permission: 'record charges', words: 'record charges' },
      { permission: 'manage library', words: 'change the clinic’s templates and measures' },
    ],
  },
  {
    title: 'Visits',
    entries: [
      { permission: 'schedule visits', words: 'book, move and delete visits, and manage their own schedule' },
      { permission: 'manage schedules', words: 'change every provider’s schedule and time off' },
      moves('*', 'move visits to every stage'),
      moves('confirmed', 'confirm visits'),
      moves('checkedIn', 'check patients in'),
      moves('inProgress', 'start visits'),
      moves('review', 'finish visits for review'),
      moves('billing', 'send visits to billing'),
      moves('closed', 'close visits'),
      moves('cancelled', 'cancel visits'),
      moves('noShow', 'mark visits as no-show'),
      moves('lateCancel', 'mark visits as late cancel'),
      { permission: 'return visits', words: 'return visits to their provider' },
      { permission: 'reopen visits', words: 'reopen visits' },
    ],
  },
  {
    title: 'Billing',
    entries: [
      { permission: 'access billing', words: 'see billing, balances and remittances' },
      { permission: 'submit claims', words: 'submit claims' },
      { permission: 'access payer rules', words: 'see and change payer rules' },
    ],
  },
  {
    title: 'Reports',
    entries: [
      { permission: 'access operations report', words: 'open operations reports' },
      { permission: 'access operations report.*', words: 'see operations reports of every facility' },
      { permission: 'access claims report', words: 'open claims reports' },
      { permission: 'access claims report.*', words: 'see claims reports of every facility' },
      { permission: 'access revenue report', words: 'open revenue reports' },
      { permission: 'access revenue report.*', words: 'see revenue reports of every facility' },
      { permission: 'access reports.*', words: 'see reports about every provider' },
    ],
  },
  {
    title: 'Company',
    entries: [
      { permission: 'access company', words: 'open the company page' },
      { permission: 'manage users', words: 'manage users and their permissions' },
      { permission: 'manage facilities', words: 'manage facilities' },
      { permission: 'manage kiosks', words: 'set up and remove kiosks' },
      { permission: 'manage online scheduling', words: 'decide which visits patients book online' },
      { permission: 'access online reviews', words: 'set review sites and read private notes' },
      { permission: 'manage forms', words: 'write and publish the forms that patients fill in' },
      { permission: 'manage company settings', words: 'change company settings' },
      { permission: 'manage prompt plus settings', words: 'change plus settings' },
    ],
  },
  {
    title: 'Emergency access',
    entries: [
      { permission: 'request emergency access', words: 'request emergency access', isEmergency: true },
      { permission: 'has emergency access', words: 'open charts in an emergency without a request', isEmergency: true },
    ],
  },
];

export const knownPermissions: readonly Entry[] = permissionSections.flatMap((section) => section.entries);

const one = '([0-9a-f-]{36}|\\*)';
const reportOf = new RegExp(`^access (operations|claims|revenue) report\\.facility\\.${one}$`);
const reportAbout = new RegExp(`^access reports\\.provider\\.${one}$`);

/** What may stand in a `can` list: a permission of the catalogue, or reports of one facility or about one provider. */
export const Permission = z.union(
  [
    z.enum(knownPermissions.map((entry) => entry.permission)),
    z.string().regex(reportOf),
    z.string().regex(reportAbout),
  ],
  { error: 'is not a permission' },
);

/** Names of what permissions speak of; an id without a name is spoken of as such. */
export type PermissionNames = { facilities: ReadonlyMap<string, string>; providers: ReadonlyMap<string, string> };

/** A permission in words that complete 'Maria will be able to …'. */
export function permissionWords(permission: string, names: PermissionNames): string {
  const known = knownPermissions.find((entry) => entry.permission === permission);
  if (known) return known.words;
  const [, tab, FacilityId = ''] = reportOf.exec(permission) ?? [];
  if (tab !== undefined)
    return FacilityId === '*'
      ? `see ${tab} reports of every facility`
      : `see ${tab} reports of ${names.facilities.get(FacilityId) ?? 'a former facility'}`;
  const [, ProviderId] = reportAbout.exec(permission) ?? [];
  if (ProviderId !== undefined)
    return ProviderId === '*'
      ? 'see reports about every provider'
      : `see reports about ${names.providers.get(ProviderId) ?? 'a former provider'}`;
  return `use “${permission}”`;
}
