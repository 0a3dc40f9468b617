import { chanceFrom } from '#server/demo/random.ts';
import { deliverAll } from './letters.ts';
import { someoneWrites } from './people.ts';
import type { Server } from './server.ts';
import type { WorldState } from './state.ts';
import { rest } from './turn.ts';
import { buryDead, tabsOf } from './world.ts';

/** At which steps the disk of the server is backed up, and at which it is lost and the backup takes its place. */
type Plan = { backups: number[]; restores: number[] };

/** From a chance of its own: the story of a seed is otherwise the same with and without. */
export function restorePlan(seed: number): Plan {
  const chance = chanceFrom(seed * 7_919 + 13);
  const first = 4 + chance.below(12);
  const second = first + 12 + chance.below(6);
  return { backups: [first, second], restores: [first + 3 + chance.below(8), second + 3 + chance.below(8)] };
}

/** Longer than this after a backup, what devices have told the server may be forgotten by them. */
const keptMs = 15 * 60_000;

export async function followPlan(world: WorldState, { backups, restores }: Plan, step: number): Promise<void> {
  const { server } = world;
  if (backups.includes(step) && !world.slow) await backUp(world, server);
  if (restores.includes(step)) await restore(world, server);
  // Somebody's tab may have ended while they wrote in that minute; a dead one would never answer the next step.
  await buryDead(world);
}

async function backUp(world: WorldState, server: Server): Promise<void> {
  await server.backUp(world.site);
  world.backedUpAt = world.now();
  world.log('the server is backed up');
}

/** Not where a device had no room since: it keeps nothing then, and nothing else has it. */
async function restore(world: WorldState, server: Server): Promise<void> {
  if (world.backedUpAt === null) return;
  await endSlow(world, server);
  await lastMinute(world);
  const at = world.backedUpAt;
  world.backedUpAt = null;
  if (at === null || world.now() - at > keptMs) return;
  for (const letter of world.network.letters.slice()) world.network.deliver(letter, 'lost');
  await server.restore(world.site);
  world.restores += 1;
  world.log(`the disk of the server is lost; it is restored as it was ${(world.now() - at) / 1_000} s ago`);
  await rest();
}

/** The connection of whoever changes something slowly ends with the database: what they have not committed is gone. */
async function endSlow(world: WorldState, { foreign }: Server): Promise<void> {
  if (!world.slow) return;
  world.slow = null;
  world.log("someone's slow change is lost");
  await foreign.query('rollback');
  await world.network.settled();
}

/** Some of what is written just before is through and done on its device; the backup knows nothing of it. */
async function lastMinute(world: WorldState): Promise<void> {
  for (const tab of tabsOf(world)) {
    // One may die while another writes; a dead one never answers.
    if (!tab.session || tab.life.isDead || !tab.life.isOnline) continue;
    await someoneWrites(world, tab);
    if (world.chance.below(4) === 0) continue;
    for (let round = 0; round < 3; round += 1) {
      await deliverAll(world);
      await world.advance(2_000);
    }
  }
}
