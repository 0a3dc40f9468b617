import { setTimeout as wait } from 'node:timers/promises';
import type { Locator, Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cast } from '#server/demo/cast.ts';
import { countFrom, seedFrom } from '#server/testing/seed.ts';
import { leaveEvening, makeClinic, type Clinic } from '../../clinic.ts';
import { seeded, type Random } from '../../random.ts';
import { within } from '../../within.ts';
import { browserDevice, type BrowserDevice } from '../browser-device.ts';
import { lossIn, pageClock, type Typed } from './page-clock.ts';

/** Only in `npm run test:long -- cell-kills`. */
const wanted = countFrom('CELL_KILLS', 0);
/** What ui.md promises. */
const promisedMs = 500;
/** A cell holds less than a section. */
const longestText = 300;
const stepMs = 30_000;
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
const places = ['flowsheet', 'measure'] as const;
type Place = (typeof places)[number];

/** The flowsheet has comments too. */
function commentOfMeasure(page: Page): Locator {
  return page
    .getByRole('group', { name: /^More about / })
    .getByLabel(/^Comment, /)
    .first();
}

/** The cell of the first exercise, or the comment of the first measure, with the cursor at its end. */
async function openCell(place: Place): Promise<{ field: Locator; text: string }> {
  const [visit] = await clinic.sql<{ PatientId: string }>(
    `select "PatientId" from visits where site = 'demo' and "VisitId" = $1`,
    [VisitId],
  );
  const page = await device.open(`/patients/${visit?.PatientId}?visit=${VisitId}`);
  const field = place === 'flowsheet' ? page.getByRole('grid').getByRole('textbox') : commentOfMeasure(page);
  if (place === 'flowsheet') {
    const grid = page.getByRole('grid', { name: 'Flowsheet' });
    await grid.waitFor();
    await grid.focus();
    await within(stepMs, 'the first cell', page.keyboard.press('Control+Home'));
    await within(stepMs, 'the cell to be edited', page.keyboard.press('F2'));
    await field.waitFor();
  } else {
    await page
      .getByRole('button', { name: /^More about / })
      .first()
      .click();
    await field.click();
    await within(stepMs, 'the cursor at the end', page.keyboard.press('End'));
  }
  return { field, text: await field.inputValue() };
}

async function typeAndKill(random: Random, kind: 'tab' | 'browser'): Promise<Typed> {
  const { keyboard } = device.page();
  const typed: Typed = { keys: [], before: clock.keys() };
  let isOver = false;
  const write = async () => {
    while (!isOver) {
      const key = random.pick([...'abcdefghijklmnopqrstuvwxyz']);
      try {
        await within(stepMs, 'a key to be taken by the page', keyboard.insertText(key));
      } catch (error) {
        // The last one was on its way when the page was killed.
        if (isOver) return;
        throw error;
      }
      typed.keys.push(key);
      await wait(random.between(5, 60));
    }
  };
  const writing = write();
  await Promise.race([writing, wait(random.between(100, 1_800))]);
  isOver = true;
  // What the page said of its clock comes before the news of its end.
  const closed = kind === 'browser' && device.page().waitForEvent('close', { timeout: stepMs });
  if (kind === 'tab') await device.killTab();
  else device.killBrowser();
  await closed;
  await within(stepMs, 'the last key to be answered or refused', writing);
  return typed;
}

/** What the server holds of both in the end. */
async function textsOnServer(): Promise<Record<Place, (string | null)[]>> {
  const [sheet] = await clinic.sql<{ Cells: Record<string, { Unread: string | null }> }>(
    `select "Cells" from visit_exercises where site = 'demo' and "VisitId" = $1`,
    [VisitId],
  );
  const [note] = await clinic.sql<{ Cells: Record<string, unknown> }>(
    `select "Cells" from visit_notes where site = 'demo' and "NoteId" = $1`,
    [VisitId],
  );
  const comments = Object.entries(note?.Cells ?? {}).filter(([key]) => key.endsWith('Comment'));
  return {
    flowsheet: Object.values(sheet?.Cells ?? {}).map(({ Unread }) => Unread),
    measure: comments.map(([, said]) => String(said)),
  };
}

test.runIf(wanted > 0)(
  'a tab or browser killed while cells of the flowsheet and measures are typed loses at most the last 500 ms',
  { timeout: longestMs },
  async () => {
    const seed = seedFrom('KILL_SEED');
    const random = seeded(seed);
    const before: Record<Place, string> = { flowsheet: '', measure: '' };
    let keys = 0;
    let longestLossMs = 0;
    for (let round = 1; round <= wanted; round += 1) {
      const place = places[round % places.length] ?? 'measure';
      const opened = await openCell(place);
      expect(opened.text, `seed ${seed}, round ${round}, ${place}`).toBe(before[place]);
      const kind = random.chance(0.7) ? 'tab' : 'browser';
      if (before[place].length > longestText) {
        await opened.field.fill('');
        await wait(promisedMs * 2);
        before[place] = '';
      }
      const typed = await typeAndKill(random, kind);
      keys += typed.keys.length;
      // The clock of the next tab begins anew.
      const lossOf = lossIn(clock, typed);
      const { text: after } = await openCell(place);
      const whole = before[place] + typed.keys.join('');
      const told = `seed ${seed}, round ${round}, ${place}, ${kind} killed`;
      // The key on its way when the browser died may have arrived without an answer.
      const isPart = whole.startsWith(after) || (after.startsWith(whole) && after.length === whole.length + 1);
      expect(isPart, `${told}: "${after}" is of "${whole}"`).toBe(true);
      const lostMs = lossOf(after.length - before[place].length);
      longestLossMs = Math.max(longestLossMs, Math.round(lostMs));
      expect(lostMs, `${told}: typed so long before`).toBeLessThanOrEqual(promisedMs);
      before[place] = after;
    }
    // The last drafts go on their way once the cells are left.
    const { text: last } = await openCell('measure');
    expect(last, `seed ${seed}, measure, opened once more`).toBe(before.measure);
    await device.page().getByRole('textbox', { name: 'Subjective' }).click();
    const wantedTexts = places.filter((place) => before[place] !== '');
    const areThere = async () => {
      const texts = await textsOnServer();
      return wantedTexts.filter((place) => texts[place].includes(before[place]));
    };
    await expect.poll(areThere, { timeout: 60_000, message: `seed ${seed}, on the server` }).toEqual(wantedTexts);
    console.log(`kills while typing cells: ${JSON.stringify({ seed, rounds: wanted, keys, longestLossMs })}`);
    expect(keys, 'keys typed').toBeGreaterThan(0);
  },
);
