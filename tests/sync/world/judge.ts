import { addDays } from '#contract/base/dates.ts';
import { entities, entityNames, type EntityName } from '#contract/entities.ts';
import { clearKey } from '#local/store/clear-key.ts';
import { keptDays } from '#local/store/kept-days.ts';
import { scopesOf } from '#server/kit/auth/identity.ts';
import { draftFaults } from './drafts.ts';
import { callsOf } from './people.ts';
import type { Asked, OpenTab, Profile, WorldState } from './state.ts';

type Row = Record<string, unknown>;
type Outcome = {
  device: string;
  mid: number;
  name: string;
  status: string;
  kind: string | null;
  reason: string | null;
};
type Audit = { id: number; device: string | null; action: string; entity: string; pk: string; detail: Row };
type Kept = Awaited<ReturnType<typeof callsOf>>[number];
/** A call with what the server and the device say of it. */
type Case = { asked: Asked; outcome: Outcome | undefined; kept: Kept | undefined };

/** What must hold when all is calm; each fault is one sentence. */
export async function judge(world: WorldState): Promise<string[]> {
  const { db } = world.server;
  const outcomes = await db.owner<Outcome>(
    `select "DeviceId" as device, mid::int as mid, name, status, kind, reason from sync_outcome where site = $1`,
    [world.site],
  );
  const audits = await db.owner<Audit>(
    // A signature is told once as what was done, and once as the row that changed by it.
    `select id::int as id, "DeviceId" as device, action, entity, pk, detail from audit_entry
     where site = $1 and action not in ('sign', 'cosign') order by id`,
    [world.site],
  );
  const kept = new Map<Profile, Kept[]>();
  for (const profile of world.profiles) {
    const [tab] = profile.tabs;
    kept.set(profile, tab ? await callsOf(tab) : []);
  }
  const cases = world.asked.map((asked) => ({
    asked,
    outcome: outcomes.find((each) => each.device === asked.DeviceId && each.mid === asked.mid),
    kept: kept.get(asked.profile)?.find((each) => each.device === asked.DeviceId && each.mid === asked.mid),
  }));
  const faults = [
    ...cases.flatMap(callFaults),
    ...strangers(world, outcomes),
    ...effectFaults(cases, audits),
    ...textFaults(cases, audits),
    ...chargeFaults(cases, audits),
    ...(await ledgerFaults(world)),
    ...(await historyFaults(world, cases)),
  ];
  for (const profile of world.profiles) {
    faults.push(...(await draftFaults(profile)));
    for (const tab of profile.tabs) faults.push(...(await mirrorFaults(world, tab)));
  }
  return faults;
}

function named({ asked }: Case): string {
  return `${asked.profile.label} ${asked.mid} ${asked.name}`;
}

/** Each call was run, or is kept with a reason, or a person gave it up. */
function callFaults(one: Case): string[] {
  const { asked, outcome, kept } = one;
  if (!outcome && !kept && !asked.decided && asked.state === 'saved') return [`lost: ${named(one)}`];
  if (outcome?.status === 'ok' && kept && kept.state !== 'discarded')
    return [`${named(one)} was run and is still kept as ${kept.state}`];
  if (outcome?.status === 'parked' && !kept && !asked.decided && !asked.mayBeGone)
    return [`${named(one)} was refused and is gone from the device`];
  if (outcome?.kind === 'invalid') return [`${named(one)} is nothing the server knows: ${outcome.reason}`];
  if (outcome?.status === 'parked' && !outcome.reason) return [`${named(one)} was refused without a reason`];
  if (kept?.state === 'parked' && !kept.reason) return [`${named(one)} is parked without a reason`];
  if (kept && kept.state !== 'parked' && kept.state !== 'discarded') return [`${named(one)} is still ${kept.state}`];
  return [];
}

function strangers(world: WorldState, outcomes: Outcome[]): string[] {
  return outcomes
    .filter((each) => !world.asked.some((asked) => asked.DeviceId === each.device && asked.mid === each.mid))
    .map((each) => `nobody asked for ${each.name} ${each.mid} of ${each.device}`);
}

