/** What a screen offers of settings that hold an amount; the call takes others too. */
export const idleMinutes = [5, 10, 15, 20, 30, 40];
export const lateHours = [2, 4, 12, 24, 48, 72];
/** In cents. */
export const lateFees = [0, 1_500, 2_500, 4_000, 5_000, 7_500, 10_000];
/** domain.md 6.20: 2 to 3 hours are seen elsewhere. */
export const emergencyMinutes = [15, 30, 60, 120, 180, 240];
