/** Waits its turn to be the one worker that talks to the server for this user; a closed tab hands over at once. */
export function leadership(site: string, UserId: string, lead: () => void): { resign(): void } {
  const waiting = new AbortController();
  let release: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  navigator.locks
    .request(`sync:${site}:${UserId}`, { signal: waiting.signal }, () => {
      lead();
      return held;
    })
    .catch(() => undefined);
  return {
    resign() {
      waiting.abort();
      release?.();
    },
  };
}
