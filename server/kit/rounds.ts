/** For what falls due meanwhile, and should a word of something new have been missed. */
const seldomMs = 15_000;
/** At the end of the process what is on its way gets so long; later it is tried again. */
const lastMs = 2_000;

export type Rounds = { wake(): void; stop(): Promise<void> };
export type Round = {
  isStopped: () => boolean;
  /** Does one part of the round; its trouble keeps no other part waiting. */
  attempt: (part: () => Promise<void>) => Promise<void>;
};

/** Of a server that does none. */
export const noRounds: Rounds = { wake: () => undefined, stop: () => Promise.resolve() };

/**
 * Looks again and again at what is to be done, one round at a time, and at once when it is woken. Trouble is told once,
 * until a round has gone well.
 */
export function pollLoop(
  round: (given: Round) => Promise<void>,
  told: { failed(): void },
  everyMs: number = seldomMs,
): Rounds {
  let isStopped = false;
  let isWoken = false;
  let isFailing = false;
  let running: Promise<void> | undefined;

  async function rounds(): Promise<void> {
    while (isWoken && !isStopped) {
      isWoken = false;
      let isWell = true;
      const attempt = (part: () => Promise<void>) => part().catch(() => void (isWell = false));
      await attempt(() => round({ isStopped: () => isStopped, attempt }));
      if (!isWell && !isFailing && !isStopped) told.failed();
      isFailing = !isWell;
    }
    running = undefined;
  }
  function wake(): void {
    isWoken = true;
    running ??= rounds();
  }
  const timer = setInterval(wake, everyMs).unref();
  wake();
  return {
    wake,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const alarm = setTimeout(resolve, lastMs);
      await Promise.race([running, late]);
      clearTimeout(alarm);
    },
  };
}
