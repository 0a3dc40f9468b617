import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cast } from '#server/demo/cast.ts';
import { makeClinic, type Clinic } from '../../clinic.ts';
import { seeded, seedFrom, type Random } from '../../random.ts';
import { browserDevice, type BrowserDevice } from '../browser-device.ts';

/** Without `TAB_KILLS`: as many rounds as fit. */
const longestMs = 40_000;
const longestText = 600;
const wanted = process.env['TAB_KILLS'] === undefined ? null : Number(process.env['TAB_KILLS']);
/** What ui.md promises. */
const promisedMs = 500;

let clinic: Clinic;
let device: BrowserDevice;
beforeAll(async () => {
  clinic = await makeClinic({
    REQUESTS_PER_MINUTE: '1000000',
    SIGN_INS_PER_QUARTER_HOUR: '1000000',
    LOG_LEVEL: 'silent',
  });
  await clinic.start();
  device = await browserDevice(clinic, 'pt');
}, 120_000);
afterAll(async () => {
  await device.clean();
  await clinic.stop();
}, 120_000);

const VisitId = cast.visits.today.inProgress;
const section = 'Subjective';
type Typed = { key: string; at: number };

async function openNote(): Promise<string> {
  const [visit] = await clinic.sql<{ PatientId: string }>(
    `select "PatientId" from visits where site = 'demo' and "VisitId" = $1`,
    [VisitId],
  );
  const page = await device.open(`/patients/${visit?.PatientId}?visit=${VisitId}`);
  const box = page.getByRole('textbox', { name: section });
  await box.waitFor();
  // A draft comes back a moment after the note is shown.
  let text = await box.inputValue();
  for (let same = 0; same < 3; same += 1) {
    await wait(60);
    const now = await box.inputValue();
    if (now !== text) same = -1;
    text = now;
  }
  await box.click();
  await page.keyboard.press('Control+End');
  return text;
}

/** Types until the browser dies under it; `typed` is what was taken by the page and when. */
async function type(random: Random, typed: Typed[], isDead: () => boolean): Promise<void> {
  const { keyboard } = device.page();
  while (!isDead()) {
    const key = random.chance(0.15) ? ' ' : random.pick([...'abcdefghijklmnopqrstuvwxyz']);
    try {
      await keyboard.insertText(key);
    } catch {
      break;
    }
    typed.push({ key, at: Date.now() });
  }
}

async function typeAndKill(random: Random, kind: 'tab' | 'browser'): Promise<{ typed: Typed[]; killedAt: number }> {
  let isOver = false;
  const typed: Typed[] = [];
  const writing = type(random, typed, () => isOver);
  await wait(random.between(100, 1_800));
  // Sometimes the hand rests, and the kill comes about when what was typed is put into the outbox.
  if (random.chance(0.25)) {
    isOver = true;
    await writing;
    await wait(random.between(2_600, 3_300));
  }
  const killedAt = Date.now();
  if (kind === 'tab') device.killTab();
  else device.killBrowser();
  isOver = true;
  // A key sent to a tab that is dead already may never be answered.
  await Promise.race([writing, wait(2_000)]);
  return { typed: [...typed], killedAt };
}

/** Starts on an empty section, and waits until that is on disk. */
async function clear(): Promise<void> {
  const page = device.page();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await page.locator('[data-sync-pill]', { hasText: 'Saved' }).waitFor();
  await wait(4_000);
}

test('a tab or browser killed while a note is typed loses at most the last 500 ms, and the draft is whole', async () => {
  const seed = seedFrom('KILL_SEED');
  const random = seeded(seed);
  const tally = { rounds: 0, tab: 0, browser: 0, keys: 0, longestLossMs: 0 };
  const began = Date.now();
  let before = await openNote();
  while (wanted === null ? Date.now() - began < longestMs : tally.rounds < wanted) {
    if (before.length > longestText) {
      await clear();
      before = '';
    }
    const kind = random.chance(0.7) ? 'tab' : 'browser';
    const { typed, killedAt } = await typeAndKill(random, kind);
    tally.rounds += 1;
    tally[kind] += 1;
    tally.keys += typed.length;
    const after = await openNote();
    const whole = before + typed.map(({ key }) => key).join('');
    const told = `seed ${seed}, round ${tally.rounds}, ${kind} killed`;
    // The key on its way when the browser died may have arrived without an answer.
    const isPart = whole.startsWith(after) || (after.startsWith(whole) && after.length === whole.length + 1);
    expect(isPart, `${told}: "${after}" is of "${whole}"`).toBe(true);
    const firstLost = typed[after.length - before.length];
    const lostMs = firstLost ? killedAt - firstLost.at : 0;
    tally.longestLossMs = Math.max(tally.longestLossMs, lostMs);
    expect(after.length, `${told}: what was there before`).toBeGreaterThanOrEqual(before.length);
    expect(lostMs, `${told}: typed so long before`).toBeLessThanOrEqual(promisedMs);
    before = after;
  }
  // The last draft goes on its way after the pause that ends typing.
  const onServer = async () => {
    const [note] = await clinic.sql<{ text: string }>(
      `select "${section}" as text from visit_notes where site = 'demo' and "VisitId" = $1`,
      [VisitId],
    );
    return note?.text;
  };
  await expect.poll(onServer, { timeout: 60_000, message: `seed ${seed}, on the server at the end` }).toBe(before);
  console.log(
    `kills while typing: ${JSON.stringify({ seed, ...tally, seconds: Math.round((Date.now() - began) / 1000) })}`,
  );
});
