/**
 * Runs at the first of many calls, and once more a little later if others followed meanwhile, however close: the
 * first is not put off, and the last is not missed.
 */
export function coalesce(run: () => void, ms: number): { call(): void; cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasMore = false;
  function call(): void {
    if (timer !== undefined) {
      hasMore = true;
      return;
    }
    timer = setTimeout(() => {
      timer = undefined;
      if (!hasMore) return;
      hasMore = false;
      call();
    }, ms);
    run();
  }
  return {
    call,
    cancel() {
      clearTimeout(timer);
      timer = undefined;
      hasMore = false;
    },
  };
}
