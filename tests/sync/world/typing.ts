import { cast } from '#server/demo/cast.ts';
import { calm } from './calm.ts';
import type { Ground } from './ground.ts';
import { moveLetter } from './letters.ts';
import { callsOf } from './people.ts';
import { hint, passTime } from './play.ts';
import type { OpenTab, Profile, WorldState } from './state.ts';
import { rest } from './turn.ts';
import { compare, makeSure, see, shownOn, sitAt } from './typing-desk.ts';
import { asideFaults, serverFaults } from './typing-faults.ts';
import { formSteps, savedFormFaults } from './typing-forms.ts';
import { typeCharges, typeNote, typeWhileSaving } from './typing-keys.ts';
import { changeTab, comeBack, goOnBeside, reload } from './typing-tabs.ts';
import type { Typist } from './typist.ts';
import { addMachine, endWorld, newWorld, openTab, profileOn } from './world.ts';

/*
 * One person types in every kind of form, alone: reloads, kills between any two steps, other tabs. Nobody else
 * changes what they type in, so that nothing of theirs may be refused, and nothing lost.
 */

export type Told = { trace: string[]; faults: string[]; edits: number };

/** One story of so many edits. */
export async function playTyping(seed: number, ground: Ground, edits: number): Promise<Told> {
  const world = await newWorld(ground.server, seed);
  const faults: string[] = [];
  let done = 0;
  try {
    const typist = await sitDown(world, ground, faults);
    while (typist.edits < edits && faults.length === 0) {
      await oneStep(typist);
      done = typist.edits;
    }
    if (faults.length === 0) faults.push(...(await endOfDay(typist, ground)));
  } catch (error) {
    faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  } finally {
    await world.network.settled();
    await endWorld(world);
  }
  return { trace: world.trace, faults, edits: done };
}

async function sitDown(world: WorldState, ground: Ground, faults: string[]): Promise<Typist> {
  addMachine(world, world.chance.pick([0, 0, 1, -1]) * world.chance.below(26 * 3_600_000), ground.script);
  const profile = profileOn(world, 0, 'admin');
  const tab = await openTab(world, profile);
  if (!tab) throw new Error('The first tab did not open.');
  await arriveAll(world);
  const visit = await tab.realm.tab.readRow('visits', cast.visits.today.inProgress);
  if (!visit) throw new Error('The visit is not on the device.');
  const typist: Typist = {
    world,
    profile,
    visit,
    known: new Map(),
    aside: [],
    desks: new Map(),
    tab,
    form: null,
    edits: 0,
    faults,
  };
  await sitAt(typist, tab);
  for (const [field, text] of shownOn(typist)) typist.known.set(field, { sure: text, maybe: [] });
  return typist;
}

/** Everything that is on its way arrives, and what that leads to. */
async function arriveAll(world: WorldState): Promise<void> {
  for (let round = 0; round < 200 && world.network.letters.length > 0; round += 1) {
    const [letter] = world.network.letters;
    if (!letter) return;
    if (letter.stage !== 'answered') await world.network.run(letter, false);
    world.network.deliver(letter);
    await rest();
  }
}

async function oneStep(typist: Typist): Promise<void> {
  const { world, tab } = typist;
  const { chance } = world;
  const kind = chance.below(100);
  if (kind < 26) typeNote(typist);
  else if (kind < 34) await typeWhileSaving(typist);
  else if (kind < 50) typeCharges(typist);
  else if (kind < 66) await chance.pick(formSteps)(typist);
  else if (kind < 76) await network(world, tab);
  else if (kind < 82) await passTime(world);
  else if (kind < 88) await reload(typist);
  else if (kind < 94) tab.life.diesIn ??= 1 + chance.below(20);
  else if (kind < 96) await changeTab(typist);
  else await goOnBeside(typist);
  await rest();
  const pause = chance.pick([0, 30, 150, 400, 600, 2_000, 4_000]);
  await world.advance(pause);
  if (typist.tab.life.isDead) return comeBack(typist);
  if (pause >= 600) makeSure(typist);
  // A screen is not drawn between any two steps.
  if (chance.below(5) > 0) await see(typist, typist.tab);
  if (typist.tab.life.isDead) await comeBack(typist);
}

async function network(world: WorldState, tab: OpenTab): Promise<void> {
  const { chance } = world;
  const movable = world.network.letters.filter((letter) => letter.stage !== 'running');
  const kind = chance.below(20);
  if (kind < 4) {
    tab.life.isOnline = !tab.life.isOnline;
    world.log(`${tab.label} is ${tab.life.isOnline ? 'online' : 'offline'}`);
    tab.session?.online(tab.life.isOnline);
  } else if (kind < 9) await hint(world, tab);
  else if (kind < 13) await arriveAll(world);
  else for (const letter of movable.slice(0, 3)) await moveLetter(world, letter);
}

/** All is saved and sent: the server has what was typed, and refused none of it. */
async function endOfDay(typist: Typist, ground: Ground): Promise<string[]> {
  const { world, profile, faults } = typist;
  typist.tab.life.diesIn = null;
  await world.advance(1_000);
  makeSure(typist);
  await comeBack(typist);
  if (faults.length > 0) return [];
  const desk = typist.desks.get(typist.tab);
  await Promise.all([desk?.note.flush(), desk?.charges.flush()]);
  for (const letter of world.network.letters.slice()) world.network.deliver(letter, 'lost');
  const stuck = await calm(world, ground);
  if (stuck) return stuck;
  await see(typist, typist.tab);
  compare(typist, shownOn(typist));
  const parked = (await callsOf(typist.tab)).filter((call) => call.state === 'parked');
  const refused = parked.map((call) => `own change refused: ${call.mid} ${call.name}: ${call.reason}`);
  return [
    ...refused,
    ...(await asideFaults(typist)),
    ...(await serverFaults(typist)),
    ...(await savedFormFaults(typist)),
    ...formsOpen(profile),
  ];
}

function formsOpen({ tabs }: Profile): string[] {
  return tabs.length === 0 ? ['no tab is open at the end'] : [];
}
