/** `setup`: the server answers but GET /setup fails. `noServer`: nothing answers. */
export type OutageCause = 'setup' | 'noServer';

/** How long no call may reach the server before that is an outage; anything shorter is the pill's business. */
export const outageAfterMs = 600_000;

export type OutageFacts = {
  /** Somebody is just signing in or unlocking this device, rather than working on. */
  isEntering: boolean;
  /** The browser has a network at all, whether or not the server is on it. */
  hasNetwork: boolean;
  /** ms since the last call that reached the server; null while it answers. */
  awayMs: number | null;
  /** GET /setup was refused by the server or timed out. */
  setupFailed: boolean;
  /** After that, GET /outage/userDetails answered. */
  detailsAnswered: boolean;
};

/**
 * Whether this is an outage (spec 7), or null. A blip is none: a tablet without a network, such as in a lift,
 * shows 'Offline' and works on. It is one when the setup fails while the server still knows the person, when
 * the device is unlocked on a network that has no server, and after ten minutes without a server in any case.
 */
export function outageCause(facts: OutageFacts): OutageCause | null {
  if (facts.awayMs === null) return facts.setupFailed && facts.detailsAnswered ? 'setup' : null;
  if (facts.awayMs >= outageAfterMs) return 'noServer';
  return facts.isEntering && facts.hasNetwork ? 'noServer' : null;
}
