import type { Hold } from '#contract/online-scheduling/endpoints.ts';

/** A held time, and by how much the server's clock is ahead of the phone's, in ms. */
export type Kept = { hold: Hold; ahead: number };
