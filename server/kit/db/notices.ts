/** The same is told four times a second at most: PostgreSQL lets transactions that notify commit one after the other. */
export const noticeEveryMs = 250;
/** Until it is tried again, where telling failed. */
const pauseMs = 500;

/** What this process has to tell the others of its database, itself among them. */
export type Notices = {
  /** At once, or as soon as the same may be told again. */
  tell(notices: readonly string[]): void;
  /** Tells what still waits, if it can. */
  close(): Promise<void>;
};

/** Nothing is lost but with the process: what could not be told stays and is told again. */
export function createNotices(send: (notices: string[]) => Promise<unknown>): Notices {
  const waiting = new Set<string>();
  const toldAt = new Map<string, number>();
  let pausedUntil = 0;
  let telling: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function pass(notices: string[], now: number): Promise<void> {
    for (const notice of notices) {
      waiting.delete(notice);
      toldAt.set(notice, now);
    }
    try {
      await send(notices);
    } catch {
      for (const notice of notices) waiting.add(notice);
      pausedUntil = performance.now() + pauseMs;
    }
    telling = undefined;
    next();
  }

  function next(): void {
    clearTimeout(timer);
    if (telling || waiting.size === 0) return;
    const now = performance.now();
    for (const [notice, at] of toldAt) if (now - at >= noticeEveryMs) toldAt.delete(notice);
    const dueAt = (notice: string) => Math.max(pausedUntil, (toldAt.get(notice) ?? -noticeEveryMs) + noticeEveryMs);
    const due = [...waiting].filter((notice) => dueAt(notice) <= now);
    if (due.length > 0) telling = pass(due, now);
    else timer = setTimeout(next, Math.min(...[...waiting].map(dueAt)) - now);
  }

  return {
    tell(notices) {
      for (const notice of notices) waiting.add(notice);
      next();
    },
    async close() {
      clearTimeout(timer);
      await telling;
      clearTimeout(timer);
      if (waiting.size > 0) await send([...waiting]).catch(() => undefined);
      waiting.clear();
    },
  };
}
