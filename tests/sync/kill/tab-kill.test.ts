import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cast } from '#server/demo/cast.ts';
import { countFrom, seedFrom } from '#server/testing/seed.ts';
import { leaveEvening, makeClinic, type Clinic } from '../../clinic.ts';
import { seeded, type Random } from '../../random.ts';
import { within } from '../../within.ts';
import { browserDevice, type BrowserDevice } from '../browser-device.ts';
import { lossIn, pageClock, type Typed } from './page-clock.ts';

/** `npm run test:long -- tab-kills` is the long run. */
const wanted = countFrom('TAB_KILLS', 5);
/** What ui.md promises. */
const promisedMs = 500;
/** What comes back by then is late, and not lost. */
const lateMs = 5_000;
/** As long as a long note; from then on the section is emptied. */
const longestText = 3_000;
/** For one thing asked of a page. */
const stepMs = 30_000;
/** For a round, and what comes before and after all of them, with a bound of their own for every step inside. */
const longestMs = 600_000 + wanted * 60_000;

let clinic: Clinic;
let device: BrowserDevice;
const clock = pageClock();
beforeAll(async () => {
  clinic = await makeClinic({
    REQUESTS_PER_MINUTE: '1000000',
    SIGN_INS_PER_QUARTER_HOUR: '1000000',
    LOG_LEVEL: 'silent',
  });
  await clinic.start();
  await leaveEvening(clinic);
  device = await browserDevice(clinic, 'pt', 1, clock.watch);
}, 120_000);
afterAll(async () => {
  await device.clean();
  await clinic.stop();
}, 120_000);

const VisitId = cast.visits.today.inProgress;
const section = 'Subjective';
type Kind = 'tab' | 'browser';

async function openNote(): Promise<string> {
  const [visit] = await clinic.sql<{ PatientId: string }>(
    `select "PatientId" from visits where site = 'demo' and "VisitId" = $1`,
    [VisitId],
  );
  const page = await device.open(`/patients/${visit?.PatientId}?visit=${VisitId}`);
  const box = page.getByRole('textbox', { name: section });
  await box.waitFor();
  const text = await within(
    stepMs,
    'the text of the note to stay the same',
    settled(() => box.inputValue()),
  );
  await box.click();
  await within(stepMs, 'the cursor at the end of the note', page.keyboard.press('Control+End'));
  return text;
}

/** A draft comes back a moment after the note is shown. */
async function settled(read: () => Promise<string>): Promise<string> {
  let text = await read();
  for (let same = 0; same < 3; same += 1) {
    await wait(60);
    const now = await read();
    if (now !== text) same = -1;
    text = now;
  }
  return text;
}

/** Types until `isOver`; `keys` are those that the page has taken. */
async function type(random: Random, keys: string[], isOver: () => boolean): Promise<void> {
  const { keyboard } = device.page();
  while (!isOver()) {
    const key = random.chance(0.15) ? ' ' : random.pick([...'abcdefghijklmnopqrstuvwxyz']);
    try {
      await within(stepMs, 'a key to be taken by the page', keyboard.insertText(key));
    } catch (error) {
      // The last one was on its way when the page was killed.
      if (isOver()) return;
      throw error;
    }
    keys.push(key);
    // As fast as a hand, so that the page comes to what it does between two keys.
    await wait(random.between(5, 60));
  }
}

async function typeAndKill(random: Random, kind: Kind): Promise<Typed> {
  let isOver = false;
  const typed: Typed = { keys: [], before: clock.keys() };
  const writing = type(random, typed.keys, () => isOver);
  // Typing never ends by itself; if it does, it has failed.
  await Promise.race([writing, wait(random.between(100, 1_800))]);
  // Sometimes the hand rests, and the kill comes about when what was typed is put into the outbox.
  if (random.chance(0.25)) {
    isOver = true;
    await writing;
    await wait(random.between(2_600, 3_300));
  }
  isOver = true;
  // What the page said of its clock comes before the news of its end.
  const closed = kind === 'browser' && device.page().waitForEvent('close', { timeout: stepMs });
  if (kind === 'tab') await device.killTab();
  else device.killBrowser();
  await closed;
  await within(stepMs, 'the last key to be answered or refused', writing);
  return typed;
}

/** Starts on an empty section, and waits until that is on disk. */
async function clear(): Promise<void> {
  const page = device.page();
  await within(stepMs, 'the whole section to be marked', page.keyboard.press('Control+A'));
  await within(stepMs, 'the section to be emptied', page.keyboard.press('Delete'));
  await page.locator('[data-sync-pill]', { hasText: 'Saved' }).waitFor();
  await wait(4_000);
}

test(
  'a tab or browser killed while a note is typed loses at most the last 500 ms, and the draft is whole',
  { timeout: longestMs },
  async () => {
    const seed = seedFrom('KILL_SEED');
    const random = seeded(seed);
    const tally = { rounds: 0, tab: 0, browser: 0, keys: 0, roundsWithLoss: 0, late: 0, longestLossMs: 0 };
    const began = Date.now();
    const tell = () => {
      const seconds = Math.round((Date.now() - began) / 1_000);
      console.log(`kills while typing: ${JSON.stringify({ seed, ...tally, seconds })}`);
    };
    let before = await openNote();
    while (tally.rounds < wanted) {
      if (before.length > longestText) {
        await clear();
        before = '';
      }
      const kind: Kind = random.chance(0.7) ? 'tab' : 'browser';
      const written = await typeAndKill(random, kind);
      tally.rounds += 1;
      tally[kind] += 1;
      tally.keys += written.keys.length;
      // The clock of the next tab begins anew.
      const lossOf = lossIn(clock, written);
      let after = await openNote();
      if (lossOf(after.length - before.length) > promisedMs) {
        // Not lost, if it is only late: told apart, because nobody should have to wait for it either.
        await wait(lateMs);
        const later = await device.page().getByRole('textbox', { name: section }).inputValue();
        if (later !== after) tally.late += 1;
        after = later;
      }
      const whole = before + written.keys.join('');
      const told = `seed ${seed}, round ${tally.rounds}, ${kind} killed`;
      // The key on its way when the browser died may have arrived without an answer.
      const isPart = whole.startsWith(after) || (after.startsWith(whole) && after.length === whole.length + 1);
      expect(isPart, `${told}: "${after}" is of "${whole}"`).toBe(true);
      expect(after.length, `${told}: what was there before`).toBeGreaterThanOrEqual(before.length);
      const lostMs = lossOf(after.length - before.length);
      if (lostMs > 0) tally.roundsWithLoss += 1;
      tally.longestLossMs = Math.max(tally.longestLossMs, Math.round(lostMs));
      expect(lostMs, `${told}: typed so long before`).toBeLessThanOrEqual(promisedMs);
      before = after;
      if (tally.rounds % 25 === 0) tell();
    }
    // The last draft goes on its way after the pause that ends typing.
    const onServer = async () => {
      const [note] = await clinic.sql<{ text: string }>(
        `select "Sections" ->> '${section}' as text from visit_notes where site = 'demo' and "VisitId" = $1`,
        [VisitId],
      );
      return note?.text;
    };
    await expect.poll(onServer, { timeout: 60_000, message: `seed ${seed}, on the server at the end` }).toBe(before);
    tell();
    expect(tally.keys, 'keys typed').toBeGreaterThan(0);
  },
);
