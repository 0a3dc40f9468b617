import type { Page } from '@playwright/test';
import { look } from '../desk/look.ts';
import { expect } from '../fixtures.ts';
import { oldPhone } from './phone.ts';

/** A picture as a phone's camera gives it, drawn by the page itself. */
export function cardPicture(page: Page): Promise<Buffer> {
  return page
    .evaluate(async () => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [2_400, 1_500];
      const pen = canvas.getContext('2d');
      if (!pen) throw new Error('No canvas');
      pen.fillStyle = '#dde';
      pen.fillRect(0, 0, 2_400, 1_500);
      pen.fillStyle = '#124';
      pen.font = '120px sans-serif';
      pen.fillText('Blue Harbor Health', 200, 400);
      const blob = await new Promise<Blob | null>((resolve) => {
        canvas.toBlob(resolve, 'image/png');
      });
      return [...new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer(0))];
    })
    .then((bytes) => Buffer.from(bytes));
}

export const heading = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true }).click();

/** Answers the built-in forms of somebody who comes for the first time, partly in Spanish, over a load in between. */
export async function fillIn(page: Page): Promise<void> {
  await heading(page, 'Emergency contact');
  await page.getByRole('button', { name: 'Back' }).click();
  await heading(page, 'Your address');
  await page.getByLabel('City').fill('Rockport');
  await page.getByLabel('ZIP code').fill('01966');
  await next(page);
  await look(page, 'intake-emergency');
  await page.getByLabel('Name').fill('Luis');
  await page.getByLabel('Phone').fill('9785550177');
  await next(page);
  await heading(page, 'Your insurance');
  await page.getByRole('radio', { name: 'Health insurance or Medicare' }).check();
  await page.getByLabel('Insurance company').fill('Blue Harbor');
  await page.getByLabel('Member ID').fill('XK-7');
  await page.getByRole('radio', { name: 'Yes' }).check();
  await look(page, 'intake-insurance');
  await next(page);
  await heading(page, 'Photos of your card');
  await page
    .getByLabel('Take photo: Front of the card')
    .setInputFiles({ name: 'card.png', mimeType: 'image/png', buffer: await cardPicture(page) });
  await expect(page.getByText('Photo saved')).toBeVisible();
  await look(page, 'intake-card');
  await next(page);
  // On another load it goes on at the first gap, with nothing lost.
  await heading(page, 'Why you are coming');
  await expect(page.getByText(/^Saved /)).toBeVisible();
  await page.reload();
  await heading(page, 'Why you are coming');
  await page.getByLabel('Describe the problem').fill('My knee hurts on stairs.');
  await page.getByLabel('Language').selectOption('es');
  await heading(page, 'Por qué viene');
  await page.getByRole('button', { name: 'Siguiente' }).click();
  await heading(page, 'Su salud');
  await look(page, 'intake-health-es');
  await page.getByRole('checkbox', { name: 'Cáncer' }).check();
  await expect(page.getByLabel('¿Qué tipo de cáncer y cuándo?')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Cáncer' }).uncheck();
  await page.getByRole('group', { name: '¿Ha tenido cirugías?' }).getByRole('radio', { name: 'No' }).check();
  await expect(page.getByText(/^Guardado /)).toBeVisible();
  await page.getByLabel('Idioma').selectOption('en');
  await heading(page, 'Your health');
  await next(page);
  await page.getByRole('group', { name: 'Did you fall in the past year?' }).getByRole('radio', { name: 'No' }).check();
  await next(page);
  await heading(page, 'Your pain');
  await page.getByRole('group', { name: 'Do you have pain?' }).getByRole('radio', { name: 'Yes' }).check();
  await page.getByRole('radio', { name: '6' }).check();
  await page.getByLabel('Add a part of the body').selectOption('Knee, right (front)');
  await look(page, 'intake-pain');
  await next(page);
}

/** Signs what asks for it; the signature stays when the phone is turned. */
export async function sign(page: Page): Promise<void> {
  for (const name of ['Consent to care', 'Privacy notice', 'Financial policy']) {
    await heading(page, name);
    await page.getByLabel('Your full name').fill('Ida Quill');
    const field = page.getByRole('img', { name: 'Field for your signature' });
    await field.scrollIntoViewIfNeeded();
    const box = await field.boundingBox();
    if (!box) throw new Error('Nothing to sign in');
    await page.mouse.move(box.x + 30, box.y + 40);
    await page.mouse.down();
    await page.mouse.move(box.x + 120, box.y + 20, { steps: 5 });
    await page.mouse.up();
    if (name === 'Consent to care') {
      const pixels = () => field.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL().length);
      const drawn = await pixels();
      await page.setViewportSize({ width: 640, height: 360 });
      await expect.poll(pixels).not.toBe(drawn);
      await page.setViewportSize(oldPhone);
      await expect.poll(pixels).toBe(drawn);
      await look(page, 'intake-sign');
    }
    await page.getByRole('button', { name: 'Sign', exact: true }).click();
    await expect(page.getByText('Signed', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: name === 'Financial policy' ? 'Send forms' : 'Next', exact: true }).click();
  }
}
