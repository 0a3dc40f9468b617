/** After this long without any use the app locks (spec 9), unless the site has set a shorter time. */
export const idleLockMs = 2_400_000;

/** The session dialog appears this long after a token was obtained (spec 9). */
export const sessionWarningMs = 5_340_000;

/** How long the session dialog counts down (spec 9). */
export const sessionCountdownMs = 1_800_000;
