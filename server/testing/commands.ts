import { randomBytes } from 'node:crypto';
import { uuidFrom } from '#contract/base/ids.ts';
import type { EndpointName, InputOf, ReplyOf } from '#contract/endpoints.ts';
import { demoId } from '#server/demo/ids.ts';
import type { DemoUserName } from '#server/demo/cast.ts';
import { handlers } from '#server/handlers.ts';
import type { Caller, Services } from '#server/kit/context.ts';
import { scopesOf } from '../kit/auth/identity.ts';
import { runCommand, transactionMode } from '../kit/http/run-command.ts';
import { fixedRing } from '#server/kit/keys/key-ring.ts';
import { notConnected } from '#server/kit/outside/outside.ts';
import { textRing } from './key-rings.ts';
import type { TestDatabase } from './database.ts';

type As = { as: DemoUserName | 'ben'; site?: 'demo' | 'demo2'; base?: Record<string, unknown>; now?: Date };
export type Commands = <N extends EndpointName>(name: N, input: InputOf<N>, as: As) => Promise<ReplyOf<N>>;

/** Noon of the demo day at the demo clinic: what a call takes for now unless told. */
export const demoNoon = new Date('2026-11-18T17:00:00Z');

/** Commands on a clock of their own keep no files; those that do are tested with a server. */
const noFiles: Services['files'] = {
  put: () => Promise.reject(new Error('This test has no place for files.')),
  get: () => Promise.resolve(undefined),
};

/** Runs calls as the server does, on a clock of the test's own and without HTTP. */
export function commandsOn(db: TestDatabase, lent: Partial<Services> = {}): Commands {
  const services: Services = {
    commands: handlers,
    key: fixedRing({ id: 'test', secrets: Buffer.alloc(32) }),
    publicUrl: 'http://localhost:3000',
    cookieKeys: textRing('test'),
    outside: notConnected,
    files: noFiles,
    report: () => undefined,
    ...lent,
  };
  return async (name, input, { as, site = 'demo', base = {}, now = demoNoon }) => {
    const [row] = await db.owner<
      Omit<Caller, 'site' | 'name' | 'ProviderId' | 'device'> & { EmployeeId: string | null }
    >(
      `select u."UserId", u."SuperUser", u.can, u."EmployeeId", u."facilityIds", u."providerIds", p."Type" as "ProviderType"
       from users u left join providers p on p.site = u.site and p."ProviderId" = u."EmployeeId" where u.site = $1 and u."UserId" = $2`,
      [site, demoId(site, 'user', as)],
    );
    if (!row) throw new Error(`No demo user ${as}`);
    const caller: Caller = { ...row, site, name: as, ProviderId: row.EmployeeId, device: null };
    const who = { site, UserId: caller.UserId, device: null, scopes: scopesOf(caller) };
    const newId = () => uuidFrom(now.getTime(), randomBytes(10));
    const reply = await db.tx(
      who,
      (tx) => runCommand({ tx, caller, now, base, newId, services }, name, input),
      transactionMode(name),
    );
    return reply as ReplyOf<typeof name>;
  };
}
