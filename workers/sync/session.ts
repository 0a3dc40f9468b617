import { PatientName } from '#contract/patients/patient.ts';
import type { DeviceNews } from '#local/store/channel.ts';
import { lockDevice, openDevice, type Device } from '#local/store/device.ts';
import { patientsOverlaid } from '#local/outbox/overlay.ts';
import { adoptMirrorKey } from '#local/keys/mirror-key.ts';
import { setupOf } from '#local/store/setup.ts';
import { readHydration, type Engine } from './engine.ts';
import { clockProblem } from './clock-problem.ts';
import { chartViews } from './chart-views.ts';
import { coalesce } from './coalesce.ts';
import { repairDamaged, type Damaged } from '../mirror/damaged.ts';
import { deviceReports } from './device-reports.ts';
import { flushedLog } from '../copies/flushed-log.ts';
import { hydrateAgain, showHydration } from '../mirror/hydrate.ts';
import { leadership } from './leader.ts';
import { nameIndex, type NameIndex } from '../names/name-index.ts';
import { loadPages } from '../names/name-pages.ts';
import { realtime, type Realtime } from './realtime.ts';
import { reportAtStart, reportLog, reportSealedAwayAgain } from './report-outbox.ts';
import { serverCalls } from './server-calls.ts';
import { whenQuiet } from './when-quiet.ts';
import { syncLoop, type SyncLoop } from './sync-loop.ts';
import { unreadableSentence } from './sync-notices.ts';
import { stateBefore, stateBoard, type StateBoard } from './sync-state.ts';

export type Who = { site: string; UserId: string; ProviderId: string | null; dataKey: CryptoKey; token: string | null };

/** What the page gives besides: its connection, and a way to a fresh token. */
export type PageLink = {
  origin: string;
  isOnline: boolean;
  token: string | null;
  renew(): Promise<string | null>;
  /** The server wants this device erased; the page checks the order and does it. */
  erased?(order: unknown): void;
};

export type SyncSession = {
  device: Device;
  board: StateBoard;
  wake(): Promise<void>;
  online(isOnline: boolean): void;
  search(typed: string, limit: number): Promise<PatientName[]>;
  openChart(PatientId: string): Promise<boolean>;
  close(): void;
};

const coalesceMs = 250;
/** While somebody saves one thing after the other, sending and counting would only slow the saving down. */
const pushMs = { quiet: 100, most: 2_000 };
const countMs = { quiet: 30, most: 500 };
const spreadMs = 2_000;
/** How long a tab waits for the leading tab to fetch a chart. */
const chartMs = 20_000;

