import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type BrowserContext, type Page } from 'playwright';
import { launchOptions } from '../chromium.ts';
import { demoPassword, type Clinic } from '../clinic.ts';
import { makeNetwork, type Network } from '../network.ts';
import { within } from '../within.ts';

/**
 * A real browser with a profile on disk, behind a network of its own, that can be killed and opened again. No step
 * waits for ever: Playwright's own have its timeout, all others are `within` one.
 */
export type BrowserDevice = {
  who: string;
  url: string;
  network: Network;
  page(): Page;
  /** Opens the browser or a new tab of it at a path, and gets past the password if it is asked for. */
  open(path: string): Promise<Page>;
  /** kill -9 of every process that shows pages; the browser itself lives on. Resolves once it knows, to when it was. */
  killTab(): Promise<number>;
  /** kill -9 of the whole browser; when it was. */
  killBrowser(): number;
  clean(): Promise<void>;
};

/** For one thing asked of a browser; five of them share a machine that is busy with a server too. */
const stepMs = 30_000;

/** `watch` gets each tab before it shows anything. */
export async function browserDevice(
  clinic: Clinic,
  who: string,
  seed = 1,
  watch?: (page: Page) => Promise<void>,
): Promise<BrowserDevice> {
  const network = await makeNetwork(Number(new URL(clinic.url).port), seed);
  const url = `http://localhost:${network.port}`;
  const profile = mkdtempSync(join(tmpdir(), 'mainstay-browser-'));
  let context: BrowserContext | null = null;
  /** Settles when the browser of now has ended. */
  let gone: Promise<null> = Promise.resolve(null);
  let shown: Page | null = null;

  async function launch(): Promise<Page> {
    const viewport = { width: 1440, height: 900 };
    const launched = chromium.launchPersistentContext(profile, { ...launchOptions, viewport, timeout: stepMs });
    const opened = await within(2 * stepMs, `the browser of ${who} to start`, launched);
    opened.setDefaultTimeout(stepMs);
    gone = new Promise((resolve) =>
      opened.on('close', () => {
        if (context === opened) context = null;
        resolve(null);
      }),
    );
    context = opened;
    return opened.pages()[0] ?? within(stepMs, `the first tab of ${who}`, opened.newPage());
  }

  /**
   * Null when the browser is gone: without a tab that lives it ends by itself, and Playwright leaves a `newPage` that
   * was on its way then without any answer. It gives none either for a tab that got one of the processes that were
   * just killed: another one is asked for then.
   */
  async function newTab(): Promise<Page | null> {
    for (let left = 3; left > 0; left -= 1) {
      if (!context) return null;
      const fresh = context.newPage().catch(() => null);
      const found = await Promise.race([fresh, gone, wait(stepMs / 3, 'no answer' as const)]);
      if (found !== 'no answer') return found;
      fresh.then((late) => late?.close()).catch(() => undefined);
    }
    throw new Error(`Waited ${stepMs / 1_000} s for a new tab of ${who}.`);
  }

  async function tab(): Promise<Page> {
    const fresh = await newTab();
    if (!fresh) {
      killAll();
      return launch();
    }
    // A dead tab may never say that it is closed.
    const closed = shown?.close().catch(() => undefined);
    await Promise.race([closed, wait(2_000)]);
    return fresh;
  }

  function killAll(): number {
    context = null;
    shown = null;
    let killedAt = 0;
    // A process may be starting another one just now.
    for (let left = 5; left > 0; left -= 1) {
      const family = familyOf(profile);
      if (family.length === 0) break;
      // Looking for them takes a while on a busy machine.
      killedAt ||= Date.now();
      for (const { pid } of family) kill(pid);
    }
    return killedAt;
  }

  return {
    who,
    url,
    network,
    page() {
      if (!shown) throw new Error('The browser is not open.');
      return shown;
    },
    async open(path) {
      const page = await tab();
      shown = page;
      if (watch) await within(stepMs, `the tab of ${who} to be watched`, watch(page));
      await page.goto(`${url}${path}`, { waitUntil: 'commit' });
      await within(3 * stepMs, `${who} to get past the password`, enter(page, who));
      return page;
    },
    async killTab() {
      // A new tab asked for before the browser knows of these deaths would be given one of the dead processes.
      const known = shown?.waitForEvent('crash', { timeout: stepMs });
      const renderers = familyOf(profile).filter(({ line }) => line.includes('--type=renderer'));
      const killedAt = Date.now();
      for (const { pid } of renderers) kill(pid);
      await known;
      return killedAt;
    },
    killBrowser: killAll,
    async clean() {
      const closed = context?.close().catch(() => undefined);
      await Promise.race([closed, wait(stepMs)]);
      // Also a browser that would not close.
      killAll();
      await within(stepMs, `the network of ${who} to close`, network.close());
      // The last processes of a killed browser may still be writing.
      for (let left = 20; left > 0 && familyOf(profile).length > 0; left -= 1) await wait(100);
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Past the login or the lock, whichever is shown, until the frame of the app stands. */
async function enter(page: Page, who: string): Promise<void> {
  const password = page.getByLabel('Password', { exact: true });
  const pill = page.locator('[data-sync-pill]');
  await password.or(pill).first().waitFor();
  if (await pill.isVisible()) return;
  for (let left = 3; ; left -= 1) {
    const email = page.getByLabel('Email');
    if ((await email.isVisible()) && (await email.isEditable())) await email.fill(`${who}@demo.test`);
    await password.fill(demoPassword);
    await page.getByRole('button', { name: /^(Sign in|Unlock)$/ }).click();
    try {
      return await pill.waitFor();
    } catch (error) {
      // Let in without a network, and sent back once the server was there and did not know this sign-in any more.
      const isAskedAgain = (await password.isVisible()) && (await password.inputValue()) === '';
      if (!isAskedAgain || left === 0) throw error;
    }
  }
}

type Running = { pid: number; parent: number; line: string };

/** The browser of this profile and everything it started. */
function familyOf(profile: string): Running[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => runningAs(Number(name)));
  const family = all.filter(({ line }) => line.includes(`--user-data-dir=${profile}`));
  for (let at = 0; at < family.length; at += 1) {
    const known = new Set(family.map(({ pid }) => pid));
    family.push(...all.filter(({ pid, parent }) => parent === family[at]?.pid && !known.has(pid)));
  }
  return family;
}

function runningAs(pid: number): Running[] {
  try {
    const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    const parent = Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]);
    return line.includes('chrom') ? [{ pid, parent, line }] : [];
  } catch {
    return [];
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
