import { beforeAll, describe, expect, test } from 'vitest';
import { withGround } from './ground.ts';
import { play } from './play.ts';
import { playTyping } from './typing.ts';
import type { Server } from './server.ts';

type Plant = {
  name: string;
  /** In the tab's code: what is replaced where, and by what. */
  code?: { path: string; from: string; to: string };
  /** In the server's database. */
  sql?: string;
  /** In what somebody types (typing.ts), and not in a whole world. */
  isTyped?: true;
  /** In a world whose server is lost and restored. */
  isRestored?: true;
  /** The story that shows it soonest; others come after it. */
  first?: number;
  shows: RegExp;
};

/** Faults a sync engine may have; each must be found, or the world looks away. */
const plants: Plant[] = [
  {
    name: 'what left the outbox is not offered again after a restore',
    code: {
      path: 'local/outbox/kept-calls.ts',
      from: "const states = isOther ? ['acked', 'kept'] : ['acked'];",
      to: "const states = ['acked'];",
    },
    isRestored: true,
    shows: /^lost|text lost/,
  },
  {
    name: 'calls leave the outbox when they are sent',
    code: {
      path: 'workers/sync/push.ts',
      from: 'const epoch = await epochOf(device.outbox);',
      to: 'await device.outbox.calls.bulkDelete(batch.map((call) => call.mid)); for (const call of batch) await device.log.remove(call.mid); const epoch = await epochOf(device.outbox);',
    },
    shows: /^lost|is gone from the device|text lost/,
  },
  {
    name: 'the second copy of the outbox is not written',
    code: {
      path: 'local/outbox/write-calls.ts',
      from: 'const copied = on.log.append(call.mid, logText(call));',
      to: 'const copied = Promise.resolve();',
    },
    first: 8,
    shows: /^lost|is gone from the device|text lost/,
  },
  {
    name: 'refused calls are dropped',
    code: { path: 'workers/sync/outcomes.ts', from: "state: 'parked', outcome }", to: "state: 'acked', outcome }" },
    shows: /is gone from the device|text lost/,
  },
  {
    name: 'calls leave the outbox before the mirror has their result',
    code: {
      path: 'workers/sync/push.ts',
      from: 'const decided = new Set(',
      to: 'for (const each of outcomes) await device.outbox.calls.delete(each.mid); const decided = new Set(',
    },
    shows: /is gone from the device|text lost/,
  },
  {
    name: 'the server forgets which calls it has run',
    sql: `create function forget_outcome() returns trigger language plpgsql as $$ begin return null; end $$;
      create trigger forget_outcome before insert on sync_outcome for each row execute function forget_outcome()`,
    shows: /times on the server|^lost|stuck/,
  },
  {
    name: 'a list of charges replaces what its writer had not seen',
    code: {
      path: 'workers/sync/push.ts',
      from: 'return { mid, name, input, base, schemaVersion, madeAt, clockOffset };',
      to: "return { mid, name, input, base: name === 'charges.save' ? {} : base, schemaVersion, madeAt, clockOffset };",
    },
    first: 19,
    shows: /^charges overwritten unseen/,
  },
  {
    name: 'an update empties the outbox',
    code: {
      path: 'local/store/db.ts',
      from: "db.version(1).stores({ calls: 'mid, state', drafts: 'key', device: 'one' });",
      to: "db.version(schemaVersion).stores({ calls: 'mid, state', drafts: 'key', device: 'one' }).upgrade((tx) => tx.table('calls').clear());",
    },
    shows: /^lost|is gone from the device|text lost/,
  },
  {
    name: 'calls of an older app are not sent',
    code: {
      path: 'workers/sync/push.ts',
      from: 'await openCalls(device, these)',
      to: 'await openCalls(device, these.filter((call) => call.schemaVersion === device.mirror.verno))',
    },
    shows: /^stuck/,
  },
  {
    name: 'drafts of an older app do not open',
    code: {
      path: 'local/drafts/drafts.ts',
      from: "sealContext('drafts', kept.key, kept.schemaVersion)",
      to: "sealContext('drafts', kept.key)",
    },
    shows: /^draft lost/,
  },
  {
    name: 'changes of visits are not logged',
    sql: `drop trigger record_change on visits`,
    shows: /had to be corrected|has another visits|lacks visits|holds visits/,
  },
  {
    name: 'restored base without own calls',
    code: {
      path: 'local/drafts/own-writes.ts',
      from: 'const save = own[String(field)];',
      to: 'const save = undefined;',
    },
    isTyped: true,
    shows: /^own change refused|^text lost/,
  },
  {
    name: 'the draft of a form outlives its call',
    code: {
      path: 'local/outbox/write-calls.ts',
      from: "if (typeof draft === 'string') await outbox.drafts.delete(draft);",
      to: "if (typeof draft === 'string') return;",
    },
    isTyped: true,
    first: 8,
    shows: /^own change refused|^saved and left|^booked twice/,
  },
];

describe.each(plants)('planted: $name', ({ code, sql, isTyped, isRestored = false, first = 1, shows }) => {
  let isPlanted = false;
  const ground = withGround((path, source) => {
    if (!code || !path.endsWith(code.path)) return source;
    isPlanted = source.includes(code.from);
    return source.replace(code.from, code.to);
  });
  beforeAll(() => (sql ? plantInDatabase(ground().server, sql) : undefined));

  test('is found within 40 seeds', async () => {
    expect(isPlanted || sql !== undefined, 'The code to plant it in has changed.').toBe(true);
    const found: string[] = [];
    for (let seed = first; seed < first + 40 && !found.some((fault) => shows.test(fault)); seed += 1)
      found.push(...(await (isTyped ? playTyping(seed, ground(), 50) : play(seed, ground(), isRestored))).faults);
    expect(found.filter((fault) => shows.test(fault))).not.toEqual([]);
  });
});

async function plantInDatabase(server: Server, sql: string): Promise<void> {
  await server.db.owner(sql);
}
