import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { isInQuery, methodOf, pathOf, type Method } from '#contract/base/endpoint.ts';
import { AppError, type Failure } from '#contract/base/errors.ts';
import { UserId } from '#contract/base/ids.ts';
import { endpoint, type EndpointName, type InputOf, type ReplyOf } from '#contract/endpoints.ts';
import { buildApp } from '#server/app.ts';
import { readConfig, type Config } from '#server/config.ts';
import type { DemoUserName } from '#server/demo/cast.ts';
import { openSession, siteAlone, type OpenSession } from '../kit/auth/sessions.ts';
import { loadSigningKeys, signToken, type SigningKeys } from '../kit/auth/tokens.ts';
import { testDatabase, type TestDatabase } from './database.ts';
import { passingFolder } from './passing-folder.ts';

export type Site = 'demo' | 'demo2' | `clone${number}`;
/** As whom a test calls; without `as`, nobody. */
type As = { as?: DemoUserName; site?: Site; headers?: Record<string, string> };
type Signed = OpenSession & { token: string };
type Reply = Awaited<ReturnType<FastifyInstance['inject']>>;

export type TestApi = {
  app: FastifyInstance;
  db: TestDatabase;
  config: Config;
  key: SigningKeys;
  /** A whole request; `url` begins with /api. */
  inject(method: Method, url: string, options?: As & { body?: unknown }): Promise<Reply>;
  /** A call by its name: the reply, or the refusal thrown as an AppError. */
  call<N extends EndpointName>(name: N, input: InputOf<N>, as?: As): Promise<ReplyOf<N>>;
  /** The session that `as` calls use. */
  signedIn(as: DemoUserName, site?: Site): Promise<Signed>;
  close(): Promise<void>;
};

/** The whole server on a database of its own (or the given one, which stays open), without a port. */
export async function testApi(
  given?: TestDatabase,
  settings: Record<string, string> = {},
  parts: { hasRounds?: boolean } = {},
): Promise<TestApi> {
  const db = given ?? (await testDatabase());
  const dataDir = mkdtempSync(join(passingFolder(), 'mainstay-api-'));
  // One key, so that servers of one database can go on with each other's chains.
  const roomy = {
    REQUESTS_PER_MINUTE: '1000000',
    SIGN_INS_PER_QUARTER_HOUR: '1000000',
    LOG_LEVEL: 'error',
    JUDGED_REPLIES: '1',
    AUDIT_KEY: 'the audit key of every server under test',
  };
  const config = readConfig({ ...roomy, ...settings, DATA_DIR: dataDir }, dataDir);
  // On a loaded machine the tests' own work delays the loop, and calls would be refused.
  const app = await buildApp({ database: db, config, busyAfterMs: 0, ...parts });
  const key = await loadSigningKeys(config);
  const signed = new Map<string, Promise<Signed>>();

  function signedIn(as: DemoUserName, site: Site = 'demo'): Promise<Signed> {
    const name = `${as}@${site}.test`;
    const known = signed.get(name) ?? signIn(db, key, { site, name });
    signed.set(name, known);
    return known;
  }

  async function inject(method: Method, url: string, options: As & { body?: unknown } = {}): Promise<Reply> {
    const { as, site = 'demo', headers, body } = options;
    const bearer = as && { authorization: `Bearer ${(await signedIn(as, site)).token}`, 'x-site-key': site };
    return app.inject({
      method,
      url,
      headers: { ...bearer, ...headers },
      ...(body !== undefined && { payload: body as object }),
    });
  }

  return {
    app,
    db,
    config,
    key,
    inject,
    signedIn,
    async call(name, input, as = {}) {
      const { method, url, body } = requestOf(name, input as Record<string, unknown>);
      const reply = await inject(method, url, { ...as, ...(body && { body }) });
      if (reply.statusCode === 200) return reply.json();
      const { kind, message, fields, current } = reply.json<Failure>();
      throw new AppError(kind, message, { ...(fields && { fields }), current });
    },
    async close() {
      await app.close();
      if (!given) await db.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function signIn(db: TestDatabase, key: SigningKeys, who: { site: Site; name: string }): Promise<Signed> {
  const [user] = await db.owner<{ UserId: string; SuperUser: boolean }>(
    'select "UserId", "SuperUser" from users where site = $1 and "Email" = $2',
    [who.site, who.name],
  );
  if (!user) throw new Error(`There is no demo user ${who.name}.`);
  const session = await db.tx(siteAlone(who.site), (tx) =>
    openSession(tx, { site: who.site, UserId: user.UserId, homeSite: who.site }),
  );
  const claims = { sub: UserId.parse(user.UserId), site: who.site, sid: session.SessionId, SuperUser: user.SuperUser };
  return { ...session, token: await signToken(key, claims) };
}

/** Fills the path, and puts the rest into query or body as the method wants it. */
function requestOf(name: EndpointName, input: Record<string, unknown>): { method: Method; url: string; body?: object } {
  const called = endpoint(name);
  const rest = { ...input };
  const path = pathOf(called).replace(/:(\w+)/g, (_whole, part: string) => {
    const value = String(rest[part]);
    delete rest[part];
    return encodeURIComponent(value);
  });
  const method = methodOf(called);
  const fields = Object.entries(rest).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(
    fields.filter(([key]) => isInQuery(called, key)).map(([key, value]) => [key, String(value)]),
  );
  const body = Object.fromEntries(fields.filter(([key]) => !isInQuery(called, key)));
  const hasBody = Object.keys(body).length > 0 || (method !== 'GET' && method !== 'DELETE');
  return { method, url: `/api${path}${query.size > 0 ? `?${query}` : ''}`, ...(hasBody && { body }) };
}
