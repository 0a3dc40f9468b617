/** How long a time is kept for who books online. */
export const holdLimits = { minutes: 10, extraMinutes: 5, warnMinutes: 2 } as const;
/** Nobody whom the clinic does not know fills the form in sooner after the time was held, in ms. */
export const leastFillMs = 2_000;

type Held = { createdAt: Date; isExtended: boolean };

/** When a hold ends; being asked for once more it lasts longer, once. */
export function holdUntil({ createdAt, isExtended }: Held): Date {
  const minutes = holdLimits.minutes + (isExtended ? holdLimits.extraMinutes : 0);
  return new Date(createdAt.getTime() + minutes * 60_000);
}

/** Expiry is a comparison of times: nothing has to come and remove a hold. */
export function isHeld(expiresAt: Date, now: Date): boolean {
  return now.getTime() < expiresAt.getTime();
}
