import { z } from 'zod';

const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** How a site offers freed times to its waitlist. */
export const FillRule = z.strictObject({
  /** Whether freed times are offered by themselves; by hand they always can be. */
  isOn: z.boolean(),
  /** How many are asked at once. */
  groupSize: z.int().min(1).max(20),
  /** How long a group has before the next one is asked too. */
  delayMinutes: z.int().min(5).max(1_440),
  /** Offers go out between these times of the facility. */
  sendFrom: Time,
  sendUntil: Time,
  /** How long before the visit nobody is asked, and no offer accepted, any more. */
  stopMinutesBefore: z.int().min(0).max(2_880),
  /** How many offers a patient gets within seven days. */
  contactLimit: z.int().min(1).max(50),
});
export type FillRule = z.output<typeof FillRule>;

export const defaultFillRule: FillRule = {
  isOn: false,
  groupSize: 3,
  delayMinutes: 20,
  sendFrom: '08:00',
  sendUntil: '20:00',
  stopMinutesBefore: 120,
  contactLimit: 3,
};

/** Of how many days the offers to one patient are counted. */
export const contactDays = 7;

/** The rule out of what a site stores; what cannot be read is as it is by default. */
export function fillRuleFrom(stored: unknown): FillRule {
  const read = FillRule.safeParse(stored);
  return read.success ? read.data : defaultFillRule;
}
