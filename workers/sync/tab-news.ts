import type { DeviceNews } from '#local/store/channel.ts';
import { repairDamaged, type Damaged } from '../mirror/damaged.ts';
import { loadPages } from '../names/name-pages.ts';
import { serveRequest } from './chart-requests.ts';
import type { Engine } from './engine.ts';
import type { OutboxWatch } from './outbox-watch.ts';
import type { SyncLoop } from './sync-loop.ts';
import { whenQuiet } from './when-quiet.ts';

/** Sending waits while somebody saves one thing after the other: it would slow the saves down. */
const pushMs = { quiet: 100, most: 2_000 };

type Session = {
  engine: Engine;
  outbox: OutboxWatch;
  damaged: Map<string, Damaged>;
  /** Null in a tab that follows. */
  loop(): SyncLoop | null;
};

/** Hears what the tabs of this device tell each other. Returns the function that ends it. */
export function hearTabs({ engine, outbox, damaged, loop: loopNow }: Session): () => void {
  const { device, names, board } = engine;
  // The loop is not waited for: it may be busy with other work for long.
  const queued = whenQuiet(async () => void loopNow()?.wake({ push: true }), pushMs.quiet, pushMs.most);

  async function hear(news: DeviceNews): Promise<void> {
    const loop = loopNow();
    board.adopt(news);
    if (news.kind === 'queued' || news.kind === 'outbox') outbox.changed();
    if (news.kind === 'mirrorKey' && !loop) names.clear();
    if (news.kind === 'corrupt') damaged.set(`${news.table}|${news.key}`, news);
    if (loop) await lead(loop, news);
    else if (news.kind === 'names') await loadPages(device, names, news.pages);
  }

  async function lead(loop: SyncLoop, news: DeviceNews): Promise<void> {
    if (news.kind === 'hello') board.publish();
    if (news.kind === 'queued') queued.call();
    if (news.kind === 'sync') await loop.wakeNow({ push: true, pull: true });
    if (news.kind === 'corrupt') await repairDamaged(engine, damaged, loop);
    if (news.kind === 'chartWanted') await serveRequest(engine, loop, news);
  }

  const unhear = device.channel.hear((news) => void hear(news).catch(() => undefined));
  return () => {
    queued.cancel();
    unhear();
  };
}
