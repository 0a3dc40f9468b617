/** What two clocks say, in ms: the calendar's, which a person can set, and the steady one, which may stop in sleep. */
export type TwoClocks = { wall: number; steady: number };
export type AwakeClock = TwoClocks & { elapsed: number };

export function startClock(at: TwoClocks): AwakeClock {
  return { ...at, elapsed: 0 };
}

/**
 * Counts the time that really passed: whichever clock moved further since the last look. A laptop that slept
 * has only the calendar to tell by; a calendar set back takes nothing away.
 */
export function advance(clock: AwakeClock, now: TwoClocks): AwakeClock {
  const passed = Math.max(0, now.wall - clock.wall, now.steady - clock.steady);
  return { ...now, elapsed: clock.elapsed + passed };
}
