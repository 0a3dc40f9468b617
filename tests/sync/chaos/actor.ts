import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright';
import type { DemoUserName } from '#server/demo/cast.ts';
import type { Clinic } from '../../clinic.ts';
import { seeded } from '../../random.ts';
import { within } from '../../within.ts';
import { browserDevice, type BrowserDevice } from '../browser-device.ts';
import { screenOf } from './mirror.ts';
import { makeVisits, type ChaosVisit } from './visits.ts';

/** What one browser did: for each visit how often a move was seen on its card, and how often that is not known. */
export type Deeds = {
  moves: Map<string, { seen: number; unsure: number }>;
  /** Words the screen said were saved on this device, by visit. */
  words: Map<string, string[]>;
  counts: Record<
    'moves' | 'words' | 'reloads' | 'tabKills' | 'browserKills' | 'cuts' | 'disturbances' | 'stumbles',
    number
  >;
};

export type Actor = {
  who: DemoUserName;
  device: BrowserDevice;
  visits: ChaosVisit[];
  deeds: Deeds;
  /** What stumbles were about, without repeating itself. */
  troubles: Set<string>;
  start(): Promise<void>;
  run(isOver: () => boolean): Promise<void>;
  /** Opens each note once more: what a kill left behind as a draft goes on its way then. */
  finish(): Promise<void>;
  /** The page with the cards of the day. */
  onDeck(): Promise<Page>;
};

const visitsEach = 8;
/** For one deed, or one start of a browser. */
const longestMs = 45_000;

