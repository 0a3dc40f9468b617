/** After this long without any use the app locks (spec 9); targets.md wants it as a site setting of 5 to 40 minutes. */
export const idleLockMs = 2_400_000;

/** The session dialog appears this long after a token was obtained (spec 9). */
export const sessionWarningMs = 5_340_000;

/** How long the session dialog counts down (spec 9). */
export const sessionCountdownMs = 1_800_000;
