const againMs = 2_000;

/**
 * Waits its turn to be the one worker that talks to the server for this user; a closed tab hands over at once. One that
 * cannot begin makes room for another tab, and waits for its turn again.
 */
export function leadership(site: string, UserId: string, lead: () => Promise<void>): { resign(): void } {
  const waiting = new AbortController();
  const held = Promise.withResolvers<void>();
  let again: ReturnType<typeof setTimeout> | undefined;

  function queue(): void {
    navigator.locks
      .request(`sync:${site}:${UserId}`, { signal: waiting.signal }, async () => {
        await lead();
        await held.promise;
      })
      .catch(() => {
        if (!waiting.signal.aborted) again = setTimeout(queue, againMs);
      });
  }

  queue();
  return {
    resign() {
      waiting.abort();
      clearTimeout(again);
      held.resolve();
    },
  };
}
