import type { LastInput } from '../pages/intake/intake-sender.ts';

/** So long a patient who has stopped waits for a slow connection, and the next one for the screen. */
const longestMs = 3_000;

/** Sends it in the name of the patient who typed it, while nobody else has the tablet; never later. */
export async function sendLast(input: LastInput): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, longestMs);
  });
  await Promise.race([input.sendLast().catch(() => false), over]);
  clearTimeout(timer);
  input.end();
}
