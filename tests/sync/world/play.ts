import type { DemoUserName } from '#server/demo/cast.ts';
import { someoneTypes } from './drafts.ts';
import { calm } from './calm.ts';
import { changeRights, foreignEdit } from './foreign.ts';
import type { Ground } from './ground.ts';
import { judge } from './judge.ts';
import { followPlan, restorePlan } from './restore.ts';
import { deliverAll, moveLetter } from './letters.ts';
import { someoneDecides, someoneWrites } from './people.ts';
import type { Server } from './server.ts';
import type { OpenTab, Profile, WorldState } from './state.ts';
import { rest } from './turn.ts';
import {
  addMachine,
  buryDead,
  closedProfiles,
  endTab,
  endWorld,
  loseDatabase,
  newWorld,
  openTab,
  profileOn,
  tabsOf,
} from './world.ts';

const hour = 3_600_000;

/** One world from its seed to its judgement; the trace says what happened, and what is wrong at the end if anything is. */
export async function play(
  seed: number,
  ground: Ground,
  restores: boolean = false,
): Promise<{ trace: string[]; faults: string[]; restores: number }> {
  const world = await newWorld(ground.server, seed);
  try {
    await populate(world, ground);
    const plan = restores ? restorePlan(seed) : null;
    const steps = 30 + world.chance.below(40);
    for (let step = 0; step < steps; step += 1) {
      if (plan) await followPlan(world, plan, step);
      await someoneUpdates(world, ground);
      await oneStep(world, ground);
      await buryDead(world);
    }
    const stuck = await calm(world, ground);
    const faults = stuck ?? (await judge(world));
    return { trace: world.trace, faults, restores: world.restores };
  } catch (error) {
    const { trace } = world;
    return {
      trace,
      restores: world.restores,
      faults: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
    };
  } finally {
    if (world.slow) await ground.server.foreign.query('rollback');
    world.slow = null;
    await world.network.settled();
    await endWorld(world);
  }
}

const casts: DemoUserName[][] = [
  ['pt', 'front'],
  ['pt', 'pt'],
  ['pt', 'pta', 'admin'],
  ['front', 'pt', 'pt'],
  ['admin', 'pt'],
];

async function populate(world: WorldState, { script, older }: Ground): Promise<void> {
  const { chance } = world;
  const users = chance.pick(casts);
  for (const [at, user] of users.entries()) {
    const isOlder = chance.below(2) === 0;
    addMachine(world, chance.pick([0, 0, 1, -1]) * chance.below(26 * hour), isOlder ? older : script);
    if (isOlder) world.log(`m${at + 1} has the older app`);
    const profile = profileOn(world, at, user);
    await openTab(world, profile);
    if (chance.below(3) === 0) await openTab(world, profile);
    if (chance.below(4) > 0) await deliverAll(world);
  }
}

async function oneStep(world: WorldState, ground: Ground): Promise<void> {
  const { chance, network } = world;
  const tabs = tabsOf(world).filter((tab) => tab.session);
  const { letters } = network;
  const movable = letters.filter((letter) => letter.stage !== 'running');
  if (tabs.length === 0 || (chance.below(6) === 0 && closedProfiles(world).length > 0)) return reopen(world);
  const kind = chance.below(100);
  const tab = chance.pick(tabs);
  // Whoever asked it would wait for ever.
  if (tab.life.isDead) throw new Error(`${tab.label} is dead and was not buried.`);
  if (kind < 27) return someoneWrites(world, tab);
  if (kind < 30) return someoneTypes(world, tab);
  if (kind < 72 && movable.length > 0) return moveLetter(world, chance.pick(movable));
  if (kind < 80) return passTime(world);
  if (kind < 84) return hint(world, tab);
  if (kind < 89) return foreignStep(world);
  if (kind < 94) return trouble(world, tab);
  if (kind < 97) return someoneDecides(world, tab);
  return rareStep(world, tab, ground.server);
}

/** The new app comes to a machine: one tab takes it, with what waits; others of the same person then start over. */
async function someoneUpdates(world: WorldState, { script }: Ground): Promise<void> {
  const { chance } = world;
  for (const machine of world.machines) {
    if (machine.script === script || chance.below(25) > 0) continue;
    machine.script = script;
    world.log(`${machine.name} has the new app`);
    const tabs = tabsOf(world).filter((tab) => tab.profile.machine === machine);
    if (tabs.length === 0) continue;
    const tab = chance.pick(tabs);
    await someoneTypes(world, tab);
    if (!tab.life.isDead) await someoneWrites(world, tab);
    await endTab(world, tab, chance.below(2) === 0 ? 'closed' : 'killed');
    await openTab(world, tab.profile, chance.below(3) === 0 ? 1 + chance.below(14) : null);
    await buryDead(world);
  }
}