/** What each call writes is written once when it was run, and never when it was not. */
function effectFaults(cases: Case[], audits: Audit[]): string[] {
  const faults: string[] = [];
  const isRun = (one: Case) => one.outcome?.status === 'ok';
  /** Where part of a save is refused and kept, the rest of it may have gone in. */
  const mayBePart = (one: Case) => one.outcome?.status === 'parked' && one.asked.name === 'documentation.save';
  const expect = (what: string, found: number, wanted: number, more = 0) => {
    if (found < wanted || found > wanted + more)
      faults.push(`${what}: ${found} times on the server, ${wanted} asked for and run`);
  };
  const count = (entity: string, pk: string, device: string | null, action?: string) =>
    audits.filter(
      (each) =>
        each.entity === entity &&
        each.pk === pk &&
        (device === null || each.device === device) &&
        (!action || each.action === action),
    ).length;
  const byKey = (names: string[], key: (input: Row) => unknown) =>
    Map.groupBy(
      cases.filter((one) => names.includes(one.asked.name)),
      (one) => `${one.asked.DeviceId} ${String(key(one.asked.input))}`,
    );
  for (const [key, of] of byKey(
    ['documentation.save', 'documentation.sign'],
    (input) => input['VisitId'] ?? input['id'],
  )) {
    const [device = '', VisitId = ''] = key.split(' ');
    expect(
      `notes of ${key}`,
      count('visitNotes', VisitId, device),
      of.filter(isRun).length,
      of.filter(mayBePart).length,
    );
  }
  for (const [key, of] of byKey(['patients.update'], (input) => input['id'])) {
    const [device = '', PatientId = ''] = key.split(' ');
    expect(`changes of patient ${key}`, count('patients', PatientId, device, 'update'), of.filter(isRun).length);
  }
  for (const one of cases) {
    const { name, input } = one.asked;
    if (one.asked.decided === 'resent') continue;
    const times = Number(
      cases.some(
        (other) =>
          isRun(other) && other.asked.name === name && JSON.stringify(other.asked.input) === JSON.stringify(input),
      ),
    );
    if (name === 'patients.create') {
      const { PatientId } = input['patient'] as { PatientId: string };
      expect(named(one), count('patients', PatientId, null, 'insert'), times);
    }
  }
  for (const [ServiceId, of] of Map.groupBy(
    cases.flatMap((one) =>
      one.asked.name === 'charges.save'
        ? (one.asked.input['services'] as { ServiceId: string }[])
            .filter(({ ServiceId }) => !lineIn(one.asked.base, ServiceId))
            .map((line) => ({ ...line, one }))
        : [],
    ),
    (line) => line.ServiceId,
  )) {
    // A call that was sent again carries the same lines: the second run writes over the first one's.
    const runs = of.filter((line) => isRun(line.one)).length;
    if (runs <= 1) expect(`service ${ServiceId}`, count('services', ServiceId, null, 'insert'), runs);
  }
  return faults;
}

/** Every text that was typed is in the note's history or still kept; none went over one its writer had not seen. */
function textFaults(cases: Case[], audits: Audit[]): string[] {
  const faults: string[] = [];
  const notes = audits.filter((each) => each.entity === 'visitNotes');
  const saves = cases.filter((one) => one.asked.name === 'documentation.save');
  for (const one of saves) {
    const isRefusedAndGone = one.outcome?.status === 'parked' && one.asked.mayBeGone;
    if (one.asked.state === 'open' && !one.kept && (!one.outcome || isRefusedAndGone)) continue;
    const changes = one.asked.input['changes'] as Record<string, string>;
    for (const [section, text] of Object.entries(changes)) {
      const isKept =
        one.kept || notes.some((each) => each.pk === one.asked.input['VisitId'] && each.detail[section] === text);
      const isAgain =
        one.asked.decided === 'resent' &&
        saves.some((other) => other !== one && JSON.stringify(other.asked.input) === JSON.stringify(one.asked.input));
      if (!isKept && !isAgain && one.asked.decided !== 'discarded')
        faults.push(`text lost: ${named(one)} ${section} ${text}`);
    }
  }
  for (const [, history] of Map.groupBy(notes, (each) => each.pk))
    for (const [at, entry] of history.entries()) faults.push(...overwriteFaults(saves, history[at - 1], entry));
  return faults;
}

function overwriteFaults(saves: Case[], before: Audit | undefined, after: Audit): string[] {
  if (after.device === null) return [];
  return ['Subjective', 'Objective', 'Assessment', 'Plan'].flatMap((section) => {
    const was = before?.detail[section] ?? '';
    const is = after.detail[section];
    if (was === is || was === '') return [];
    const writers = saves.filter((one) => (one.asked.input['changes'] as Row)[section] === is);
    const isSeen = writers.some((one) => (one.asked.base[section] ?? '') === was);
    return isSeen ? [] : [`overwritten unseen: ${String(was)} by ${String(is)}`];
  });
}

