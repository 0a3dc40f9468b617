/** What the key of a sealed arrival is derived for. */
export const sealInfo = 'mainstay kiosk arrival';

/** What a sealed arrival is bound to: moved to another kiosk or under another id it does not open. */
export const sealedFor = (site: string, KioskId: string, ArrivalId: string): string =>
  `mainstay kiosk arrival.${site}.${KioskId}.${ArrivalId}`;

/** So many arrivals come in one call at most, and so many characters of them. */
export const mostSealed = 20;
export const mostSealedLength = 700_000;
