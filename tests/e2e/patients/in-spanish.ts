import type { Page } from '@playwright/test';
import { intakeWords } from '../../../contract/words/intake-page.ts';
import { look } from '../desk/look.ts';
import { expect } from '../fixtures.ts';
import { cardPicture } from './forms.ts';

const words = intakeWords.es;
const mostScreens = 40;

/** Answers and signs what the forms ask for in Spanish, whatever it is, and sends them. */
export async function fillInSpanish(page: Page): Promise<void> {
  const done = page.getByRole('heading', { name: words.doneTitle, exact: true });
  const place = page.locator('.step');
  for (let screen = 0; screen < mostScreens; screen += 1) {
    const here = await place.textContent();
    expect(here).toMatch(/^Paso \d+ de \d+$/);
    const title = await page.getByRole('heading', { level: 1 }).textContent();
    await sign(page);
    await goOn(page);
    const isElsewhere = async () =>
      (await done.isVisible()) || (await page.getByRole('heading', { level: 1 }).textContent()) !== title;
    // What is missing is named first, in its time, and answered then; an answer may ask for more.
    await expect(async () => {
      if (!(await isElsewhere()) && ((await sign(page)) || (await answerWhatLacks(page)))) await goOn(page);
      expect(await isElsewhere()).toBe(true);
    }).toPass({ timeout: 60_000 });
    if (await done.isVisible()) return;
  }
  throw new Error('The forms did not end.');
}

const goOn = (page: Page) => page.getByRole('button', { name: new RegExp(`^(${words.next}|${words.send})$`) }).click();

/** False where there is nothing to sign, or not any more. */
async function sign(page: Page): Promise<boolean> {
  const name = page.getByLabel(words.signName);
  const signed = page.getByText(words.signed, { exact: true });
  if (!(await name.isVisible()) || (await signed.isVisible())) return false;
  await name.fill('Ida Quill');
  await page.getByRole('button', { name: words.sign, exact: true }).click();
  await expect(signed).toBeVisible();
  const title = await page.getByRole('heading', { level: 1 }).textContent();
  if (title?.startsWith('Consentimiento')) await look(page, 'story-es-sign');
  return true;
}

/** Answers each question that the page says lacks an answer; false where none does. */
async function answerWhatLacks(page: Page): Promise<boolean> {
  let answered = 0;
  // An answer takes the mark of what lacks one away.
  for (const wrong = page.locator('[aria-invalid=true]'); (await wrong.count()) > 0; answered += 1) {
    const isPhone = (await wrong.first().getAttribute('inputmode')) === 'tel';
    await wrong.first().fill(isPhone ? '9785550177' : 'Dolor de rodilla');
  }
  for (const wrong = page.locator('fieldset[data-wrong]'); (await wrong.count()) > 0; answered += 1) {
    const photo = wrong.first().locator('input[type=file]');
    if ((await photo.count()) > 0) {
      await photo.setInputFiles({ name: 'tarjeta.png', mimeType: 'image/png', buffer: await cardPicture(page) });
      await expect(page.getByText(words.photoSaved).first()).toBeVisible();
      await look(page, 'story-es-card');
      continue;
    }
    const no = wrong.first().getByRole('radio', { name: words.no, exact: true });
    await ((await no.count()) > 0 ? no : wrong.first().getByRole('radio').first()).check();
  }
  return answered > 0;
}
