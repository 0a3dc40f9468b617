import type { KeeperRequest } from './key-keeper-messages.ts';
import type { Unlocked } from './keyring.ts';

/** A service worker without messages is stopped after 30 s, and forgets. */
const remindMs = 20_000;
const answerMs = 1_500;
const tabsAnswerMs = 200;

/**
 * Why a key is forgotten: a person signed out, nobody used the app, the session reached its end, the last online
 * proof no longer counts, or the device was erased.
 */
export type ForgetWhy = 'signedOut' | 'idle' | 'expired' | 'ended' | 'clockSetBack' | 'serverEnded' | 'erased';
type Who = { site: string; UserId: string };

type TabNews =
  | { type: 'ask'; from: string }
  | { type: 'answer'; to: string; unlocked: Unlocked }
  | { type: 'forget'; why: ForgetWhy; of?: Who };

let kept: Unlocked | null = null;
let reminder: ReturnType<typeof setInterval> | undefined;
let tabs: BroadcastChannel | undefined;
const forgetListeners = new Set<(why: ForgetWhy) => void>();

/** Lets the key outlive a reload of this page, in the memory of the service worker and of other tabs. */
export function keepKey(unlocked: Unlocked): void {
  kept = unlocked;
  listen();
  clearInterval(reminder);
  reminder = setInterval(remind, remindMs);
  remind();
  // On a first visit the service worker is still being installed, and a new version starts without the key.
  void navigator.serviceWorker?.ready.then(remind);
  navigator.serviceWorker?.addEventListener('controllerchange', remind);
}

function remind(): void {
  if (kept) void tellWorker({ type: 'KEEP_KEY', unlocked: kept });
}

/** The key another tab or this page before its reload left; undefined asks for the unlock screen. */
export async function giveKey(): Promise<Unlocked | undefined> {
  if (kept) return kept;
  const fromWorker = askWorker();
  const fromTabs = askTabs();
  const first = await Promise.race([fromWorker, fromTabs]);
  return first ?? (await fromWorker) ?? (await fromTabs);
}

/** Locks this machine for the user: every tab and the service worker forget the key; that of one person, if told. */
export function forgetKey(why: ForgetWhy = 'signedOut', of?: Who): void {
  const whose = of ? { of: { site: of.site, UserId: of.UserId } } : {};
  listen().postMessage({ type: 'forget', why, ...whose } satisfies TabNews);
  forgetHere(whose);
}

/** Another tab locked. */
export function onForget(listener: (why: ForgetWhy) => void): () => void {
  listen();
  forgetListeners.add(listener);
  return () => forgetListeners.delete(listener);
}

function isAnother(of: Who | undefined): boolean {
  return of !== undefined && kept !== null && (kept.site !== of.site || kept.UserId !== of.UserId);
}

/** Every tab tells the service worker: a reminder of this one may have come to it after the word of the tab that locked. */
function forgetHere(whose: { of?: Who }): void {
  kept = null;
  clearInterval(reminder);
  navigator.serviceWorker?.removeEventListener('controllerchange', remind);
  void tellWorker({ type: 'FORGET_KEY', ...whose });
}

function listen(): BroadcastChannel {
  if (tabs) return tabs;
  const channel = new BroadcastChannel('mainstay-key');
  channel.addEventListener('message', ({ data }: MessageEvent<TabNews>) => {
    if (data.type === 'ask' && kept)
      channel.postMessage({ type: 'answer', to: data.from, unlocked: kept } satisfies TabNews);
    if (data.type !== 'forget' || isAnother(data.of)) return;
    forgetHere(data.of ? { of: data.of } : {});
    for (const listener of forgetListeners) listener(data.why);
  });
  tabs = channel;
  return channel;
}

function askTabs(): Promise<Unlocked | undefined> {
  const channel = listen();
  const from = crypto.randomUUID();
  return new Promise((resolve) => {
    const done = (unlocked?: Unlocked) => {
      clearTimeout(timer);
      channel.removeEventListener('message', hear);
      resolve(unlocked);
    };
    const hear = ({ data }: MessageEvent<TabNews>) => {
      if (data.type === 'answer' && data.to === from) done(data.unlocked);
    };
    const timer = setTimeout(done, tabsAnswerMs);
    channel.addEventListener('message', hear);
    channel.postMessage({ type: 'ask', from } satisfies TabNews);
  });
}

async function askWorker(): Promise<Unlocked | undefined> {
  const worker = await activeWorker();
  if (!worker) return undefined;
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => resolve(undefined), answerMs);
    port1.onmessage = ({ data }: MessageEvent<Unlocked | null>) => {
      clearTimeout(timer);
      port1.close();
      resolve(data ?? undefined);
    };
    worker.postMessage({ type: 'GIVE_KEY' } satisfies KeeperRequest, [port2]);
  });
}

async function tellWorker(request: KeeperRequest): Promise<void> {
  (await activeWorker())?.postMessage(request);
}

async function activeWorker(): Promise<ServiceWorker | null> {
  const workers = navigator.serviceWorker;
  if (!workers) return null;
  if (workers.controller) return workers.controller;
  return (await workers.getRegistration())?.active ?? null;
}
