import type { Database } from '#server/kit/db/database.ts';
import { sealAll, type ChainKeeper } from './seal.ts';

/** How long an entry may stand outside the chain while a server runs. */
const everyMs = 1_000;

/** Seals what was committed about once a second, and once more at the end. */
export function keepSealing(
  database: Database,
  keeper: ChainKeeper,
  told: { broken(site: string): void; failed(): void },
): () => Promise<void> {
  const broken = new Set<string>();
  let isFailing = false;
  let isStopped = false;
  let timer: NodeJS.Timeout;
  let running = Promise.resolve();

  const tellOnce = (site: string) => {
    if (!broken.has(site)) told.broken(site);
    broken.add(site);
  };
  const seal = () =>
    sealAll(database, keeper, tellOnce).then(
      () => (isFailing = false),
      () => {
        if (!isFailing) told.failed();
        isFailing = true;
      },
    );
  const round = async () => {
    await seal();
    if (!isStopped) plan();
  };
  function plan(): void {
    timer = setTimeout(() => (running = round()), everyMs).unref();
  }
  plan();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
    await seal();
  };
}
