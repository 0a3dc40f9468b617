import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright';
import type { Person } from './person.ts';

/** Checks in a visit. */
export async function move(person: Person): Promise<void> {
  const { random, visits, deeds } = person;
  const page = await onDeck(person);
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

/** Goes on with a note. */
export async function write({ random, notes, device, deeds }: Person): Promise<void> {
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
export async function onDeck({ who, device }: Person): Promise<Page> {
  for (let left = 3; left > 0; left -= 1) {
    if (!/\/(onDeck|alwaysAccess)$/.test(device.page().url())) await device.open('/onDeck');
    const page = device.page();
    const cards = page.locator('[data-visit][data-stage]');
    const way = page.getByRole('button', { name: /^(Continue as usual|Done)$/ });
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
