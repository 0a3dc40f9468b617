import type { Browser, BrowserContext } from '@playwright/test';
import { fixedPort } from '../clinic.ts';

export type Machines = {
  /** One on which nobody is known; its clock cannot be moved, which would stay. */
  take(): Promise<BrowserContext>;
  giveBack(machine: BrowserContext): Promise<void>;
  /** Whether it waits to be taken. */
  isIdle(context: BrowserContext): boolean;
  /** Whether it was made here. */
  knows(context: BrowserContext): boolean;
};

let kept: Promise<number> | undefined;
/** Where devices behind a network of their own find every clinic of this worker, so that a machine knows the app there. */
export const devicePort = (): Promise<number> => (kept ??= fixedPort());

/**
 * Browsers that keep the app's own files and service worker from one use to the next and nothing else: fetching those
 * takes longer than most of what a test does.
 */
export function machinesAt(browser: Browser, origins: readonly string[]): Machines {
  const all = new Set<BrowserContext>();
  const idle: BrowserContext[] = [];

  async function make(): Promise<BrowserContext> {
    const machine = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    machine.setDefaultTimeout(20_000);
    machine.clock.install = () => Promise.reject(new Error('Another clock needs a browser of its own: `context`.'));
    all.add(machine);
    return machine;
  }

  return {
    take: async () => idle.pop() ?? make(),
    async giveBack(machine) {
      await forgetAll(machine, origins);
      idle.push(machine);
    },
    isIdle: (context) => idle.includes(context),
    knows: (context) => all.has(context),
  };
}

/** Leaves the app's files and its service worker; whoever signed in there has never been there. */
export async function forgetAll(machine: BrowserContext, origins: readonly string[]): Promise<void> {
  await Promise.all(machine.pages().map((page) => page.close()));
  await machine.unrouteAll();
  await machine.setOffline(false);
  await machine.clearPermissions();
  const page = await machine.newPage();
  const chromium = await machine.newCDPSession(page);
  // The service worker keeps the key of who signed in for as long as it runs.
  await chromium.send('ServiceWorker.enable');
  await chromium.send('ServiceWorker.stopAllWorkers');
  for (const origin of origins)
    await chromium.send('Storage.clearDataForOrigin', {
      origin,
      storageTypes: 'cookies,file_systems,indexeddb,local_storage',
    });
  await machine.clearCookies();
  await page.close();
}
