/** How often codes are asked for, sent and tried. */
export const codeLimits = {
  codeMinutes: 10,
  tries: 5,
  /** Codes to one address or number. */
  perQuarterHour: 3,
  perDay: 10,
  /** Starts from one address of the network, for each sign-in that it may try: of 30 in a quarter of an hour, 20. */
  startsPerSignIn: 2 / 3,
  /** Wrong codes for one address or number, after which code login pauses. */
  wrongPerDay: 20,
  /** Codes of one site to people it knows, and to others. */
  knownPerDay: 2_000,
  unknownPerDay: 100,
  /** New numbers of one patient, on /notificationSettings. */
  numbersPerDay: 5,
  /** Hours that a number a patient changed logs nobody in: so long the former one has to object. */
  newNumberHours: 24,
  /** Wrong birth dates that end a link. */
  wrongDates: 5,
} as const;

/** How long a session lasts: without a sign of life, in all, and on a device that one person alone uses. */
export const sessionLimits = { idleMinutes: 30, mostHours: 12, ownDeviceDays: 90 } as const;

/** What was counted before a code is sent. */
export type Counted = {
  quarterHour: number;
  day: number;
  wrongToday: number;
  /** Codes of the site today, to people of the same kind: known, or not. */
  siteToday: number;
};

/** Whether one more code may be sent. */
export function mayGetCode({ quarterHour, day, wrongToday, siteToday }: Counted, isKnown: boolean): boolean {
  const { perQuarterHour, perDay, wrongPerDay, knownPerDay, unknownPerDay } = codeLimits;
  const siteMost = isKnown ? knownPerDay : unknownPerDay;
  return quarterHour < perQuarterHour && day < perDay && wrongToday < wrongPerDay && siteToday < siteMost;
}
