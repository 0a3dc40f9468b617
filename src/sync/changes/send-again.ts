import { resendCalls } from '#local/outbox/refused-calls.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import type { Way } from '#shared/conflict-views.ts';
import { sentAgainWords } from '#shared/sent-words.ts';
import { announce } from '#shared/ui/live-region/live-region.tsx';
import { toastFailure } from '#shared/ui/toasts/toasts.tsx';

/** Sends a refused call again in one of its ways, and what was held back because of it. */
export async function sendAgain({ mid }: ParkedCall, { again, held }: Way): Promise<void> {
  try {
    await resendCalls([{ mid, ...again }, ...held.map((each) => ({ mid: each.mid }))]);
    announce(sentAgainWords(held.length + 1));
  } catch (error) {
    toastFailure(error, 'This could not be saved on this device. It is kept here.');
  }
}
