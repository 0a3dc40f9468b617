import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmbedded } from '#server/kit/db/embedded-postgres.ts';
import { countFrom, seedFrom } from '#server/testing/seed.ts';
import { tokenFor } from '../../bench/token.ts';
import { makeClinic, type Clinic } from '../../clinic.ts';
import { seeded, type Random } from '../../random.ts';
import { faultsOfLane, faultsOfRest, faultsOfRun } from './judge.ts';
import { pushLane, restLane, type Lane, type OwnVisit, type RestLane } from './lane.ts';

const laneCount = 4;
const visitsPerLane = 6;
/** Without `KILL_ROUNDS`: as many rounds as fit. */
const longestMs = 25_000;
const wanted = process.env['KILL_ROUNDS'] === undefined ? null : countFrom('KILL_ROUNDS', 0);

let clinic: Clinic;
let databaseFolder: string;
beforeAll(async () => {
  clinic = await makeClinic({
    REQUESTS_PER_MINUTE: '10000000',
    SIGN_INS_PER_QUARTER_HOUR: '1000000',
    LOG_LEVEL: 'silent',
  });
  await clinic.start();
  databaseFolder = (await startEmbedded(clinic.dataDir)).where;
}, 120_000);
afterAll(() => clinic.stop(), 120_000);

/** New visits like one of the clinic's, for the lanes alone. */
async function makeVisits(count: number): Promise<OwnVisit[]> {
  return clinic.sql<OwnVisit>(
    `insert into visits (site, "VisitId", "CaseId", "PatientId", "FacilityId", "ProviderId", "VisitTypeName", "Start", "End")
     select v.site, gen_random_uuid(), v."CaseId", v."PatientId", v."FacilityId", v."ProviderId", v."VisitTypeName", v."Start", v."End"
     from generate_series(1, $1), (select * from visits where site = 'demo' order by "VisitId" limit 1) v
     returning "VisitId", stage, to_jsonb(updated_at) #>> '{}' as stamp`,
    [count],
  );
}

/** The chain of stamps a device may leave to the server has an end: as after a pull, the lanes learn the newest. */
async function learnStamps(visits: OwnVisit[]): Promise<void> {
  const rows = await clinic.sql<OwnVisit>(
    `select "VisitId", stage, to_jsonb(updated_at) #>> '{}' as stamp from visits where site = 'demo' and "VisitId" = any ($1)`,
    [visits.map(({ VisitId }) => VisitId)],
  );
  const known = new Map(rows.map((row) => [row.VisitId, row]));
  for (const visit of visits) Object.assign(visit, known.get(visit.VisitId));
}

/** On a busy machine a server that has just started asks callers to come back. */
async function signIn(): Promise<string> {
  for (let left = 60; ; left -= 1) {
    try {
      return await tokenFor(clinic, 'front');
    } catch (error) {
      if (left === 0) throw error;
      await wait(1_000);
    }
  }
}

/** Sends what got no answer again until all of it has one: on a busy machine a server asks callers to come back. */
async function sendAgain(lanes: readonly Lane[], rest: readonly RestLane[]): Promise<void> {
  const isAnswered = () =>
    lanes.every(({ open }) => open.length === 0) &&
    rest.every(({ created }) => [...created.values()].every((state) => state === 'acknowledged'));
  for (let left = 60; left > 0; left -= 1) {
    const token = await signIn();
    await Promise.all([...lanes, ...rest].map((lane) => lane.run(token, () => true)));
    if (isAnswered()) return;
    await wait(1_000);
  }
  throw new Error('The server that was started again did not answer every call in a minute.');
}

/** As a power cut would: the database's first process, and with it all others. */
function killDatabase(): void {
  const pid = Number(readFileSync(join(databaseFolder, 'pg18', 'postmaster.pid'), 'utf8').split('\n')[0]);
  if (pid > 1) process.kill(pid, 'SIGKILL');
}

async function strike(random: Random): Promise<'server' | 'server and database'> {
  await wait(random.between(20, 500));
  if (random.chance(0.7)) {
    await clinic.kill9();
    return 'server';
  }
  if (random.chance(0.5)) killDatabase();
  await wait(random.between(0, 30));
  await clinic.kill9();
  if (await isUp()) killDatabase();
  return 'server and database';
}

async function isUp(): Promise<boolean> {
  try {
    process.kill(Number(readFileSync(join(databaseFolder, 'pg18', 'postmaster.pid'), 'utf8').split('\n')[0]), 0);
    return true;
  } catch {
    return false;
  }
}

test(
  'a server killed in the middle of writes loses and doubles nothing it said yes to',
  { timeout: 12 * 3_600_000 },
  async () => {
    const seed = seedFrom('KILL_SEED');
    const random = seeded(seed);
    const visits = await makeVisits(laneCount * visitsPerLane);
    const lanes = Array.from({ length: laneCount }, (_, n) =>
      pushLane(clinic, random, visits.slice(n * visitsPerLane, (n + 1) * visitsPerLane)),
    );
    const rest = [restLane(clinic), restLane(clinic)];
    const tally = { rounds: 0, server: 0, 'server and database': 0, unanswered: 0, calls: 0 };
    const began = Date.now();

    const judge = async (isSettled: boolean) => {
      const found: string[] = [];
      for (const lane of lanes) found.push(...(await faultsOfLane(clinic, lane, isSettled)));
      for (const lane of rest) found.push(...(await faultsOfRest(clinic, lane, isSettled)));
      expect(
        found,
        `seed ${seed}, round ${tally.rounds}, ${isSettled ? 'after sending again' : 'after the kill'}`,
      ).toEqual([]);
    };

    while (wanted === null ? Date.now() - began < longestMs : tally.rounds < wanted) {
      const token = await signIn();
      const work = Promise.all([...lanes, ...rest].map((lane) => lane.run(token, () => false)));
      const struck = await strike(random);
      await work;
      tally.rounds += 1;
      tally[struck] += 1;
      await clinic.start();
      await judge(false);
      tally.unanswered += lanes.reduce((sum, lane) => sum + lane.open.length, 0);
      await sendAgain(lanes, rest);
      await judge(true);
      tally.calls += rest.reduce((sum, lane) => sum + lane.created.size, 0);
      for (const lane of [...lanes, ...rest]) lane.settle();
      await learnStamps(visits);
      if (tally.rounds % 25 === 0) console.log(`kills of the server: ${tally.rounds} rounds, seed ${seed}`);
    }
    expect(await faultsOfRun(clinic, lanes), `seed ${seed}`).toEqual([]);
    tally.calls += lanes.reduce((sum, lane) => sum + lane.settled.upTo, 0);
    console.log(
      `kills of the server: ${JSON.stringify({ seed, ...tally, seconds: Math.round((Date.now() - began) / 1000) })}`,
    );
    expect(tally.rounds).toBeGreaterThan(0);
    expect(tally.unanswered).toBeGreaterThan(0);
  },
);
