const spreadMs = 2_000;

/** Works at a random moment: all devices of a clinic find the server again at once, and must not all call then. */
export function spread(work: () => unknown): void {
  setTimeout(work, Math.random() * spreadMs);
}
