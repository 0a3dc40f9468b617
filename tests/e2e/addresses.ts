import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ownApps, publicPageOf } from '../../contract/public/paths.ts';
import { expect } from './fixtures.ts';

const app = join(import.meta.dirname, '../../src/app');
/** Addresses that more than the router knows. */
const shared = ['../session/guards.ts'];
/** Whose routes stand below an address: their own files have the paths alone. */
const below: Record<string, string> = {
  'routes/company/company-tabs.ts': '/company/',
  'routes/address-book/address-book-tabs.ts': '/addressBook/',
  'routes/library/library-tabs.ts': '/library/',
};

const read = (file: string) => readFileSync(join(app, file), 'utf8');
const sources = () =>
  readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.tsx?$/.test(file));

/** Every address of the router, as its files have it; a path that cannot be read here is a failure, not an omission. */
export function addresses(): string[] {
  const files = sources();
  const constants = new Map(
    [...files, ...shared].flatMap((file) =>
      [...read(file).matchAll(/\bconst (\w+) = '(\/[^']*)';/g)].map(([, name = '', path = '']) => [name, path]),
    ),
  );
  const tables = files.filter((file) => file in below || read(file).includes("routing/screens.tsx'"));
  return tables.flatMap((file) =>
    [...read(file).matchAll(/\b(?:path: |(?:screen|entrance|frame)\()([^,;}\n]+),/g)].flatMap(([, value = '']) => {
      // Of the tabs, whose own files are read, and of the page for what is no address.
      if (value === 'tab.path' || value === "'*'") return [];
      const path = /^'(.*)'$/.exec(value)?.[1] ?? constants.get(value);
      if (path === undefined) throw new Error(`${file} has the path ${value}, which this test cannot read.`);
      return [(below[file] ?? '') + path];
    }),
  );
}

/** Every address of the pages for patients that are there, as their own switch has them. */
export function publicAddresses(): string[] {
  const source = readFileSync(join(app, '../public/app.tsx'), 'utf8');
  const names = [...source.matchAll(/^ {2}(\w+): page\(/gm)].map(([, name = '']) => name);
  return [...names, ...ownApps].map((name) => (name === 's' ? '/s/:hash' : `/${name}`));
}

const isPublic = (url: string) => publicPageOf(new URL(url).pathname) !== undefined;

/**
 * Goes there as a link would: the whole app anew for each screen would take the most of the time. Pages for patients
 * are an app of their own.
 */
export async function goAsLink(
  page: Page,
  address: string,
  wanted = new URL(address, page.url()).pathname,
): Promise<void> {
  const url = new URL(address, page.url()).href;
  if (isPublic(url) || isPublic(page.url())) await page.goto(url);
  else
    await page.evaluate((to) => {
      window.history.pushState(null, '', to);
      window.dispatchEvent(new PopStateEvent('popstate'));
    }, address);
  await expect.poll(() => new URL(page.url()).pathname, { message: address, timeout: 30_000 }).toBe(wanted);
}
