import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DemoUserName } from '#server/demo/cast.ts';
import { countFrom, seedFrom } from '#server/testing/seed.ts';
import { leaveEvening, makeClinic, type Clinic } from '../../clinic.ts';
import { seeded } from '../../random.ts';
import { makeActor, type Actor } from './actor.ts';
import { callsByState, divergences, wrongCards } from './mirror.ts';
import { arrivals, noteText, takeBack } from './visits.ts';

/** Who sits at the five browsers; `npm run test:long -- chaos` is the long run. */
const people: DemoUserName[] = ['pt', 'front', 'pt', 'admin', 'front'];
const forMs = countFrom('CHAOS_MINUTES', 0.67) * 60_000;
const seed = seedFrom('CHAOS_SEED');

let clinic: Clinic;
const actors: Actor[] = [];
beforeAll(async () => {
  clinic = await makeClinic({
    REQUESTS_PER_MINUTE: '1000000',
    SIGN_INS_PER_QUARTER_HOUR: '1000000',
    LOG_LEVEL: 'silent',
  });
  await clinic.start();
  await leaveEvening(clinic);
  for (const [at, who] of people.entries()) actors.push(await makeActor(clinic, who, seed + at));
  for (const actor of actors) await actor.start();
  console.log(`chaos: seed ${seed}, ${actors.length} browsers are ready`);
}, 240_000);
afterAll(async () => {
  for (const { device } of actors) await device.clean();
  await clinic.stop();
}, 120_000);

/** Kills the server every few seconds, and takes arrivals back that the server has, so that there is always work. */
async function direct(isOver: () => boolean): Promise<number> {
  const random = seeded(seed + 1_000);
  let kills = 0;
  while (!isOver()) {
    await wait(Math.min(random.between(5_000, 14_000), forMs / 5));
    for (const { visits, deeds } of actors)
      await takeBackSettled(
        visits.map(({ VisitId }) => VisitId),
        deeds,
      );
    if (isOver()) break;
    await clinic.kill9();
    kills += 1;
    await wait(random.between(0, 3_000));
    await clinic.start();
  }
  return kills;
}

/** Only moves that arrived: what still waits somewhere must find the visit as it was made for. */
async function takeBackSettled(VisitIds: string[], deeds: Actor['deeds']): Promise<void> {
  const there = await arrivals(clinic, VisitIds);
  const settled = VisitIds.filter((id) => {
    const deed = deeds.moves.get(id);
    return deed?.unsure === 0 && deed.seen > 0 && there.get(id) === deed.seen;
  });
  await takeBack(clinic, settled);
}

/** A line in every minute of a long run. */
function tell(began: number): void {
  const sum = { moves: 0, words: 0, tabKills: 0, browserKills: 0, cuts: 0, disturbances: 0, stumbles: 0 };
  for (const { deeds } of actors)
    for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += deeds.counts[name];
  console.log(`chaos: ${JSON.stringify({ seed, minutes: Math.round((Date.now() - began) / 60_000), ...sum })}`);
}

/** Reads until nothing is wrong any more, or time is up; what is still wrong. */
async function untilNone(read: () => Promise<string[]>, forMs: number): Promise<string[]> {
  for (const until = Date.now() + forMs; ;) {
    const found = await read();
    if (found.length === 0 || Date.now() > until) return found.slice(0, 10);
    await wait(500);
  }
}

async function stuck({ device, who }: Actor): Promise<string[]> {
  const { waiting = 0, acked = 0, parked = 0 } = await callsByState(device.page(), who);
  return waiting + acked + parked === 0 ? [] : [`${who}: ${waiting} waiting, ${acked} acked, ${parked} parked`];
}

async function wrongMoves({ deeds }: Actor): Promise<string[]> {
  const there = await arrivals(clinic, [...deeds.moves.keys()]);
  return [...deeds.moves].flatMap(([id, { seen, unsure }]) => {
    const is = there.get(id) ?? 0;
    return is >= seen && is <= seen + unsure ? [] : [`visit ${id}: ${is} moves instead of ${seen} (+${unsure})`];
  });
}

async function lostWords({ deeds }: Actor): Promise<string[]> {
  const lost: string[] = [];
  for (const [VisitId, words] of deeds.words) {
    const text = await noteText(clinic, VisitId);
    for (const word of words) {
      const times = text.split(word).length - 1;
      if (times !== 1) lost.push(`note ${VisitId}: "${word}" is there ${times} times`);
    }
  }
  return lost;
}

/** A long run in which hardly anything broke would show nothing. */
function expectBreaks(serverKills: number): void {
  const minutes = forMs / 60_000;
  if (minutes < 5) return;
  const sum = (name: 'tabKills' | 'browserKills' | 'cuts') =>
    actors.reduce((all, { deeds }) => all + deeds.counts[name], 0);
  const breaks = { serverKills, tabKills: sum('tabKills'), browserKills: sum('browserKills'), cuts: sum('cuts') };
  for (const [kind, times] of Object.entries(breaks))
    expect(times, `${kind}, seed ${seed}`).toBeGreaterThanOrEqual(minutes / 4);
}

/** For the run, and for the queues, mirrors and screens of five browsers after it, each with a bound of its own. */
const longestMs = forMs + 30 * 60_000;

test(
  'five browsers, a server that is killed, and networks that break: nothing stuck, lost, doubled or different',
  { timeout: longestMs },
  async () => {
    const began = Date.now();
    let isDirected = false;
    const isOver = () => isDirected || Date.now() - began > forMs;
    const telling = setInterval(() => tell(began), 60_000);
    const acting = Promise.all(actors.map((actor) => actor.run(isOver)));
    const kills = await direct(isOver).finally(async () => {
      // Also when the server does not come back: nobody goes on without it.
      isDirected = true;
      await acting;
      clearInterval(telling);
    });
    const all = actors.flatMap(({ visits }) => visits.map(({ VisitId }) => VisitId));
    const told = `chaos: ${JSON.stringify({ seed, minutes: forMs / 60_000, serverKills: kills, browsers: actors.map(({ who, deeds }) => ({ who, ...deeds.counts })) })}`;
    console.log(told);
    for (const { who, troubles } of actors)
      if (troubles.size > 0) console.log(`stumbles of ${who}: ${[...troubles].join(' | ')}`);

    for (const actor of actors) await actor.finish();
    console.log('chaos: it is quiet now, waiting for the queues');
    const problems: string[] = [];
    for (const actor of actors) problems.push(...(await untilNone(() => stuck(actor), 90_000)));
    expect(problems, `stuck queues, seed ${seed}`).toEqual([]);
    for (const actor of actors) problems.push(...(await wrongMoves(actor)), ...(await lostWords(actor)));
    expect(problems, `moves and words, seed ${seed}`).toEqual([]);
    for (const actor of actors) {
      const { device, who } = actor;
      problems.push(...(await untilNone(() => divergences(clinic, device.page(), who), 75_000)));
      problems.push(...(await untilNone(async () => wrongCards(clinic, await actor.onDeck(), all), 20_000)));
    }
    expect(problems, `divergences, seed ${seed}`).toEqual([]);
    expect(actors.reduce((sum, { deeds }) => sum + deeds.counts.moves, 0)).toBeGreaterThan(0);
    expectBreaks(kills);
  },
);
