import type { Fault } from './fault.ts';

/** Of what a start makes sure of, before anyone is let in. */
export const startFaults: readonly Fault[] = [
  {
    name: 'a start fills in the demo where others come too',
    file: 'server/main.ts',
    from: 'if (fillsDemo(config)) await',
    to: 'if (own.isEmbedded) await',
    tests: ['server/starts.pg.test.ts'],
  },
  {
    name: 'a server at all addresses of the machine fills in the demo',
    file: 'server/config.ts',
    from: 'loopback.test(hostname) && loopback.test(HOST) &&',
    to: 'loopback.test(hostname) &&',
    tests: ['server/config.test.ts'],
  },
];
