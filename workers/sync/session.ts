import type { PatientName } from '#contract/patients/patient-name.ts';
import { adoptMirrorKey } from '#local/keys/mirror-key.ts';
import { lockDevice, openDevice, type Device } from '#local/store/device.ts';
import { flushedLog } from '../copies/flushed-log.ts';
import { repairDamaged, type Damaged } from '../mirror/damaged.ts';
import { hydrateAgain, showHydration } from '../mirror/hydrate.ts';
import { nameIndex, type NameList } from '../names/name-index.ts';
import { loadPages } from '../names/name-pages.ts';
import { requestChart } from './chart-requests.ts';
import { chartViews } from './chart-views.ts';
import { noteClockOffset } from './clock-offset.ts';
import { deviceReports } from './device-reports.ts';
import { readHydration, type Engine } from './engine.ts';
import { leadership } from './leader.ts';
import { outboxWatch } from './outbox-watch.ts';
import { reportAtStart } from './report-outbox.ts';
import { serverCalls } from './server-calls.ts';
import { serverHints } from './server-hints.ts';
import { spread } from './spread.ts';
import { syncLoop, type SyncLoop } from './sync-loop.ts';
import { unreadableSentence } from './sync-notices.ts';
import { stateBefore, stateBoard, type StateBoard } from './sync-state.ts';
import { hearTabs } from './tab-news.ts';

export type Who = { site: string; UserId: string; ProviderId: string | null; dataKey: CryptoKey; token: string | null };

/** What the page adds: its connection, and a way to a fresh token. */
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
  listNames(from: number, limit: number): Promise<NameList>;
  openChart(PatientId: string): Promise<boolean>;
  close(): void;
};

/** One signed-in user in this worker: follows the leader, and becomes it when its turn comes. */
export async function syncSession({ site, UserId, dataKey }: Who, page: PageLink): Promise<SyncSession> {
  const device = await openDevice({ site, UserId, dataKey, log: flushedLog(site, UserId) });
  const board = stateBoard(device, { ...stateBefore, online: page.isOnline });
  const names = nameIndex();
  const damaged = new Map<string, Damaged>();
  let loop: SyncLoop | null = null;
  let isClosed = false;
  const server = serverCalls({
    origin: page.origin,
    site,
    token: () => page.token,
    renew: page.renew,
    erased: (order) => page.erased?.(order),
    socketId: () => hints.socketId(),
    reached(isReached, clockOffset) {
      board.set({ online: isReached });
      if (clockOffset !== null) noteClockOffset(device, board, clockOffset);
    },
  });
  const engine: Engine = { device, server, names, board, wantedCharts: new Map() };
  const hints = serverHints({ engine, site, origin: page.origin, loop: () => loop });
  const reports = deviceReports(engine);
  board.watch((state) => void reports.look(state));
  const views = chartViews(engine);
  board.watch((state) => void views.look(state));
  const outbox = outboxWatch(device, board);
  const unhear = hearTabs({ engine, outbox, damaged, loop: () => loop });

  async function lead(): Promise<void> {
    // The former leader may have reset the mirror or written name pages since this tab read them.
    await adoptMirrorKey(device);
    await showNames(engine);
    if (isClosed) return;
    board.set({ leader: true });
    loop = syncLoop(engine, hints.connect);
    if (board.read().problem === unreadableSentence) board.set({ problem: null });
    void hints.connect().catch(() => undefined);
    void loop.wake({});
    void repairDamaged(engine, damaged, loop).catch(() => undefined);
  }

  function leadOrExplain(): Promise<void> {
    return lead().catch((error: unknown) => {
      board.set({ problem: unreadableSentence });
      throw error;
    });
  }

  await reportAtStart(device, board);
  await Promise.all([outbox.count(), showNames(engine)]);
  await showHydration(engine);
  device.channel.tell({ kind: 'hello' });
  const seat = leadership(site, UserId, leadOrExplain);

  return {
    device,
    board,
    async wake() {
      if (loop) await loop.wakeNow({ push: true, pull: true });
      else device.channel.tell({ kind: 'sync' });
    },
    online(isOnline) {
      page.isOnline = isOnline;
      // A network does not yet mean that the server answers: the next call finds out.
      if (!isOnline) {
        server.lost();
        board.set({ online: false, connected: false });
      }
      if (isOnline) spread(() => loop?.wakeNow({ push: true, pull: true, setup: true }));
    },
    async search(typed, limit) {
      return names.search(typed, limit, outbox.names);
    },
    async listNames(from, limit) {
      return names.list(from, limit, outbox.names);
    },
    async openChart(PatientId) {
      const chart = await device.mirror.charts.get(PatientId);
      // The screen shows what is here at once. Where the rest is fetched, the server counts both as one look.
      if (chart) void views.opened(PatientId);
      const isWhole = chart?.hydratedAt ? true : await requestChart(engine, () => loop, PatientId);
      await device.mirror.charts.update(PatientId, { openedAt: Date.now() });
      return isWhole;
    },
    close() {
      isClosed = true;
      unhear();
      loop?.stop();
      loop = null;
      hints.close();
      seat.resign();
      names.clear();
      outbox.close();
      lockDevice();
    },
  };
}

async function showNames(engine: Engine): Promise<void> {
  const isWhole = await loadPages(engine.device, engine.names);
  const isMissing = (await readHydration(engine)).names.done && engine.names.size() === 0;
  if (isWhole && !isMissing) return;
  await hydrateAgain(engine, ['names']);
}
