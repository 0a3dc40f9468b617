import { dayQuiet, offersQuiet, type Quiet } from './clock.ts';
import type { ConsentPurpose } from './consent-purposes.ts';
import type { MessageKind } from './message.ts';

const ofKinds: Record<MessageKind, ConsentPurpose> = {
  reminder: 'visits',
  booked: 'visits',
  moved: 'visits',
  cancelled: 'visits',
  offer: 'visits',
  offerTaken: 'visits',
  other: 'visits',
  intake: 'visits',
  hep: 'hep',
  survey: 'surveys',
  review: 'reviews',
};

export function purposeOf(kind: MessageKind): ConsentPurpose {
  return ofKinds[kind];
}

/** What nobody waits for comes later in the morning and ends earlier in the evening. */
export function quietHoursOf(purpose: ConsentPurpose): Quiet {
  return ['surveys', 'reviews', 'marketing'].includes(purpose) ? offersQuiet : dayQuiet;
}
