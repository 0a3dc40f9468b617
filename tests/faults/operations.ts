import type { Fault } from './fault.ts';

/** Of what whoever runs a server, or a directory beside it, relies on. */
export const operationFaults: readonly Fault[] = [
  {
    name: 'memory is given back while someone waits for a reply',
    file: 'server/kit/http/give-memory-back.ts',
    from: 'running === 0 && ',
    to: '',
    tests: ['server/kit/http/give-memory-back.test.ts'],
  },
  {
    name: 'what a directory sends may nest as deep as it likes',
    file: 'server/features/scim/routes.ts',
    from: 'if (!isWithin(read, deepestBody)) return',
    to: 'if (false) return',
    tests: ['server/features/scim/scim.pg.test.ts'],
  },
  {
    name: 'the second batch of a migration waits for a table as long as others keep it',
    file: 'server/kit/db/migrate.ts',
    from: `      await client.query('begin');
      await client.query(\`set local lock_timeout`,
    to: `      await client.query('begin');
      await client.query(\`set local work_mem = '4MB'; -- `,
    tests: ['server/kit/db/migrate.pg.test.ts'],
  },
  {
    name: 'a database of another clinic has the content of this one removed',
    file: 'server/kit/files/remove-unnamed.ts',
    from: '  if (!isOurs) return 0;',
    to: '',
    tests: ['server/kit/files/remove-unnamed.pg.test.ts'],
  },
  {
    name: 'a search goes out before its audit entry is written',
    file: 'server/kit/http/mount.ts',
    from: 'if (chartOf && isTogether) await noteTogether(',
    to: 'if (chartOf && isTogether) void noteTogether(',
    tests: ['server/features/audit/deliveries.pg.test.ts'],
  },
  {
    name: 'an audit entry that cannot be written keeps out those written with it',
    file: 'server/kit/audit/together.ts',
    from: 'if (batch.lines.length === 1) throw error;',
    to: 'throw error;',
    tests: ['server/kit/audit/together.pg.test.ts'],
  },
];
