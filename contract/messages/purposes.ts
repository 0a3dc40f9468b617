import { dayQuiet, offersQuiet, type Quiet } from './clock.ts';
import type { MessageKind } from './message.ts';

/** What a message is about, as far as a patient agrees to it or not. */
export const consentPurposes = ['visits', 'billing', 'hep', 'surveys', 'reviews', 'marketing'] as const;
export type ConsentPurpose = (typeof consentPurposes)[number];

const ofKinds: Record<MessageKind, ConsentPurpose> = {
  reminder: 'visits',
  booked: 'visits',
  moved: 'visits',
  cancelled: 'visits',
  offer: 'visits',
  offerTaken: 'visits',
  other: 'visits',
  intake: 'visits',
};

export function purposeOf(kind: MessageKind): ConsentPurpose {
  return ofKinds[kind];
}

/** What nobody waits for comes later in the morning and ends earlier in the evening. */
export function quietHoursOf(purpose: ConsentPurpose): Quiet {
  return ['surveys', 'reviews', 'marketing'].includes(purpose) ? offersQuiet : dayQuiet;
}
