import { addDays } from '#contract/base/dates.ts';
import { entities } from '#contract/entities.ts';
import { entityNames, type EntityName } from '#contract/kept-rows.ts';
import { clearKey } from '#local/store/clear-key.ts';
import { keptDays } from '#local/store/kept-days.ts';
import { scopesOf } from '#server/kit/auth/identity.ts';
import type { Row } from './judge-case.ts';
import type { OpenTab, Profile, WorldState } from './state.ts';

/** The mirror holds what the server has, row for row: nothing more, and everything this device should hold. */
export async function mirrorFaults(world: WorldState, tab: OpenTab): Promise<string[]> {
  const { profile } = tab;
  const faults: string[] = [];
  const mirror = JSON.parse(await tab.realm.tab.mirrorText()) as Record<EntityName, Row[]>;
  const charts = new Set(await tab.realm.tab.localCharts());
  const { corrected = 0 } = tab.session?.board.read().compared ?? {};
  // The comparison is a net: what it has to mend went wrong before.
  if (corrected > 0) faults.push(`${tab.label} had to be corrected in ${corrected} rows`);
  const server = await rowsFor(world, profile);
  const { from, to } = keptDays(new Date(world.now() + profile.machine.skew));
  for (const visit of server.visits) {
    const day = String(visit['Start']).slice(0, 10);
    if (day >= from && day <= to && !charts.has(String(visit['PatientId'])))
      faults.push(`${tab.label} lacks the chart of visit ${String(visit['VisitId'])}`);
  }
  // What is kept by its day came with the last P1, at most a week ago.
  const surelyKept = { from, to: addDays(to, -8) };
  for (const entity of entityNames) {
    const { key, keep, schema } = entities[entity];
    const here = new Map(mirror[entity].map((row) => [String(row[key]), row]));
    for (const row of server[entity]) {
      const id = String(row[key]);
      const mine = here.get(id);
      here.delete(id);
      const isNear = keep === 'day' && isWithin(clearKey(entity, 'day', row) ?? '', surelyKept);
      const isWanted = keep === 'all' || isNear || charts.has(String(row['PatientId']));
      if (!mine && isWanted) faults.push(`${tab.label} lacks ${entity} ${id}`);
      const different = mine ? differences(schema.parse(mine), schema.parse(row)) : '';
      if (different) faults.push(`${tab.label} has another ${entity} ${id}: ${different}`);
    }
    for (const id of here.keys()) faults.push(`${tab.label} holds ${entity} ${id}, which it should not`);
  }
  for (const patient of server.patients) {
    const found = await tab.session?.search(String(patient['LastName']), 50);
    const name = found?.find((each) => each.PatientId === patient['PatientId']);
    if (name?.LastName !== patient['LastName'])
      faults.push(`${tab.label} does not find the name of patient ${String(patient['PatientId'])}`);
  }
  return faults;
}

function isWithin(day: string, { from, to }: { from: string; to: string }): boolean {
  return day >= from && day <= to;
}

function differences(here: Row, there: Row): string {
  const text = (row: Row, field: string) => JSON.stringify(row[field]);
  return Object.keys(there)
    .filter((field) => text(here, field) !== text(there, field))
    .map((field) => `${field} ${text(here, field)} instead of ${text(there, field)}`)
    .join(', ');
}

/** What row-level security lets this user see. */
async function rowsFor(world: WorldState, profile: Profile): Promise<Record<EntityName, Row[]>> {
  const { db } = world.server;
  const [user] = await db.owner<{ can: string[]; facilityIds: string[] | null; providerIds: string[] | null }>(
    `select can, "facilityIds"::text[] as "facilityIds", "providerIds"::text[] as "providerIds" from users where site = $1 and "UserId" = $2`,
    [world.site, profile.UserId],
  );
  if (!user) throw new Error('The user is gone.');
  const who = {
    site: world.site,
    UserId: profile.UserId,
    device: null,
    scopes: scopesOf({ ...user, SuperUser: false, ProviderType: null }),
  };
  return db.tx(who, async (tx) => {
    const all: Partial<Record<EntityName, Row[]>> = {};
    for (const entity of entityNames) {
      const found = await tx.rows<{ row: Row }>(
        `select to_jsonb(t) - 'site' - 'scope' as row from ${tableOf(entity)} t where site = $1`,
        [world.site],
      );
      all[entity] = found.map(({ row }) => row);
    }
    return all as Record<EntityName, Row[]>;
  });
}

function tableOf(entity: EntityName): string {
  if (entity === 'ledger') return 'ledger_entries';
  return entity.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
