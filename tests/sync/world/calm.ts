import type { Ground } from './ground.ts';
import { deliverAll } from './letters.ts';
import { callsOf } from './people.ts';
import type { WorldState } from './state.ts';
import { rest } from './turn.ts';
import { closedProfiles, openTab, tabsOf } from './world.ts';

/** Everything works again, and all is left alone until nothing moves; says who is stuck when that never comes. */
export async function calm(world: WorldState, { server }: Ground): Promise<string[] | null> {
  world.log('all is well again');
  for (const machine of world.machines) Object.assign(machine, { fullFor: 0, filesFailFor: 0 });
  if (world.slow) await server.foreign.query('commit');
  world.slow = null;
  await world.network.settled();
  for (const tab of tabsOf(world)) {
    tab.life.diesIn = null;
    if (tab.life.isOnline) continue;
    tab.life.isOnline = true;
    tab.session?.online(true);
  }
  for (const profile of closedProfiles(world))
    if (!(await openTab(world, profile))) throw new Error(`${profile.label} does not open any more.`);
  await rest();
  let busyTabs: string[] = [];
  let quiet = 0;
  // Nobody helps: the devices find their way by their own timers.
  for (let round = 0; round < 30 && quiet < 2; round += 1) {
    // A network that works brings an answer long before a device gives up waiting for it.
    for (let passed = 0; passed < 65_000; passed += 5_000) {
      await deliverAll(world);
      await world.advance(5_000);
    }
    await deliverAll(world);
    busyTabs = [];
    for (const tab of tabsOf(world)) {
      const waiting = (await callsOf(tab)).filter((call) => call.state === 'waiting' || call.state === 'acked');
      const { hydrated } = tab.session?.board.read() ?? {};
      const isReady = hydrated?.P0 && hydrated.P1 && hydrated.names;
      if (waiting.length > 0 || !isReady)
        busyTabs.push(
          `stuck: ${tab.label} waits with ${waiting.map((call) => `${call.mid} ${call.name} ${call.state}`).join()} ${isReady ? '' : 'not hydrated'}`,
        );
    }
    quiet = busyTabs.length === 0 ? quiet + 1 : 0;
  }
  return busyTabs.length > 0 ? busyTabs : null;
}
