import type { BrowserContext, Page } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clinic } from '../../clinic.ts';
import { openBrowser } from '../devices.ts';
import { expect } from '../fixtures.ts';
import { canary, shownAs } from './canaries.ts';
import { isOfTheApp, search } from './search.ts';

/** Every word that must not be readable, as it is stored and as screens write it. */
export const canaryWords: readonly string[] = [...Object.values(canary), ...Object.values(shownAs)];

export type OnDisk = { profile: string; context: BrowserContext; page: Page };

/** A browser that nobody used before, whose whole profile can be looked through. */
export async function withProfile(use: (at: OnDisk) => Promise<void>): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), 'mainstay-sealed-'));
  const { context, page } = await openBrowser(profile);
  try {
    await use({ profile, context, page });
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

/** Says in one line what was looked through, and fails at the first word found. */
export function lookThrough(profile: string, words: readonly string[]) {
  const total = { searches: 0, files: 0, bytes: 0, hits: 0 };
  return {
    expectNone(when: string): void {
      const { files, bytes, hits } = search(profile, words);
      total.searches += 1;
      total.files += files;
      total.bytes += bytes;
      total.hits += hits.length;
      expect(hits, when).toEqual([]);
    },
    print(what: string): void {
      const { searches, files, bytes, hits } = total;
      const megabytes = Math.round(bytes / 1e6);
      process.stdout.write(
        `sealed: ${what}, ${words.length} canaries, ${searches} searches of ${files} files and ${megabytes} MB: ${hits} hits\n`,
      );
    },
  };
}

/**
 * History, form state and local storage reach the disk seconds after they change. Only what a lock or a sign-out may
 * take away again needs this: a browser that closes writes the rest, and the last search finds it.
 */
export const reachDisk = (page: Page, ms = 4_000) => page.waitForTimeout(ms);

/** Collects the addresses of replies that the browser may keep. */
export function unstoredReplies(context: BrowserContext): string[] {
  const unstored: string[] = [];
  context.on('response', (reply) => {
    const isApi = new URL(reply.url()).pathname.startsWith('/api/');
    if (isApi && !/no-store/.test(reply.headers()['cache-control'] ?? '')) unstored.push(reply.url());
  });
  return unstored;
}

export type Person = { LastName: string; FirstName: string; Phone: string };

/** Ten who are on every device and on none of these days: their names stand in lists alone. */
export async function inTreatment({ sql }: Clinic): Promise<Person[]> {
  const people = await sql<Person>(
    `select distinct p."LastName", p."FirstName", p."Phone" from patients p join cases c using (site, "PatientId")
     where site = 'demo' and c."DischargedAt" is null and length(p."LastName") > 8 and not exists (select from visits v
       where v.site = p.site and v."PatientId" = p."PatientId" and v."Start"::timestamp between now() - interval '2 days' and now() + interval '2 days')
     order by 1`,
  );
  return people.filter(({ LastName }) => !isOfTheApp(LastName)).slice(0, 10);
}

export async function lock(page: Page, context: BrowserContext): Promise<void> {
  await context.clock.fastForward('41:00');
  await expect(page.getByRole('button', { name: 'Unlock' })).toBeVisible();
}

export async function chooseFromMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /account menu$/ }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

export async function signOut(page: Page): Promise<void> {
  await chooseFromMenu(page, 'Sign out');
  await page.waitForURL(/\/login/);
}
