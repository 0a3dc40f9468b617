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
  {
    name: 'what a statement of its own was told of its caller stays on its connection',
    file: 'server/kit/db/lone-statement.ts',
    from: '$${at + 1}, true)',
    to: '$${at + 1}, false)',
    tests: ['server/kit/db/lone-statement.pg.test.ts'],
  },
  {
    name: 'messages to patients are shown and nobody is told whose',
    file: 'contract/messages/endpoints.ts',
    from: "chartOf: { reply: patientsIn, at: 'messages' },",
    to: "noChart: 'Has an entry of its own.',",
    tests: ['server/every-delivery.pg.test.ts'],
  },
  {
    name: 'a plan of care that was sent is removed with its stamps',
    file: 'server/migrations/0301-rows-that-stay.sql',
    from: 'add foreign key (site, "PlanOfCareId") references plans_of_care;',
    to: 'add foreign key (site, "PlanOfCareId") references plans_of_care on delete cascade;',
    tests: ['server/kit/db/what-stays.pg.test.ts'],
  },
  {
    name: 'an import is taken back and what its patients said of messages since then goes with it',
    file: 'server/features/importer/store.ts',
    from: 'where l.site = app_site() and l.at > batch."createdAt"',
    to: 'where false',
    tests: ['server/features/importer/run-import.pg.test.ts'],
  },
  {
    name: 'one who asks too often behind an address ends the sign-ins of a whole clinic there',
    file: 'server/kit/http/request.ts',
    from: 'return browser ? `browser:${browser.id}` : countedAs(request.ip);',
    to: 'return countedAs(request.ip);',
    tests: ['server/kit/http/request-limit.pg.test.ts'],
  },
  {
    name: 'links to accounts may be guessed at without end',
    file: 'server/features/account/link-attempts.ts',
    from: "if (error instanceof AppError && error.kind === 'not-found') await noteFailure(database, address);",
    to: '',
    tests: ['server/features/account/link-attempts.pg.test.ts'],
  },
  {
    name: 'sessions that are long over are kept forever',
    file: 'server/migrations/0205-forget-old-rows.sql',
    from: `      ('sessions', '"expiresAt"', '30 days', 'true'),\n`,
    to: '',
    tests: ['server/features/sync/forget.pg.test.ts'],
  },
];