/** No service was changed or taken out by somebody who had not seen it as it was. */
function chargeFaults(cases: Case[], audits: Audit[]): string[] {
  const saves = cases.filter((one) => one.asked.name === 'charges.save');
  const faults: string[] = [];
  for (const [ServiceId, history] of Map.groupBy(
    audits.filter((each) => each.entity === 'services'),
    (each) => each.pk,
  )) {
    let was: Row | undefined;
    for (const { action, device, detail } of history) {
      const is = action === 'delete' ? undefined : detail;
      const writers = saves.filter((one) => one.asked.DeviceId === device);
      const isChanged = was && device !== null && amountOf(was) !== amountOf(is);
      const isSeen = writers.some(
        ({ asked }) =>
          amountOf(lineIn(asked.base, ServiceId)) === amountOf(was) &&
          amountOf(lineIn(asked.input, ServiceId)) === amountOf(is),
      );
      if (isChanged && !isSeen) faults.push(`charges overwritten unseen: service ${ServiceId} of ${device}`);
      was = is;
    }
  }
  return faults;
}

function lineIn(of: Row, ServiceId: string): Row | undefined {
  return (of['services'] as Row[] | undefined)?.find((line) => line['ServiceId'] === ServiceId);
}

function amountOf(line: Row | undefined): string {
  return line ? JSON.stringify([line['CPT_Code'], line['Minutes'], line['Count'] ?? null]) : 'none';
}

async function ledgerFaults(world: WorldState): Promise<string[]> {
  const sums = await world.server.db.owner<{ VisitId: string; all: string; claimed: string; posted: string }>(
    `select v."VisitId",
       (select coalesce(sum(amount), 0) from ledger_entries l where l.site = v.site and l."VisitId" = v."VisitId") as all,
       (select coalesce(sum("totalCharge"), 0) from claims c where c.site = v.site and c."VisitId" = v."VisitId" and c.status <> 'void') as claimed,
       (select coalesce(sum(amount), 0) from ledger_entries l where l.site = v.site and l."VisitId" = v."VisitId"
          and l.account = 'ar:primary') as posted
     from visits v where v.site = $1`,
    [world.site],
  );
  return sums.flatMap((row) => [
    ...(Number(row.all) === 0 ? [] : [`the ledger of visit ${row.VisitId} sums to ${row.all}`]),
    ...(row.claimed === row.posted
      ? []
      : [`visit ${row.VisitId} has claims of ${row.claimed} and AR of ${row.posted}`]),
  ]);
}

/** The history of each visit tells one unbroken story, with as many chapters as calls were run. */
async function historyFaults(world: WorldState, cases: Case[]): Promise<string[]> {
  const faults: string[] = [];
  const history = await world.server.db.owner<{
    VisitId: string;
    UserId: string;
    action: string;
    from: string;
    to: string;
    stage: string;
  }>(
    `select h."VisitId", h."UserId", h.action, h."from", h."to", v.stage from visit_history h
     join visits v on v.site = h.site and v."VisitId" = h."VisitId"
     where h.site = $1 and not exists (select from visit_history t where t.site = 'world' and t."VisitHistoryId" = h."VisitHistoryId")
     order by h."VisitId", h.at`,
    [world.site],
  );
  for (const [VisitId, entries] of Map.groupBy(history, (each) => each.VisitId)) {
    const moves = entries.filter((each) => each.action === 'moved');
    moves.forEach((move, at) => {
      const before = moves[at - 1];
      if (before && before.to !== move.from)
        faults.push(`visit ${VisitId} goes from ${before.to} to ${move.from} by nobody`);
    });
    const last = moves.at(-1);
    if (last && last.to !== last.stage)
      faults.push(`visit ${VisitId} is ${last.stage}, its history ends with ${last.to}`);
  }
  const about = (one: Case) => one.asked.input['visitId'] ?? one.asked.input['id'];
  const run = cases.filter((one) => one.outcome?.status === 'ok' && typeof about(one) === 'string');
  for (const [key, of] of Map.groupBy(run, (one) => `${String(about(one))} ${one.asked.profile.UserId}`)) {
    const [VisitId, UserId] = key.split(' ');
    const mine = history.filter((each) => each.VisitId === VisitId && each.UserId === UserId);
    const signs = of.filter((one) => one.asked.name === 'documentation.sign').length;
    const least =
      of.filter((one) => one.asked.name === 'visits.move').length +
      of.filter((one) => one.asked.name === 'billing.submitClaim').length +
      of.filter((one) => one.asked.input['destination'] === 'closed' && one.asked.name === 'billing.submitClaim')
        .length;
    const moved = mine.filter((each) => each.action === 'moved').length;
    const signed = mine.filter((each) => each.action === 'signed').length;
    if (moved < least || moved > least + signs)
      faults.push(`visit ${VisitId} was moved ${moved} times, asked ${least} to ${least + signs}`);
    if (signed !== signs) faults.push(`visit ${VisitId} was signed ${signed} times, asked ${signs}`);
  }
  return faults;
}

/** The mirror holds what the server has, row for row: nothing more, and everything this device should hold. */
async function mirrorFaults(world: WorldState, tab: OpenTab): Promise<string[]> {
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
  const who = { site: world.site, UserId: profile.UserId, device: null, scopes: scopesOf(user) };
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
