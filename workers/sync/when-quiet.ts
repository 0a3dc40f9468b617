/**
 * Runs once calls have stopped coming for `quietMs`, and at the latest `mostMs` after the first of them: many that
 * come close together cost one run. A run never begins before the last one has ended.
 */
export function whenQuiet(
  run: () => Promise<unknown>,
  quietMs: number,
  mostMs: number,
): { call(): void; cancel(): void } {
  let quiet: ReturnType<typeof setTimeout> | undefined;
  let last: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  let isAsked = false;

  function cancel(): void {
    clearTimeout(quiet);
    clearTimeout(last);
    last = undefined;
    isAsked = false;
  }
  async function end(): Promise<void> {
    cancel();
    isRunning = true;
    await run().catch(() => undefined);
    isRunning = false;
    if (isAsked) call();
  }
  function call(): void {
    isAsked = true;
    if (isRunning) return;
    clearTimeout(quiet);
    quiet = setTimeout(() => void end(), quietMs);
    last ??= setTimeout(() => void end(), mostMs);
  }
  return { call, cancel };
}
