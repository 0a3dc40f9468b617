import { draftFaults } from './drafts.ts';
import { named, type Audit, type Case, type Kept, type Outcome } from './judge-case.ts';
import { effectFaults } from './judge-effects.ts';
import { mirrorFaults } from './judge-mirror.ts';
import { chargeFaults, textFaults } from './judge-texts.ts';
import { historyFaults, ledgerFaults } from './judge-visits.ts';
import { callsOf } from './people.ts';
import type { Profile, WorldState } from './state.ts';

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
    ...(world.restores > 0 ? await world.server.auditFaults(world.site) : []),
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
    .map((each) => `no one asked for ${each.name} ${each.mid} of ${each.device}`);
}
