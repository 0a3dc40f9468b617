import type { Script } from 'node:vm';
import { IDBFactory } from 'fake-indexeddb';
import { vi } from 'vitest';
import { cast, type DemoUserName } from '#server/demo/cast.ts';
import { chanceFrom } from '#server/demo/random.ts';
import { cipherKey } from './cipher.ts';
import { fileTree } from './folder.ts';
import { kill, newLife } from './life.ts';
import { locks } from './locks.ts';
import { network } from './network.ts';
import { newRealm, type Realm } from './realms.ts';
import type { Server } from './server.ts';
import { makeSite } from './site.ts';
import type { OpenTab, Profile, WorldState } from './state.ts';
import { busy, rest } from './turn.ts';

/** Noon of the demo day at the demo clinic. */
export const worldStart = Date.parse('2026-11-18T17:00:00Z');
const tokenAgeMs = 10 * 60_000;

/** Realms that nobody lives in just now; a tab takes one over as it is, warm. */
const free: Realm[] = [];
let nextSite = 0;

export async function newWorld(server: Server, seed: number): Promise<WorldState> {
  nextSite += 1;
  const site = `w${seed}-${nextSite}`;
  await makeSite(server.db, site);
  const trace: string[] = [];
  let now = worldStart;
  let numbers = 0;
  const log = (line: string) => void trace.push(`${((now - worldStart) / 1_000).toFixed(1)} ${line}`);
  vi.setSystemTime(now);
  const wire = network(server, log);
  const tokens = new Map<DemoUserName, { make(): Promise<string>; token: string; at: number }>();
  const world: WorldState = {
    seed,
    site,
    server,
    network: wire,
    chance: chanceFrom(seed),
    machines: [],
    profiles: [],
    asked: [],
    trace,
    slow: null,
    backedUpAt: null,
    restores: 0,
    log,
    now: () => now,
    nextNumber: () => (numbers += 1),
    send: (life, request) => wire.send(life, request),
    died(life) {
      for (const letter of wire.letters) if (letter.life === life) letter.reader = null;
      log(`${life.label} ends: ${life.diedAt}`);
    },
    async token(user) {
      const known = tokens.get(user) ?? { make: await server.signIn(site, cast.users[user]), token: '', at: -Infinity };
      tokens.set(user, known);
      if (now - known.at > tokenAgeMs) Object.assign(known, { token: await known.make(), at: now });
      return known.token;
    },
    async advance(ms) {
      const until = now + ms;
      for (;;) {
        const due = nextTimer(world);
        now = Math.max(now, Math.min(due?.at ?? until, until));
        vi.setSystemTime(now);
        if (!due || due.at > until) return;
        due.run();
        await rest();
      }
    },
  };
  return world;
}

/** The first timer of any tab that is to run. */
function nextTimer(world: WorldState): { at: number; run(): void } | undefined {
  const all = tabsOf(world).flatMap(({ life }) => [...life.timers].map(([id, timer]) => ({ id, timer, life })));
  const [first] = all.sort((a, b) => a.timer.at - b.timer.at || a.id - b.id);
  if (!first) return undefined;
  const { id, timer, life } = first;
  return {
    at: timer.at,
    run() {
      if (timer.every === null) life.timers.delete(id);
      else timer.at += Math.max(1, timer.every);
      timer.run();
    },
  };
}

export function tabsOf(world: WorldState): OpenTab[] {
  return world.profiles.flatMap((profile) => profile.tabs);
}

export function closedProfiles(world: WorldState): Profile[] {
  return world.profiles.filter((profile) => profile.tabs.length === 0);
}

export function addMachine(world: WorldState, skew: number, script: Script): void {
  const name = `m${world.machines.length + 1}`;
  world.machines.push({
    name,
    factory: new IDBFactory(),
    files: fileTree(),
    locks: locks(),
    channels: new Set(),
    script,
    skew,
    fullFor: 0,
    filesFailFor: 0,
    chance: chanceFrom(world.seed * 31 + world.machines.length),
  });
}

