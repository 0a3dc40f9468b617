import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clinic } from '../clinic.ts';
import { makeNetwork, type Network } from '../network.ts';
import { launchOptions } from './fixtures.ts';
import { devicePort } from './machines.ts';
import { keepShown } from './shown.ts';

/** Another machine: a browser context shares nothing with the others. */
export async function elsewhere(browser: Browser): Promise<Page> {
  return (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
}

/** A browser with the profile of a device: it survives closing the browser. */
export async function openBrowser(profile: string): Promise<{ context: BrowserContext; page: Page }> {
  const viewport = { width: 1440, height: 900 };
  const context = await chromium.launchPersistentContext(profile, { ...launchOptions, viewport });
  context.setDefaultTimeout(20_000);
  keepShown(context);
  return { context, page: context.pages()[0] ?? (await context.newPage()) };
}

/** A browser profile on disk behind a network that can be cut, or that network alone for a machine of the fixtures. */
export type Device = { url: string; network: Network; profile: string; clean(): Promise<void> };

export async function makeDevice(clinic: Clinic): Promise<Device> {
  const target = Number(new URL(clinic.url).port);
  // One that is there already has the address that machines know.
  const network = await makeNetwork(target, 1, await devicePort()).catch(() => makeNetwork(target));
  const profile = mkdtempSync(join(tmpdir(), 'mainstay-device-'));
  const clean = async () => {
    await network.close();
    rmSync(profile, { recursive: true, force: true });
  };
  return { url: `http://localhost:${network.port}`, network, profile, clean };
}

/** The tab dies as it does when memory runs out: no page event, nothing is saved on the way. */
export async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash');
  await page.goto('chrome://crash').catch(() => undefined);
  await crashed;
}
