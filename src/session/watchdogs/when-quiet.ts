const paintedMs = 1_500;

/** Resolves when the first screen stands and the browser has nothing else to do. */
export async function whenQuiet(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, paintedMs));
  // Safari has none.
  if (!('requestIdleCallback' in window)) return;
  await new Promise((resolve) => window.requestIdleCallback(resolve, { timeout: 10_000 }));
}
