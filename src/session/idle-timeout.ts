import { idleLockMs } from '#contract/session/limits.ts';

let timeout: number = idleLockMs;

/** ms without use after which a screen of this site locks (spec 9; a setting of the site). */
export function idleTimeout(): number {
  return timeout;
}

/** Without a value, as in a setup kept by an older app, the longest time there is. */
export function setIdleTimeout(ms: number | undefined): void {
  timeout = ms ?? idleLockMs;
}
