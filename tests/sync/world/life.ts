import type { Script } from 'node:vm';
import { IDBKeyRange, type IDBFactory } from 'fake-indexeddb';
import type { Chance } from '#server/demo/random.ts';
import { FileHandle, folderHandle, type FileTree } from './folder.ts';
import type { HintLine } from './hint-line.ts';
import type { Locks } from './locks.ts';
import { soon } from './turn.ts';

/** One browser profile on one workstation: what stays when a tab dies or the power fails. */
export type Machine = {
  name: string;
  factory: IDBFactory;
  files: FileTree;
  locks: Locks;
  channels: Set<Port>;
  /** The app of tabs that are opened from now on. */
  script: Script;
  /** Device clock minus true time in ms. */
  skew: number;
  /** So many of the next writing transactions find the disk full. */
  fullFor: number;
  /** So many of the next file writes fail. */
  filesFailFor: number;
  chance: Chance;
};

type Port = { life: Life; name: string; hear(data: unknown): void };
type Timer = { at: number; every: number | null; run: () => void };

/** One tab from its start to its end. Everything it does to the world goes through here. */
export type Life = {
  label: string;
  machine: Machine;
  isDead: boolean;
  /** A newer app waits for it to give up its databases. */
  makesWay: boolean;
  /** Dies at the so-many-th point from now. */
  diesIn: number | null;
  diedAt: string | null;
  isOnline: boolean;
  /** How long each sealing takes, in ms: a busy machine, on which something else happens meanwhile. */
  sealMs: number;
  timers: Map<number, Timer>;
  lines: HintLine[];
  connections: Set<IDBDatabase>;
  open: Set<IDBTransaction>;
  born: number;
};

export type World = {
  /** True time in ms. */
  now(): number;
  send(life: Life, request: Request): Promise<Response>;
  died(life: Life): void;
};

let lastTimer = 0;
const never = () => new Promise<never>(() => undefined);

export function newLife(machine: Machine, label: string, now: number): Life {
  return {
    label,
    machine,
    isDead: false,
    makesWay: false,
    diesIn: null,
    diedAt: null,
    isOnline: true,
    sealMs: 0,
    timers: new Map(),
    lines: [],
    connections: new Set(),
    open: new Set(),
    born: now,
  };
}

/** A numbered point between two steps of a tab: here the power may fail. */
function point(world: World, life: Life, name: string): void {
  if (life.isDead || life.diesIn === null) return;
  life.diesIn -= 1;
  if (life.diesIn > 0) return;
  kill(world, life, name);
}

/** What was committed stays; what was not is gone; nothing this tab still does has any effect. */
export function kill(world: World, life: Life, at: string): void {
  if (life.isDead) return;
  life.isDead = true;
  life.diedAt = at;
  life.timers.clear();
  for (const transaction of life.open) rollBack(transaction);
  for (const connection of life.connections) connection.close();
  for (const line of life.lines) line.close();
  for (const port of life.machine.channels) if (port.life === life) life.machine.channels.delete(port);
  life.machine.locks.forget(life);
  world.died(life);
}

/** Undone on disk, and nobody is left who could hear of it. */
function rollBack(transaction: IDBTransaction): void {
  const { _requests: requests } = transaction as unknown as { _requests: { request: EventTarget }[] };
  for (const target of [transaction, ...requests.map((each) => each.request)]) target.dispatchEvent = () => true;
  try {
    transaction.abort();
  } catch {
    // It was just committed.
  }
}

/** Stands in for whatever a dead tab still asks for: takes everything, answers nothing. */
const silence: object = new Proxy(() => undefined, {
  get: (_target, key) => (typeof key === 'symbol' ? undefined : silence),
  apply: () => silence,
  set: () => true,
});

/** The globals a tab sees in place of the browser's; `life` is the one this realm lives just now. */
export function surroundings(world: World, life: () => Life): Record<string, unknown> {
  const alive = <A extends unknown[], R>(work: (on: Life, ...args: A) => Promise<R>) => {
    return (...args: A): Promise<R> => (life().isDead ? never() : work(life(), ...args));
  };
  const storage = { getDirectory: alive(async (on) => folderHandle(on.machine.files, fileGate(world, on))) };
  const locks = {
    request: (name: string, ...more: unknown[]) => {
      const on = life();
      const work = more.at(-1) as (lock: object | null) => unknown;
      const how = (more.length > 1 ? more[0] : {}) as { signal?: AbortSignal; ifAvailable?: boolean };
      return on.isDead ? never() : on.machine.locks.request(on, name, how, work);
    },
    query: alive((on) => on.machine.locks.query()),
  };
  return {
    ...clocks(world, life),
    navigator: { storage, locks, userAgent: 'world', onLine: true },
    indexedDB: disk(world, life),
    IDBKeyRange,
    FileSystemFileHandle: FileHandle,
    BroadcastChannel: channelOf(life),
    fetch: alive(async (on, request: Request) => {
      point(world, on, 'send');
      return on.isDead ? never() : world.send(on, request);
    }),
    openHintLine: (line: HintLine) => life().lines.push(line),
  };
}

