import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright';
import type { DemoUserName } from '#server/demo/cast.ts';
import type { Clinic } from '../../clinic.ts';
import { seeded } from '../../random.ts';
import { within } from '../../within.ts';
import { browserDevice } from '../browser-device.ts';
import { move, onDeck, write } from './deeds.ts';
import type { Person } from './person.ts';
import { calmNetwork, dieAndReturn, longestMs, reopen, trip, troubleNetwork } from './troubles.ts';
import { makeVisits } from './visits.ts';

export type Actor = Pick<Person, 'who' | 'device' | 'visits' | 'deeds' | 'troubles'> & {
  start(): Promise<void>;
  run(isOver: () => boolean): Promise<void>;
  /** Opens each note once more: what a kill left behind as a draft goes on its way then. */
  finish(): Promise<void>;
  /** The page with the cards of the day. */
  onDeck(): Promise<Page>;
};

const visitsEach = 8;

/** A browser whose user moves visits and writes notes, whatever its network and its processes go through. */
export async function makeActor(clinic: Clinic, who: DemoUserName, seed: number): Promise<Actor> {
  const person = await meet(clinic, who, seed);
  const { device, visits, notes, deeds, troubles, random } = person;
  return {
    who,
    device,
    visits,
    deeds,
    troubles,
    async start() {
      const page = await device.open('/onDeck');
      await page.locator('[data-visit]').first().waitFor();
      // From now on it starts and unlocks without a network.
      await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated');
    },
    async run(isOver) {
      while (!isOver()) {
        let isDone = false;
        try {
          await within(
            longestMs,
            `a deed of ${who}`,
            act(person).finally(() => (isDone = true)),
          );
        } catch (error) {
          await trip(person, error);
          await wait(300);
          // What hangs must not go on beside what comes next.
          await reopen(person, !isDone);
        }
        await wait(random.between(50, 400));
      }
      calmNetwork(person);
    },
    async finish() {
      for (const { VisitId, PatientId } of notes) {
        const page = await device.open(`/patients/${PatientId}?visit=${VisitId}`);
        await page.getByRole('textbox', { name: 'Subjective' }).waitFor();
        // What was restored is queued after the pause that ends typing.
        await wait(4_500);
      }
      await onDeck(person);
    },
    onDeck: () => onDeck(person),
  };
}

async function meet(clinic: Clinic, who: DemoUserName, seed: number): Promise<Person> {
  const random = seeded(seed);
  const device = await browserDevice(clinic, who, seed);
  const visits = await makeVisits(clinic, visitsEach, 'scheduled');
  const notes = who === 'pt' ? await makeVisits(clinic, 2, 'inProgress') : [];
  const deeds = {
    moves: new Map(visits.map(({ VisitId }) => [VisitId, { seen: 0, unsure: 0 }])),
    words: new Map(notes.map(({ VisitId }) => [VisitId, []])),
    counts: { moves: 0, words: 0, reloads: 0, tabKills: 0, browserKills: 0, cuts: 0, disturbances: 0, stumbles: 0 },
  };
  return { who, device, random, visits, notes, deeds, troubles: new Set(), calmAt: null };
}

/** One deed, or one thing that happens to them. */
async function act(person: Person): Promise<void> {
  const { random, notes, deeds, device } = person;
  if (person.calmAt !== null && Date.now() > person.calmAt) calmNetwork(person);
  const draw = random.between(1, 100);
  if (draw <= 8 && person.calmAt === null) return troubleNetwork(person);
  if (draw <= 12) return dieAndReturn(person);
  if (draw <= 16) {
    deeds.counts.reloads += 1;
    return void (await device.open('/onDeck'));
  }
  if (draw <= 40 && notes.length > 0) return write(person);
  return move(person);
}
