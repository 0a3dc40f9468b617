import { outOfQuiet } from './clock.ts';
import type { ConsentPurpose } from './consent-purposes.ts';
import { quietHoursOf } from './purposes.ts';

export const consentWays = ['staff', 'page', 'patient', 'import', 'before', 'stop', 'start', 'unsubscribe'] as const;
/**
 * How a consent was given or taken. `page`: on /notificationSettings; `patient`: with a booking; `before`: known before the
 * ledger was; `stop`, `start`: by text.
 */
export type ConsentWay = (typeof consentWays)[number];

/** The newest entry about one channel and purpose; a higher `seq` was written later. */
export type LedgerEntry = { given: boolean; how: ConsentWay; seq: number };
/** Of the person, and of the address or number itself, which may be several people's. */
export type Ledger = { person: LedgerEntry | null; contact: LedgerEntry | null };

/** Words that name texts: given after a STOP, they are a new consent. A booking or an import is none. */
const lifts: readonly ConsentWay[] = ['staff', 'page', 'start'];

export type Refusal = 'deceased' | 'no-consent' | 'stopped';
export type Sending = { is: 'now' } | { is: 'later'; at: Date } | { is: 'never'; why: Refusal };

export type Asked = {
  /** `exempt`: a code that was asked for, a receipt, the one answer to a STOP. */
  purpose: ConsentPurpose | 'exempt';
  ledger: Ledger;
  isDeceased: boolean;
  timeZone: string;
  now: Date;
  /** What cannot wait for the morning, such as that a visit of today is canceled. */
  isUrgent?: boolean;
};

/** Whether a message may be sent by the channel of this ledger now, later, or not at all. Asked when it is written, and again when it is sent. */
export function maySend({ purpose, ledger, isDeceased, timeZone, now, isUrgent = false }: Asked): Sending {
  if (isDeceased) return { is: 'never', why: 'deceased' };
  if (purpose === 'exempt') return { is: 'now' };
  const why = refusalOf(ledger);
  if (why !== null) return { is: 'never', why };
  const at = isUrgent ? now : outOfQuiet(now, timeZone, quietHoursOf(purpose));
  return at.getTime() > now.getTime() ? { is: 'later', at } : { is: 'now' };
}

/** Without a yes nothing is sent. An address or number that said no is left alone, until a later yes names it. */
export function refusalOf({ person, contact }: Ledger): Refusal | null {
  if (person?.given !== true) return 'no-consent';
  if (contact?.given !== false) return null;
  return person.seq > contact.seq && lifts.includes(person.how) ? null : 'stopped';
}
