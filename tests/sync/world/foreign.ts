import type { Chance } from '#server/demo/random.ts';
import { cast } from '#server/demo/cast.ts';
import { mark, nameMark } from './people.ts';
import type { WorldState } from './state.ts';

type Row = Record<string, string>;

/** Somebody who does not come through the API changes something: an import, a script, support. */
export async function foreignEdit(world: WorldState): Promise<string> {
  const { chance } = world;
  const kind = chance.below(8);
  if (kind === 0) return edit(world, 'patients', `set "City" = 'Town ${mark(world)}'`);
  if (kind === 1)
    return edit(world, 'visit_notes', `set "Sections" = "Sections" || '{"Plan": "Theirs ${mark(world)};"}'`);
  if (kind === 2) return edit(world, 'visits', `set "PlaceOfService" = '${chance.pick(['11', '12'])}'`);
  if (kind === 3) return moveFacility(world);
  if (kind === 4) return addVisit(world);
  if (kind === 5) return removeVisit(world);
  if (kind === 6) return editService(world);
  return addPerson(world);
}

async function edit(world: WorldState, table: string, set: string): Promise<string> {
  const key = table === 'patients' ? 'PatientId' : 'VisitId';
  const id = await someId(world, table, key);
  if (!id) return 'nothing';
  await run(world, `update ${table} ${set} where site = $1 and "${key}" = $2`, [id]);
  return `${table} ${id.slice(0, 6)} ${set}`;
}

/** A line that somebody may have on their screen and save again with others. */
async function editService(world: WorldState): Promise<string> {
  const found = await rows(
    world,
    `select s."ServiceId" as id from services s join visits v using (site, "VisitId")
     where s.site = $1 and v.stage in ('inProgress', 'review') order by 1`,
  );
  const id = found.length > 0 ? world.chance.pick(found)['id'] : undefined;
  if (!id) return 'nothing';
  const minutes = 8 + world.chance.below(40);
  await run(world, `update services set "Minutes" = ${minutes} where site = $1 and "ServiceId" = $2`, [id]);
  return `service ${id.slice(0, 6)} takes ${minutes} minutes`;
}

async function moveFacility(world: WorldState): Promise<string> {
  const id = await someId(world, 'visits', 'VisitId');
  const to = world.chance.pick([cast.facilities.harborview, cast.facilities.riverside]);
  for (const table of ['visits', 'visit_notes', 'services', 'visit_history', 'claims'])
    await run(world, `update ${table} set "FacilityId" = '${to}' where site = $1 and "VisitId" = $2`, [id]);
  return `visit ${id?.slice(0, 6)} goes to ${to === cast.facilities.harborview ? 'Harborview' : 'Riverside'}`;
}

const visitColumns = `"CaseId", "PatientId", "FacilityId", "ProviderId", "VisitTypeName"`;

async function addVisit(world: WorldState): Promise<string> {
  const like = await someId(world, 'visits', 'VisitId');
  const id = uuid(world.chance);
  const day = world.chance.pick(['2026-11-19', '2026-11-25', '2026-12-20']);
  await run(
    world,
    `insert into visits (site, "VisitId", "Start", "End", ${visitColumns})
     select site, $3, '${day}T09:00', '${day}T09:45', ${visitColumns} from visits where site = $1 and "VisitId" = $2`,
    [like, id],
  );
  return `visit ${id.slice(0, 6)} is made`;
}

/** Only a visit on which nothing hangs. */
async function removeVisit(world: WorldState): Promise<string> {
  const free = ['visit_history', 'visit_notes', 'services', 'claims', 'ledger_entries']
    .map((table) => `not exists (select from ${table} h where h.site = v.site and h."VisitId" = v."VisitId")`)
    .join(' and ');
  const [found] = await rows(
    world,
    `select "VisitId" as id from visits v where site = $1 and ${free} order by 1 limit 1`,
  );
  if (!found?.['id']) return 'nothing';
  await run(world, `delete from visits where site = $1 and "VisitId" = $2`, [found['id']]);
  return `visit ${found['id'].slice(0, 6)} is deleted`;
}

/** A patient no device knows, with a case and a visit of these days. */
async function addPerson(world: WorldState): Promise<string> {
  const [PatientId, CaseId, VisitId] = [uuid(world.chance), uuid(world.chance), uuid(world.chance)];
  const facility = world.chance.pick([cast.facilities.harborview, cast.facilities.riverside]);
  const maya = cast.providers.maya;
  await run(
    world,
    `insert into patients (site, "PatientId", "PersonId", "FirstName", "LastName", "DateOfBirth", "Sex")
     values ($1, $2, $2, 'Stranger', 'Come${nameMark(world)}', '1960-01-01', 'U')`,
    [PatientId],
  );
  await run(
    world,
    `insert into cases (site, "CaseId", "PatientId", "FacilityId", "ProviderId", "Title", "Discipline", "StartDate")
     values ($1, $2, $3, '${facility}', '${maya}', 'Knee', 'PT', '2026-11-01')`,
    [CaseId, PatientId],
  );
  await run(
    world,
    `insert into visits (site, "VisitId", "CaseId", "PatientId", "FacilityId", "ProviderId", "VisitTypeName", "Start", "End")
     values ($1, $2, $3, $4, '${facility}', '${maya}', 'Follow-up', '2026-11-20T13:00', '2026-11-20T13:45')`,
    [VisitId, CaseId, PatientId],
  );
  return `patient ${PatientId.slice(0, 6)} comes with visit ${VisitId.slice(0, 6)}`;
}

/** An administrator gives or takes rights; the person's devices must follow. */
export async function changeRights(world: WorldState): Promise<string> {
  const { chance, server } = world;
  const { harborview, riverside } = cast.facilities;
  if (chance.below(2) === 0) {
    const facilities = chance.pick([`{${harborview}}`, `{${riverside}}`, `{${harborview},${riverside}}`, null]);
    const who = chance.pick(['pta', 'front'] as const);
    await server.foreign.query(`update users set "facilityIds" = $3 where site = $1 and "UserId" = $2`, [
      world.site,
      cast.users[who],
      facilities,
    ]);
    return `${who} sees ${
      facilities === null
        ? 'all facilities'
        : facilities
            .split(',')
            .map((id) => id.slice(0, 6))
            .join()
    }`;
  }
  const [who, right] = chance.pick([
    ['pt', 'access billing'],
    ['front', 'edit patients'],
    ['front', 'access billing'],
  ] as const);
  const isGiven = chance.below(2) === 0;
  const change = isGiven ? `array_append(array_remove(can, $3), $3)` : `array_remove(can, $3)`;
  await server.foreign.query(
    `update users set roles = '{}', "individualPermissions" = ${change} where site = $1 and "UserId" = $2`,
    [world.site, cast.users[who], right],
  );
  return `${who} ${isGiven ? 'may' : 'may not'} ${right}`;
}

async function someId(world: WorldState, table: string, key: string): Promise<string | undefined> {
  const found = await rows(world, `select "${key}" as id from ${table} where site = $1 order by 1`);
  return found.length > 0 ? world.chance.pick(found)['id'] : undefined;
}

async function rows(world: WorldState, text: string): Promise<Row[]> {
  return (await world.server.foreign.query<Row>(text, [world.site])).rows;
}

async function run(world: WorldState, text: string, values: (string | undefined)[]): Promise<void> {
  await world.server.foreign.query(text, [world.site, ...values]);
}

function uuid(chance: Chance): string {
  const hex = Array.from({ length: 32 }, () => chance.below(16).toString(16)).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}
