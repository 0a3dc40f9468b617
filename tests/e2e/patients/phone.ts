import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { Language } from '../../../contract/words/language.ts';
import { loginWords } from '../../../contract/words/login-page.ts';
import type { Clinic } from '../../clinic.ts';
import { expect } from '../fixtures.ts';

export const oldPhone = { width: 360, height: 640 };

/** A phone of 2019; `others` fills with whatever it asks of any other host. */
export async function phoneOf(
  browser: Browser,
  clinic: Clinic,
  language: Language = 'en',
): Promise<{ context: BrowserContext; page: Page; others: string[] }> {
  const context = await browser.newContext({ viewport: oldPhone, locale: `${language}-US` });
  const page = await context.newPage();
  const others: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(clinic.url) && !request.url().startsWith('blob:')) others.push(request.url());
  });
  return { context, page, others };
}

export async function typeBirth(page: Page, birth: string, language: Language = 'en'): Promise<void> {
  const words = loginWords[language];
  const [year = '', month = '', day = ''] = birth.split('-');
  await page.getByLabel(words.month).fill(month);
  await page.getByLabel(words.day).fill(day);
  await page.getByLabel(words.year).fill(year);
}

/** Opens a link that asks for the birth date. */
export async function openLink(page: Page, url: string, birth: string, language: Language = 'en'): Promise<void> {
  await page.goto(url);
  await typeBirth(page, birth, language);
  await page.getByRole('button', { name: loginWords[language].linkOpen }).click();
}

/** The path of the newest link of a kind that a patient was sent, by text or mail. */
export async function linkSent(clinic: Clinic, kind: string, PatientId: string): Promise<string> {
  const read = async () => {
    const [message] = await clinic.sql<{ path: string | null }>(
      `select substring(coalesce(m.body, o.body) from '/s/demo\\.[A-Za-z0-9_-]{22}') as path from outbound_messages o
       left join outgoing_mail m on m.site = o.site and m."MailId" = o."MailId"
       where o."PatientId" = $2 and o.kind = $1 order by o."createdAt" desc limit 1`,
      [kind, PatientId],
    );
    return message?.path ?? '';
  };
  await expect.poll(read).toMatch(/^\/s\/demo/);
  return read();
}
