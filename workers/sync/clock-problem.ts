/** What the network does not explain, and what would put a day's work list on another day. */
const wrongMs = 600_000;
const begins = 'This device’s clock is ';

/**
 * What to tell after the server's clock was heard: `offset` is server minus device clock in ms, `told` what is told
 * now. Another problem is not hidden by this one.
 */
export function clockProblem(told: string | null, offset: number): string | null {
  if (told !== null && !told.startsWith(begins)) return told;
  if (Math.abs(offset) < wrongMs) return null;
  const way = offset > 0 ? 'slow' : 'fast';
  return `${begins}${spanOf(Math.abs(offset))} ${way}, so today’s date may be wrong. Set the clock. Your saved work keeps the right time.`;
}

function spanOf(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
}