/** A browser whose user moves visits and writes notes, whatever its network and its processes go through. */
export async function makeActor(clinic: Clinic, who: DemoUserName, seed: number): Promise<Actor> {
  const random = seeded(seed);
  const device = await browserDevice(clinic, who, seed);
  const visits = await makeVisits(clinic, visitsEach, 'scheduled');
  const notes = who === 'pt' ? await makeVisits(clinic, 2, 'inProgress') : [];
  const deeds: Deeds = {
    moves: new Map(visits.map(({ VisitId }) => [VisitId, { seen: 0, unsure: 0 }])),
    words: new Map(notes.map(({ VisitId }) => [VisitId, []])),
    counts: { moves: 0, words: 0, reloads: 0, tabKills: 0, browserKills: 0, cuts: 0, disturbances: 0, stumbles: 0 },
  };
  const troubles = new Set<string>();
  let calmAt: number | null = null;

  async function move(): Promise<void> {
    const page = await onDeck();
    const visit = await page.evaluate(
      (own) => {
        const offered = [...document.querySelectorAll<HTMLElement>('[data-visit][data-stage="scheduled"]')];
        return offered.map((card) => card.dataset['visit'] ?? '').filter((id) => own.includes(id));
      },
      visits.map(({ VisitId }) => VisitId),
    );
    if (visit.length === 0) return wait(200);
    const VisitId = random.pick(visit);
    const deed = deeds.moves.get(VisitId) ?? { seen: 0, unsure: 0 };
    deeds.moves.set(VisitId, deed);
    deed.unsure += 1;
    const isClicked = await page.evaluate((id) => {
      const step = document.querySelector<HTMLElement>(`[data-visit="${id}"][data-stage="scheduled"] [data-do="step"]`);
      step?.click();
      return step !== null;
    }, VisitId);
    if (!isClicked) return void (deed.unsure -= 1);
    await page
      .locator(`[data-visit="${VisitId}"][data-stage="checkedIn"]`)
      .waitFor({ state: 'attached', timeout: 10_000 });
    deed.unsure -= 1;
    deed.seen += 1;
    deeds.counts.moves += 1;
  }

  async function write(): Promise<void> {
    const visit = random.pick(notes);
    const path = `/patients/${visit.PatientId}?visit=${visit.VisitId}`;
    if (!device.page().url().endsWith(path)) await device.open(path);
    const box = device.page().getByRole('textbox', { name: 'Subjective' });
    await box.waitFor();
    const word = `w${deeds.counts.words}-${random.between(1_000, 9_999)}`;
    // A draft comes back a moment after the note is shown.
    await wait(200);
    await box.click();
    await device.page().keyboard.press('Control+End');
    await device.page().keyboard.type(` ${word}`);
    // It says so once the draft is on disk; what it said of the word before has gone by then.
    await wait(100);
    await device
      .page()
      .locator('#note-Subjective-state', { hasText: /(?<!be )saved on this device/ })
      .waitFor({ timeout: 10_000 });
    deeds.counts.words += 1;
    deeds.words.get(visit.VisitId)?.push(word);
  }

  /** To the cards of the day as a user gets there, from the outage's page or from a sign-in that was asked for anew. */
  async function onDeck(): Promise<Page> {
    for (let left = 3; left > 0; left -= 1) {
      if (!/\/(onDeck|alwaysAccess)$/.test(device.page().url())) await device.open('/onDeck');
      const page = device.page();
      const cards = page.locator('[data-visit][data-stage]');
      const way = page.getByRole('button', { name: /^(Work on as usual|Done)$/ });
      await cards
        .or(way)
        .or(page.getByLabel('Password', { exact: true }))
        .first()
        .waitFor();
      // It may lead there by itself in this moment.
      if (await way.isVisible()) await way.click({ timeout: 5_000 }).catch(() => undefined);
      else if (await cards.first().isVisible()) return page;
    }
    throw new Error(`${who} does not get to the cards.`);
  }

  async function troubleNetwork(): Promise<void> {
    const { network } = device;
    if (random.chance(0.5)) {
      network.cut();
      deeds.counts.cuts += 1;
    } else {
      const share = () => random.between(0, 25) / 100;
      network.disturb({
        delayMs: random.between(0, 400),
        cutReply: share(),
        halfOpen: share() / 3,
        duplicate: share(),
      });
      deeds.counts.disturbances += 1;
    }
    calmAt = Date.now() + random.between(1_000, 9_000);
  }

  async function dieAndReturn(): Promise<void> {
    const isWhole = random.chance(0.5);
    deeds.counts[isWhole ? 'browserKills' : 'tabKills'] += 1;
    if (isWhole) device.killBrowser();
    else await device.killTab();
    await device.open('/onDeck');
  }

  /** A browser that does not answer any more is ended as its user would end it. */
  async function reopen(isHanging: boolean): Promise<void> {
    if (isHanging) device.killBrowser();
    try {
      await within(longestMs, `${who} to open the browser`, device.open('/onDeck'));
    } catch (error) {
      await trip(error);
      device.killBrowser();
      await within(longestMs, `${who} to open it again`, device.open('/onDeck')).catch(trip);
    }
  }

  async function trip(error: unknown): Promise<void> {
    deeds.counts.stumbles += 1;
    // Playwright's first lines say what it waited for.
    const told = error instanceof Error ? error.message.split('\n').slice(0, 3).join(' ') : String(error);
    const screen = await within(
      5_000,
      'the screen',
      Promise.resolve().then(() => screenOf(device.page())),
    ).catch(() => 'no screen');
    troubles.add(`${calmAt === null ? 'calm' : 'troubled'} network: ${told}, at ${screen}`);
  }

  async function act(): Promise<void> {
    if (calmAt !== null && Date.now() > calmAt) {
      calmAt = null;
      device.network.mend();
      device.network.disturb(null);
    }
    const draw = random.between(1, 100);
    if (draw <= 8 && calmAt === null) return troubleNetwork();
    if (draw <= 12) return dieAndReturn();
    if (draw <= 16) {
      deeds.counts.reloads += 1;
      return void (await device.open('/onDeck'));
    }
    if (draw <= 40 && notes.length > 0) return write();
    return move();
  }

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
            act().finally(() => (isDone = true)),
          );
        } catch (error) {
          await trip(error);
          await wait(300);
          // What hangs must not go on beside what comes next.
          await reopen(!isDone);
        }
        await wait(random.between(50, 400));
      }
      device.network.mend();
      device.network.disturb(null);
    },
    async finish() {
      for (const { VisitId, PatientId } of notes) {
        const page = await device.open(`/patients/${PatientId}?visit=${VisitId}`);
        await page.getByRole('textbox', { name: 'Subjective' }).waitFor();
        // What was restored is queued after the pause that ends typing.
        await wait(4_500);
      }
      await onDeck();
    },
    onDeck,
  };
}
