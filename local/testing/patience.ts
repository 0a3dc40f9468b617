import { vi } from 'vitest';

/** As long as `expect.poll` waits (vitest.config.ts): how busy the machine is never decides. */
export const patienceMs = 20_000;

// Vitest has no setting for this one; its own second is too short for a busy machine.
const waitFor = vi.waitFor.bind(vi);
vi.waitFor = (callback, options = {}) => {
  const chosen = typeof options === 'number' ? { timeout: options } : options;
  return waitFor(callback, { timeout: patienceMs, ...chosen });
};
