import type { Device } from '#local/store/device.ts';
import type { Engine } from './engine.ts';
import type { SyncLoop } from './sync-loop.ts';

/** How long a tab waits for the leading tab to fetch a chart. */
const chartMs = 20_000;

/** Fetches a chart that somebody opened, here or in the tab that leads; whether it is whole then. */
export function requestChart(engine: Engine, loopNow: () => SyncLoop | null, PatientId: string): Promise<boolean> {
  return new Promise((resolve) => {
    awaitChart(engine, PatientId, resolve);
    const loop = loopNow();
    if (loop) return void loop.work();
    // Nobody may lead yet: if this worker comes to lead, its loop finds the request and fetches the chart.
    void askLeader(engine.device, PatientId).then((isWhole) => {
      if (!loopNow()) engine.wantedCharts.delete(PatientId);
      resolve(isWhole);
    });
  });
}

type ChartRequest = { PatientId: string; ask: string };

/** The same for a tab that follows; the answer goes over the channel. */
export async function serveRequest(engine: Engine, loop: SyncLoop, { PatientId, ask }: ChartRequest): Promise<void> {
  awaitChart(engine, PatientId, (isLocal) => engine.device.channel.tell({ kind: 'chartDone', ask, isLocal }));
  await loop.work();
}

function awaitChart(engine: Engine, PatientId: string, answer: (isWhole: boolean) => void): void {
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
