import type { webcrypto } from 'node:crypto';
import { createContext, Script } from 'node:vm';
import { build, type Plugin, type Rolldown } from 'vite';
import { subtle } from './cipher.ts';
import { surroundings, type Life, type World } from './life.ts';
import type * as TabModule from './tab.ts';

export type Tab = typeof TabModule;
/** A running copy of the product's tab code; lives one life after the other. */
export type Realm = {
  script: Script;
  tab: Tab;
  life: Life | null;
  world: World | null;
  /** Forms were open in it. */
  hasForms: boolean;
};

const here = import.meta.dirname;

/** Events come from the world in place of the network; the package has a default export. */
const hints: Plugin = {
  name: 'hints',
  enforce: 'pre',
  resolveId: (name) => (name === 'pusher-js/worker' ? '\0hints' : undefined),
  load: (id) => (id === '\0hints' ? `export { HintClient as default } from '${here}/hint-line.ts'` : undefined),
};

/** The tab's code as one script, made by the product's own bundler. `change` rewrites sources, to plant a fault. */
export async function tabScript(change?: (path: string, code: string) => string): Promise<Script> {
  const made = await build({
    configFile: false,
    root: `${here}/../../..`,
    logLevel: 'error',
    plugins: [hints, { name: 'plant', enforce: 'pre', transform: (code, path) => change?.(path, code) ?? code }],
    build: {
      write: false,
      minify: false,
      lib: { entry: `${here}/tab.ts`, formats: ['iife'], name: 'tab', fileName: 'tab' },
    },
  });
  const [output] = [made].flat() as Rolldown.RolldownOutput[];
  const code = output?.output[0].code;
  if (!code) throw new Error('The tab was not bundled.');
  return new Script(`${code}\ntab`, { filename: 'tab.js' });
}

/** What a tab shares with this process: objects that cross between the two, so that `instanceof` holds. */
const shared = {
  AbortController,
  AbortSignal,
  ArrayBuffer,
  CustomEvent,
  DOMException,
  Error,
  Event,
  EventTarget,
  FormData,
  Headers,
  ReadableStream,
  Request,
  Response,
  TextDecoder,
  TextEncoder,
  TransformStream,
  TypeError,
  URL,
  URLSearchParams,
  Uint8Array,
  atob,
  btoa,
  // Dexie warns of each update that waits for another tab's mirror.
  console: Object.assign(Object.create(console) as Console, { warn: () => undefined }),
  queueMicrotask,
  structuredClone,
};

/** A realm of its own, because Dexie changes the Promise of the realm it runs in. */
export function newRealm(script: Script): Realm {
  const realm: Realm = { script, tab: undefined as never, life: null, world: null, hasForms: false };
  const world: World = {
    now: () => theWorld(realm).now(),
    send: (life, request) => theWorld(realm).send(life, request),
    died: (life) => theWorld(realm).died(life),
  };
  const life = () => {
    if (!realm.life) throw new Error('No one lives in this realm just now.');
    return realm.life;
  };
  const context: Record<string, unknown> = { ...shared, ...surroundings(world, life) };
  const slowly = async (...of: Parameters<typeof subtle.encrypt>) => {
    const { sealMs } = life();
    const wait = context['setTimeout'] as (run: () => void, ms: number) => void;
    if (sealMs > 0) await new Promise<void>((resolve) => wait(resolve, sealMs));
    return subtle.encrypt(...of);
  };
  const random = randomness(() => life().machine.chance.next());
  context['crypto'] = { subtle: { ...subtle, encrypt: slowly }, ...random };
  const Channel = context['BroadcastChannel'] as new (name: string) => object;
  // Dexie opens one of its own while it loads, for live queries in other tabs; no query of ours is live.
  context['BroadcastChannel'] = function channel(name: string) {
    return realm.life ? new Channel(name) : { postMessage() {}, close() {} };
  };
  context['self'] = context;
  createContext(context);
  realm.tab = script.runInContext(context) as Tab;
  realm.tab.onNewerApp(async () => (life().makesWay = true));
  return realm;
}

function theWorld(realm: Realm): World {
  if (!realm.world) throw new Error('This realm is in no world just now.');
  return realm.world;
}

function randomness(next: () => number): Pick<typeof webcrypto, 'getRandomValues' | 'randomUUID'> {
  const getRandomValues = <T>(into: T): T => {
    const bytes = into as Uint8Array;
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = Math.floor(next() * 256);
    return into;
  };
  const hex = (count: number) => Array.from({ length: count }, () => Math.floor(next() * 16).toString(16)).join('');
  return {
    getRandomValues: getRandomValues as typeof webcrypto.getRandomValues,
    randomUUID: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`,
  };
}