/** One signed-in user in this worker: follows the leader, and becomes it when its turn comes. */
export async function syncSession({ site, UserId, dataKey }: Who, page: PageLink): Promise<SyncSession> {
  const device = await openDevice({ site, UserId, dataKey, log: flushedLog(site, UserId) });
  const board = stateBoard(device, { ...stateBefore, online: page.isOnline });
  const names = nameIndex();
  const pending = new Map<string, PatientName>();
  const damaged = new Map<string, Damaged>();
  let loop: SyncLoop | null = null;
  let channel: Realtime | null = null;
  let isClosed = false;
  const server = serverCalls({
    origin: page.origin,
    site,
    token: () => page.token,
    renew: page.renew,
    erased: (order) => page.erased?.(order),
    socketId: () => channel?.socketId() ?? null,
    reached(isReached, clockOffset) {
      board.set({ online: isReached });
      // Kept for the record alone: a full disk loses nothing by it.
      if (clockOffset === null) return;
      keepClockOffset(device, clockOffset).catch(() => undefined);
      const { problem } = board.read();
      const next = clockProblem(problem, clockOffset);
      if (next !== problem) board.set({ problem: next });
    },
  });
  const engine: Engine = { device, server, names, board, wantedCharts: new Map() };
  const reports = deviceReports(engine);
  board.watch((state) => void reports.look(state));
  const views = chartViews(engine);
  board.watch((state) => void views.look(state));

  async function refreshPending(): Promise<void> {
    const changed = await patientsOverlaid(device);
    pending.clear();
    for (const [PatientId, row] of changed) if (row) pending.set(PatientId, PatientName.parse(row));
  }

  async function lookAtOutbox(): Promise<void> {
    await Promise.all([board.recount(), refreshPending(), reportLog(device, board)]);
    await reportSealedAwayAgain(device, board);
  }

  const counted = whenQuiet(lookAtOutbox, countMs.quiet, countMs.most);
  // The loop may go on for long with other work: it is told at once, and not waited for.
  const pushed = whenQuiet(async () => void loop?.wake({ push: true }), pushMs.quiet, pushMs.most);
  const unhear = device.channel.hear((news) => void hear(news).catch(() => undefined));
  async function hear(news: DeviceNews): Promise<void> {
    board.adopt(news);
    if (news.kind === 'queued' || news.kind === 'outbox') counted.call();
    if (news.kind === 'mirrorKey' && !loop) names.clear();
    if (news.kind === 'corrupt') damaged.set(`${news.table}|${news.key}`, news);
    if (!loop) return news.kind === 'names' ? void (await loadPages(device, names, news.pages)) : undefined;
    if (news.kind === 'hello') board.publish();
    if (news.kind === 'queued') pushed.call();
    if (news.kind === 'sync') await loop.wakeNow({ push: true, pull: true });
    if (news.kind === 'corrupt') await repairDamaged(engine, damaged, loop);
    if (news.kind === 'chartWanted') {
      want(engine, news.PatientId, (isLocal) => device.channel.tell({ kind: 'chartDone', ask: news.ask, isLocal }));
      await loop.work();
    }
  }

  let isSetupStale = false;
  let hasConnected = false;
  const changed = coalesce(() => {
    const setup = isSetupStale;
    isSetupStale = false;
    void loop?.wake({ pull: true, setup });
  }, coalesceMs);

  async function connectRealtime(): Promise<void> {
    const setup = await setupOf(device);
    if (channel || !loop || !setup?.website.pusher_key) return;
    const { hostname, port, protocol } = new URL(page.origin);
    const isSecure = protocol === 'https:';
    const place = {
      key: setup.website.pusher_key,
      host: hostname,
      port: Number(port) || (isSecure ? 443 : 80),
      isSecure,
    };
    channel = realtime(site, place, {
      authorize: (socket_id, channel_name) => server.call('session.broadcastingAuth', { socket_id, channel_name }),
      changed(needsSetup) {
        isSetupStale ||= needsSetup;
        changed.call();
      },
      connected(isConnected) {
        board.set({ connected: isConnected });
        // Events missed while away are made up for.
        const setup = hasConnected;
        hasConnected ||= isConnected;
        if (isConnected) spread(() => loop?.wakeNow({ push: true, pull: true, setup }));
      },
    });
  }

  async function lead(): Promise<void> {
    // The former leader may have made the mirror anew, and written pages since they were read here.
    await adoptMirrorKey(device);
    await showNames(engine, names);
    if (isClosed) return;
    board.set({ leader: true });
    loop = syncLoop(engine, connectRealtime);
    if (board.read().problem === unreadableSentence) board.set({ problem: null });
    void connectRealtime().catch(() => undefined);
    void loop.wake({});
    void repairDamaged(engine, damaged, loop).catch(() => undefined);
  }

  function leadOrTell(): Promise<void> {
    return lead().catch((error: unknown) => {
      board.set({ problem: unreadableSentence });
      throw error;
    });
  }

  function askForChart(PatientId: string): Promise<boolean> {
    return new Promise((resolve) => {
      want(engine, PatientId, resolve);
      if (loop) return void loop.work();
      // Nobody may lead yet: if it becomes this worker, it finds the wish and fetches the chart itself.
      void askLeader(device, PatientId).then((isWhole) => {
        if (!loop) engine.wantedCharts.delete(PatientId);
        resolve(isWhole);
      });
    });
  }

  await reportAtStart(device, board);
  await Promise.all([board.recount(), refreshPending(), showNames(engine, names)]);
  await showHydration(engine);
  device.channel.tell({ kind: 'hello' });
  const seat = leadership(site, UserId, leadOrTell);

  return {
    device,
    board,
    async wake() {
      if (loop) await loop.wakeNow({ push: true, pull: true });
      else device.channel.tell({ kind: 'sync' });
    },
    online(isOnline) {
      page.isOnline = isOnline;
      // That there is a network is not yet that the server answers: the next call tells.
      if (!isOnline) {
        server.lost();
        board.set({ online: false, connected: false });
      }
      if (isOnline) spread(() => loop?.wakeNow({ push: true, pull: true, setup: true }));
    },
    async search(typed, limit) {
      return names.search(typed, limit, pending);
    },
    async openChart(PatientId) {
      const chart = await device.mirror.charts.get(PatientId);
      // The screen shows what is here, whether or not the rest can be fetched; where it is, the server counts one look.
      if (chart) void views.opened(PatientId);
      const isWhole = chart?.hydratedAt ? true : await askForChart(PatientId);
      await device.mirror.charts.update(PatientId, { openedAt: Date.now() });
      return isWhole;
    },
    close() {
      isClosed = true;
      for (const soon of [changed, counted, pushed]) soon.cancel();
      unhear();
      loop?.stop();
      loop = null;
      channel?.close();
      seat.resign();
      names.clear();
      pending.clear();
      lockDevice();
    },
  };
}

/** A clinic's devices find their server or network again at the same moment. */
function spread(work: () => unknown): void {
  setTimeout(work, Math.random() * spreadMs);
}

function want(engine: Engine, PatientId: string, answer: (isWhole: boolean) => void): void {
  const waiting = engine.wantedCharts.get(PatientId) ?? [];
  waiting.push(answer);
  engine.wantedCharts.set(PatientId, waiting);
}

function askLeader(device: Device, PatientId: string): Promise<boolean> {
  const ask = crypto.randomUUID();
  return new Promise((resolve) => {
    const done = (isLocal: boolean) => {
      clearTimeout(timer);
      unhear();
      resolve(isLocal);
    };
    const timer = setTimeout(() => done(false), chartMs);
    const unhear = device.channel.hear((news) => {
      if (news.kind === 'chartDone' && news.ask === ask) done(news.isLocal);
    });
    device.channel.tell({ kind: 'chartWanted', PatientId, ask });
  });
}

async function showNames(engine: Engine, names: NameIndex): Promise<void> {
  const isWhole = await loadPages(engine.device, names);
  const isMissing = (await readHydration(engine)).names.done && names.size() === 0;
  if (isWhole && !isMissing) return;
  await hydrateAgain(engine, ['names']);
}

async function keepClockOffset(device: Device, measured: number): Promise<void> {
  const row = await device.outbox.device.get(1);
  if (row && Math.abs(row.clockOffset - measured) > 2_000)
    await device.outbox.device.update(1, { clockOffset: measured });
}
