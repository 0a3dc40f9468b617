import type { z } from 'zod';
import { isSameInAnyOrder } from '#contract/base/same-value.ts';
import { fail } from '#contract/base/errors.ts';
import type { Provider } from '#contract/providers/provider.ts';
import {
  facilitiesOf,
  supervisorRefusal,
  taxonomyOf,
  type ProviderFields,
  type TimeOff,
} from '#contract/providers/provider-fields.ts';
import { skippedWords } from '#contract/scheduling/clock-changes.ts';
import type { Tx } from '#server/kit/context.ts';
import { columnsOf } from '#server/kit/db/row-columns.ts';

type Row = z.input<typeof Provider>;

/** One provider, or the named ones, or all for null; by name. */
export async function providersOf(tx: Tx, site: string, ids: readonly string[] | null): Promise<Row[]> {
  return tx.rows<Row>(
    `select ${columnsOf('providers', 'p')} from providers p
     where site = $1 and ($2::uuid[] is null or "ProviderId" = any ($2)) order by "LastName", "FirstName", "ProviderId"`,
    [site, ids],
  );
}

export async function providerById(tx: Tx, site: string, id: string): Promise<Row | undefined> {
  return (await providersOf(tx, site, [id]))[0];
}

/** The same, held until the transaction ends. */
export async function holdProvider(tx: Tx, site: string, id: string): Promise<Row | undefined> {
  await tx.run(`select 1 from providers where site = $1 and "ProviderId" = $2 for update`, [site, id]);
  return providerById(tx, site, id);
}

type Written = ProviderFields & { ProviderId: string; UserId: string | null };

/** Writes a provider record, new or not, once everything it names is of the site and fits. */
export async function saveProvider(tx: Tx, site: string, provider: Written): Promise<Row> {
  const { ProviderId: id, Type, NationalProviderId: npi, SupervisorProviderId } = provider;
  const payers = provider.notes_permissions.map((entry) => entry.PayerId);
  if ((await strangers(tx, site, 'facilities', facilitiesOf(provider.Schedule))) > 0)
    refuse('Schedule', 'One of the facilities in the schedule no longer exists.');
  if ((await strangers(tx, site, 'payers', payers)) > 0)
    refuse('notes_permissions', 'One of the payers no longer exists.');
  if (SupervisorProviderId !== null) {
    const supervisor = SupervisorProviderId === id ? undefined : await providerById(tx, site, SupervisorProviderId);
    const refusal = supervisor ? supervisorRefusal(Type, supervisor) : 'This supervisor was not found.';
    if (refusal !== null) refuse('SupervisorProviderId', refusal);
  }
  if (npi !== null && !provider.Inactive && (await hasNpi(tx, site, npi, id)))
    refuse('NationalProviderId', 'Another provider here has this NPI.');
  const before = await providerById(tx, site, id);
  await assertTimesOff(tx, provider.time_off, before?.time_off ?? []);
  await putProvider(tx, site, provider, before);
  return (await providerById(tx, site, id)) ?? fail('not-found', 'This provider was not found.');
}

/** What was kept before the clinic's zone was another one stays. */
async function assertTimesOff(tx: Tx, timesOff: readonly TimeOff[], before: readonly TimeOff[]): Promise<void> {
  const added = timesOff.filter((one) => !before.some((kept) => kept.Start === one.Start && kept.End === one.End));
  if (added.length === 0) return;
  const found = await tx.maybe<{ TimeZone: string }>('select "TimeZone" from sites where site = app_site()');
  const skipped =
    found &&
    skippedWords(
      added.flatMap(({ Start, End }) => [Start, End]),
      found.TimeZone,
    );
  if (skipped) refuse('time_off', skipped);
}

function refuse(field: string, sentence: string): never {
  fail('invalid', sentence, { fields: { [field]: sentence } });
}

/** What follows from type and schedule is kept while they are. */
async function putProvider(
  tx: Tx,
  site: string,
  { ProviderId, UserId, ...fields }: Written,
  before: Row | undefined,
): Promise<void> {
  const isSameWeek = isSameInAnyOrder(before?.Schedule, fields.Schedule);
  const columns = {
    ProviderId,
    UserId,
    ...fields,
    Taxonomy: before?.Type === fields.Type ? before.Taxonomy : taxonomyOf(fields.Type),
    FacilityIds: before && isSameWeek ? before.FacilityIds : facilitiesOf(fields.Schedule),
  };
  const names = Object.keys(columns).map((name) => `"${name}"`);
  await tx.run(
    `insert into providers (site, ${names.join(', ')})
     select $1, ${names.join(', ')} from jsonb_populate_record(null::providers, $2::jsonb)
     on conflict (site, "ProviderId") do update set ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    [site, JSON.stringify(columns)],
  );
}

/** The provider a user is goes by the user's name. */
export async function renameProviderOf(tx: Tx, site: string, UserId: string): Promise<void> {
  await tx.run(
    `update providers p set "FirstName" = u."FirstName", "LastName" = u."LastName" from users u
     where u.site = $1 and u."UserId" = $2 and p.site = $1 and p."ProviderId" = u."EmployeeId"
       and (p."FirstName", p."LastName") is distinct from (u."FirstName", u."LastName")`,
    [site, UserId],
  );
}

export async function linkProvider(
  tx: Tx,
  site: string,
  { UserId, ProviderId }: { UserId: string; ProviderId: string },
): Promise<void> {
  await tx.run(`update users set "EmployeeId" = $3 where site = $1 and "UserId" = $2`, [site, UserId, ProviderId]);
}

/** The users who are these providers. */
export async function usersWhoAre(tx: Tx, site: string, ProviderIds: readonly (string | null)[]): Promise<string[]> {
  const found = await tx.rows<{ UserId: string }>(
    `select "UserId" from users where site = $1 and "EmployeeId" = any ($2::uuid[])`,
    [site, ProviderIds],
  );
  return found.map(({ UserId }) => UserId);
}

/** How many of these ids are no row of the site. */
async function strangers(
  tx: Tx,
  site: string,
  table: 'facilities' | 'payers',
  ids: readonly string[],
): Promise<number> {
  const key = table === 'facilities' ? 'FacilityId' : 'PayerId';
  const found = await tx.rows(
    `select id from unnest($2::uuid[]) id where not exists (select from ${table} where site = $1 and "${key}" = id)`,
    [site, ids],
  );
  return found.length;
}

/** Another active provider with that number. */
async function hasNpi(tx: Tx, site: string, npi: string, besides: string): Promise<boolean> {
  const found = await tx.rows(
    `select 1 from providers where site = $1 and "NationalProviderId" = $2 and "ProviderId" <> $3 and not "Inactive" limit 1`,
    [site, npi, besides],
  );
  return found.length > 0;
}

/** Held until the transaction ends, so that nobody gets two records. */
export function userToLink(
  tx: Tx,
  site: string,
  UserId: string,
): Promise<{ EmployeeId: string | null; FirstName: string; LastName: string } | undefined> {
  return tx.maybe(
    `select "EmployeeId", "FirstName", "LastName" from users where site = $1 and "UserId" = $2 for update`,
    [site, UserId],
  );
}