export function profileOn(world: WorldState, machine: number, user: DemoUserName): Profile {
  const on = world.machines[machine];
  if (!on) throw new Error('There is no such machine.');
  const known = world.profiles.find((each) => each.machine === on && each.user === user);
  if (known) return known;
  const raw = Buffer.from(Array.from({ length: 32 }, () => world.chance.below(256)));
  const profile: Profile = {
    label: `${on.name}.${user}`,
    machine: on,
    user,
    UserId: cast.users[user],
    dataKey: cipherKey(raw),
    tabs: [],
    drafts: new Map(),
    logFailed: false,
  };
  world.profiles.push(profile);
  return profile;
}

/** Opens the product in a new tab; null when it died, or found no room, while it opened. */
export async function openTab(
  world: WorldState,
  profile: Profile,
  diesIn: number | null = null,
): Promise<OpenTab | null> {
  const realm = freeRealm(profile.machine.script);
  const label = `${profile.label}/${profile.tabs.length + 1}`;
  const life = newLife(profile.machine, label, world.now());
  life.diesIn = diesIn;
  realm.life = life;
  realm.world = world;
  const tab: OpenTab = { label, profile, realm, life, session: null };
  profile.tabs.push(tab);
  const isExpired = world.chance.below(6) === 0;
  const token = isExpired ? 'an.old.token' : await world.token(profile.user);
  const renew = async () => (life.isOnline ? busy(world.token(profile.user)) : null);
  const { site } = world;
  const page = {
    origin: 'http://clinic.test',
    isOnline: true,
    token,
    renew: () => renew().then((fresh) => (page.token = fresh ?? page.token) && fresh),
  };
  let refusal: unknown = null;
  const wasFull = profile.machine.fullFor > 0;
  realm.tab.syncSession({ site, UserId: profile.UserId, ProviderId: null, dataKey: profile.dataKey, token }, page).then(
    (session) => (tab.session = session),
    (error: unknown) => (refusal = error),
  );
  await rest();
  world.log(`${label} opens${refusal === null ? '' : `: ${String(refusal)}`}`);
  if (tab.session) {
    for (const line of life.lines) line.emit('pusher:subscription_succeeded');
    return tab;
  }
  const isExcused = life.isDead || (refusal !== null && wasFull);
  if (!isExcused) throw new Error(`${label} did not open: ${String(refusal)}`);
  await endTab(world, tab, 'did not open');
  return null;
}

function freeRealm(script: Script): Realm {
  const at = free.findIndex((realm) => realm.script === script);
  return (at < 0 ? undefined : free.splice(at, 1)[0]) ?? newRealm(script);
}

/** The tab is closed, or its process ends at once. */
export async function endTab(world: WorldState, tab: OpenTab, how: string): Promise<void> {
  // What a form was doing when its tab died goes on waiting in its realm for ever.
  const isReusable = !tab.realm.hasForms || (how === 'closed' && !tab.life.isDead);
  if (how === 'closed' && !tab.life.isDead) {
    tab.session?.close();
    await rest();
  }
  kill(world, tab.life, how);
  await rest();
  tab.realm.tab.lockDevice();
  await rest();
  tab.profile.tabs.splice(tab.profile.tabs.indexOf(tab), 1);
  tab.realm.life = null;
  tab.realm.world = null;
  if (isReusable) free.push(tab.realm);
}

/** Tabs that died by themselves are cleared away, those that made way for a newer app are loaded anew. */
export async function buryDead(world: WorldState): Promise<void> {
  for (const tab of tabsOf(world)) {
    if (tab.life.isDead) await endTab(world, tab, 'dead');
    else if (tab.life.makesWay) {
      await endTab(world, tab, 'makes way');
      await openTab(world, tab.profile);
    }
  }
}

export async function loseDatabase(world: WorldState, profile: Profile, which: 'mirror' | 'outbox'): Promise<void> {
  const name = `mainstay-${which}-${world.site}-${profile.UserId}`;
  world.log(`${profile.label} loses its ${which}`);
  profile.machine.factory.deleteDatabase(name);
  if (which === 'outbox') {
    for (const asked of world.asked) if (asked.profile === profile && asked.state === 'open') asked.mayBeGone = true;
    profile.drafts.clear();
  }
  await rest();
}

export async function endWorld(world: WorldState): Promise<void> {
  for (const tab of tabsOf(world)) await endTab(world, tab, 'over');
}