export async function passTime(world: WorldState): Promise<void> {
  const ms = world.chance.pick([300, 1_500, 5_000, 20_000, 70_000]);
  world.log(`${ms} ms pass`);
  await world.advance(ms);
}

export async function hint(world: WorldState, tab: OpenTab): Promise<void> {
  world.log(`${tab.label} is told to look`);
  if (world.chance.below(3) === 0) void tab.session?.wake();
  else for (const line of tab.life.lines) line.emit('changed');
  await rest();
  await world.advance(300);
}

async function foreignStep(world: WorldState): Promise<void> {
  const { chance, server, network } = world;
  if (world.slow) {
    const isKept = chance.below(5) > 0;
    world.log(`someone's slow change is ${isKept ? 'committed' : 'taken back'}`);
    await server.foreign.query(isKept ? 'commit' : 'rollback');
    world.slow = null;
    return network.settled();
  }
  if (chance.below(5) === 0) return world.log(`rights: ${await changeRights(world)}`);
  const isSlow = chance.below(3) === 0;
  await server.foreign.query('begin');
  const what = await foreignEdit(world);
  world.log(`someone else${isSlow ? ', slowly' : ''}: ${what}`);
  if (isSlow) world.slow = { what };
  else await server.foreign.query('commit');
  return undefined;
}

async function trouble(world: WorldState, tab: OpenTab): Promise<void> {
  const { chance } = world;
  const { machine } = tab.profile;
  const kind = chance.below(7);
  if (kind === 0) {
    await endTab(world, tab, 'killed');
  } else if (kind < 4) {
    tab.life.diesIn = 1 + chance.below(14);
    world.log(`${tab.label} will die in ${tab.life.diesIn} points`);
  } else if (kind === 4) {
    machine.fullFor = 1 + chance.below(3);
    world.backedUpAt = null;
    world.log(`${machine.name}: the disk is full for ${machine.fullFor} writes`);
  } else if (kind === 5) {
    machine.filesFailFor = 1;
    for (const profile of world.profiles) if (profile.machine === machine) profile.logFailed = true;
    world.log(`${machine.name}: the next file write fails`);
  } else {
    tab.life.isOnline = !tab.life.isOnline;
    world.log(`${tab.label} is ${tab.life.isOnline ? 'online' : 'offline'}`);
    tab.session?.online(tab.life.isOnline);
    await rest();
  }
}

async function rareStep(world: WorldState, tab: OpenTab, server: Server): Promise<void> {
  const { chance } = world;
  const { profile } = tab;
  const kind = chance.below(10);
  if (kind === 0 && !world.slow) {
    world.log('the server restarts');
    for (const letter of world.network.letters.slice()) world.network.deliver(letter, 'lost');
    await server.restart();
    await rest();
  } else if (kind < 3) {
    await endTab(world, tab, 'closed');
  } else if (kind < 5) {
    await endAll(world, profile);
    await openTab(
      world,
      profileOn(world, world.machines.indexOf(profile.machine), chance.pick(['pt', 'front', 'admin'])),
    );
  } else if (kind < 7) {
    profile.machine.skew = chance.pick([-1, 1]) * chance.below(26 * hour);
    world.log(`${profile.machine.name}: the clock is ${Math.round(profile.machine.skew / 60_000)} min off`);
  } else if (kind < 9) {
    const visits = (await tab.realm.tab.readAll('visits')).toSorted((a, b) => a.VisitId.localeCompare(b.VisitId));
    if (visits.length === 0) return;
    const { PatientId } = chance.pick(visits);
    world.log(`${tab.label} opens chart ${PatientId.slice(0, 6)}`);
    tab.session?.openChart(PatientId).catch((error: unknown) => world.log(`openChart: ${String(error)}`));
    await rest();
  } else if (profile.tabs.length < 2) {
    await openTab(world, profile);
  }
}

async function endAll(world: WorldState, profile: Profile): Promise<void> {
  for (const tab of profile.tabs.slice()) await endTab(world, tab, world.chance.below(2) === 0 ? 'closed' : 'killed');
}

async function reopen(world: WorldState): Promise<void> {
  const { chance } = world;
  const options = closedProfiles(world);
  if (options.length === 0) return;
  const profile = chance.pick(options);
  const loss = chance.below(10);
  if (loss < 3) await loseDatabase(world, profile, 'mirror');
  // Where the log could not be written the database is the only copy: losing that too loses what it held.
  if (loss > 1 && loss < 5 && !profile.logFailed) await loseDatabase(world, profile, 'outbox');
  await openTab(world, profile);
}
