const names = ['LD_PRELOAD', 'FAKETIME', 'FAKETIME_DONT_FAKE_MONOTONIC', 'NO_FAKE_STAT'];

/**
 * The variables by which `npm run test:clock` sets the clock of our processes (libfaketime). A program that is started
 * with an environment of its own needs them too: two clocks in one clinic make no sense.
 */
export function fakedClock(): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}
