import { z } from 'zod';
import type { Base } from '../base/base.ts';
import { Instant } from '../base/dates.ts';
import { PatientId } from '../base/ids.ts';
import { consentPurposes } from './consent-purposes.ts';
import { consentWays } from './may-send.ts';
import { MessageChannel } from './message.ts';

export const Purpose = z.enum(consentPurposes);

const Entry = z.object({
  channel: MessageChannel,
  purpose: Purpose,
  given: z.boolean(),
  /** One of `ConsentWay`. */
  how: z.enum(consentWays),
  at: Instant,
});

/** More of its history no screen shows. */
export const mostConsentEntries = 100;

/** What a patient may be written to about, by which way, and how that came to be. */
export const PatientConsents = z.object({
  PatientId,
  /** The newest entry of each channel and purpose that was ever spoken of. */
  standing: z.array(Entry),
  /** Newest first. `by`: the member of the staff who wrote it; null of the patient. */
  history: z.array(Entry.extend({ wording: z.string(), by: z.string().nullable() })).max(mostConsentEntries),
  /** When the number in the chart said STOP, where no START and no newer consent came after it. */
  stoppedAt: Instant.nullable(),
  /** A number the patient gave on a page and that logs nobody in yet: from when it does, or null: not before staff writes it. */
  newNumber: z.object({ loginFrom: Instant.nullable() }).nullable(),
});
export type PatientConsents = z.output<typeof PatientConsents>;

const Chosen = z.partialRecord(Purpose, z.boolean());
/** A purpose that was never asked about is not there. */
export const Choices = z.object({ email: Chosen, text: Chosen });
export type Choices = z.output<typeof Choices>;

/** What was said last of each purpose, by channel. */
export function choicesOf(standing: readonly Pick<z.output<typeof Entry>, 'channel' | 'purpose' | 'given'>[]): Choices {
  const choices: Choices = { email: {}, text: {} };
  for (const { channel, purpose, given } of standing) choices[channel][purpose] = given;
  return choices;
}

/**
 * The base of a change with all that was seen of a channel: what is not in it had not been asked about. One that cannot
 * be read stays as it is, and is like nothing that anyone has written.
 */
export function wholeBase(base: Base): Base {
  const unasked = Object.fromEntries(consentPurposes.map((purpose) => [purpose, null]));
  const whole = (of: unknown) =>
    z.record(z.string(), z.unknown()).safeParse(of).success ? { ...unasked, ...(of as object) } : of;
  return Object.fromEntries(Object.entries(base).map(([channel, of]) => [channel, whole(of)]));
}
