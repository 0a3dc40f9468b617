const spreadMs = 2_000;

/** A clinic's devices find their server or network again at the same moment: each does this at another. */
export function spread(work: () => unknown): void {
  setTimeout(work, Math.random() * spreadMs);
}