function fileGate(world: World, on: Life) {
  return {
    async before() {
      point(world, on, 'file');
      if (on.isDead) return never();
      if (on.machine.filesFailFor <= 0) return undefined;
      on.machine.filesFailFor -= 1;
      throw new DOMException('The disk does not answer.', 'QuotaExceededError');
    },
    isTorn() {
      point(world, on, 'torn file');
      return on.isDead;
    },
  };
}

function clocks(world: World, life: () => Life): Record<string, unknown> {
  const deviceNow = () => world.now() + life().machine.skew;
  class DeviceDate extends RealDate {
    constructor(...given: [] | [number | string]) {
      super(...((given.length === 0 ? [deviceNow()] : given) as [number]));
    }
    static override now = () => deviceNow();
  }
  const start = (run: () => void, ms: number, every: number | null) => {
    const on = life();
    lastTimer += 1;
    if (!on.isDead) on.timers.set(lastTimer, { at: world.now() + ms, every, run });
    return lastTimer;
  };
  const stop = (id: number | undefined) => void (id !== undefined && life().timers.delete(id));
  const random = () => life().machine.chance.next();
  return {
    Date: DeviceDate,
    performance: { now: () => world.now() - life().born },
    setTimeout: (run: () => void, ms = 0) => start(run, ms, null),
    setInterval: (run: () => void, ms = 0) => start(run, ms, ms),
    clearTimeout: stop,
    clearInterval: stop,
    Math: Object.create(Math, { random: { value: random } }) as unknown,
  };
}

const RealDate = Date;

function channelOf(life: () => Life) {
  return class Channel {
    onmessage: ((event: { data: unknown }) => void) | null = null;
    private readonly port: Port;

    constructor(name: string) {
      const hear = (data: unknown) => this.onmessage?.({ data });
      this.port = { life: life(), name, hear };
      this.port.life.machine.channels.add(this.port);
    }

    postMessage(data: unknown): void {
      const { life: on, name } = this.port;
      if (on.isDead || !on.machine.channels.has(this.port)) return;
      const others = [...on.machine.channels].filter((port) => port.name === name && port !== this.port);
      for (const port of others) {
        const copy = structuredClone(data);
        soon(() => {
          if (!port.life.isDead && on.machine.channels.has(port)) port.hear(copy);
        });
      }
    }

    addEventListener(): void {}

    close(): void {
      this.port.life.machine.channels.delete(this.port);
    }
  };
}

/** The machine's databases as one tab reaches them. */
function disk(world: World, life: () => Life): unknown {
  return {
    open(name: string, version?: number) {
      const on = life();
      point(world, on, `before the ${kindOf(name)} opens`);
      if (on.isDead) return silence;
      const request = on.machine.factory.open(name, version);
      request.addEventListener('success', () => attach(world, on, request.result as unknown as IDBDatabase));
      return request;
    },
    deleteDatabase: (name: string) => life().machine.factory.deleteDatabase(name),
    databases: () => life().machine.factory.databases(),
    cmp: (a: unknown, b: unknown) => life().machine.factory.cmp(a, b),
  };
}

function attach(world: World, on: Life, database: IDBDatabase): void {
  if (on.isDead) return database.close();
  on.connections.add(database);
  const begin = database.transaction.bind(database);
  database.transaction = (stores, mode, options) => {
    if (mode === 'readwrite') point(world, on, `before a write to the ${kindOf(database.name)}`);
    if (on.isDead) return silence as IDBTransaction;
    const transaction = begin(stores, mode, options);
    if (mode !== 'readwrite') return transaction;
    on.open.add(transaction);
    if (on.machine.fullFor > 0) {
      on.machine.fullFor -= 1;
      runFull(transaction);
    }
    transaction.addEventListener('complete', () => {
      on.open.delete(transaction);
      point(world, on, `after a write to the ${kindOf(database.name)}`);
    });
    transaction.addEventListener('abort', () => on.open.delete(transaction));
    return transaction;
  };
  return undefined;
}

type Committing = { _start(): void; _abort(error: string): void; _requests: unknown[]; _state: string };

/** Finds no room when it is to be committed, as browsers do: everything it wrote is undone. */
function runFull(transaction: IDBTransaction): void {
  let hasWritten = false;
  const storeOf = transaction.objectStore.bind(transaction);
  transaction.objectStore = (name) => {
    const store = storeOf(name);
    const writing = <A extends unknown[], R>(write: (...args: A) => R) => {
      return (...args: A): R => {
        hasWritten = true;
        return write(...args);
      };
    };
    return Object.assign(store, { put: writing(store.put.bind(store)), add: writing(store.add.bind(store)) });
  };
  const inside = transaction as unknown as Committing;
  const start = inside._start.bind(transaction);
  inside._start = () => {
    const isEnding = inside._requests.length === 0 && inside._state !== 'finished';
    if (isEnding && hasWritten) inside._abort('QuotaExceededError');
    else start();
  };
}

/** `mirror` or `outbox`, of a database's whole name. */
function kindOf(name: string): string {
  return name.split('-')[1] ?? name;
}
