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
    from: 'loopback.test(hostname) && loopback.test(HOST);',
    to: 'loopback.test(hostname);',
    tests: ['server/config.test.ts'],
  },
  {
    name: 'a server behind a proxy fills in the demo',
    file: 'server/config.ts',
    from: 'isHere && isDirect && NODE_ENV',
    to: 'isHere && NODE_ENV',
    tests: ['server/config.test.ts'],
  },
  {
    name: 'over https nobody is asked which proxy stands before it, and one guesser locks out everyone',
    file: 'server/main.ts',
    from: '  assertProxyNamed(config);\n',
    to: '',
    tests: ['server/starts.pg.test.ts'],
  },
  {
    name: 'on a given database the API logs in as the owner of the tables',
    file: 'server/kit/db/own-database.ts',
    from: `    const database = openDatabase({ apiUrl });
    return {
      database,
      ownerUrl: config.databaseUrl,`,
    to: `    const database = openDatabase({ apiUrl: config.databaseUrl ?? apiUrl });
    return {
      database,
      ownerUrl: config.databaseUrl,`,
    tests: ['server/starts.pg.test.ts'],
  },
  {
    name: 'the API logs in as somebody who may write everywhere',
    file: 'server/kit/db/api-login.ts',
    from: 'if (login.others.length > 0)',
    to: 'if (false)',
    tests: ['server/kit/db/api-login.pg.test.ts'],
  },
  {
    name: 'a second server changes the password that the first one logs in with',
    file: 'server/kit/db/api-login.ts',
    from: 'if (isTaken)',
    to: 'if (false)',
    tests: ['server/kit/db/api-login-made.pg.test.ts'],
  },
];
