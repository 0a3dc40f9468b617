import pg from 'pg';
import type { FastifyInstance } from 'fastify';
import type { Claims } from '#server/kit/auth/tokens.ts';
import { signToken } from '#server/kit/auth/tokens.ts';
import { openSession, siteAlone } from '#server/kit/auth/sessions.ts';
import { buildApp } from '#server/app.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';
import type { TestDatabase } from '#server/testing/database.ts';
import { backUpSite, restoreSite } from './restore-site.ts';
import { makeTemplate } from './site.ts';
import { busy } from './turn.ts';

/** The real API on a real database, shared by all seeds of a test file; each seed has a site of its own in it. */
export type Server = {
  db: TestDatabase;
  app(): FastifyInstance;
  /** Ends the process's API and starts another on the same database. */
  restart(): Promise<void>;
  /** Keeps what the database knows of a site, and puts it back as after a restore. */
  backUp(site: string): Promise<void>;
  restore(site: string): Promise<void>;
  /** Somebody's own connection, past row-level security. */
  foreign: pg.Client;
  /** Requests that wait for a lock of somebody else's transaction. */
  blocked(): Promise<number>;
  signIn(site: string, UserId: string): Promise<() => Promise<string>>;
  close(): Promise<void>;
};

export async function startServer(): Promise<Server> {
  const api: TestApi = await testApi();
  let app = api.app;
  await makeTemplate(api.db);
  const foreign = new pg.Client({ connectionString: api.db.ownerUrl });
  foreign.on('error', () => undefined);
  await foreign.connect();
  return {
    db: api.db,
    app: () => app,
    foreign,
    async restart() {
      await app.close();
      app = await buildApp({ database: api.db, config: api.config });
    },
    backUp: (site) => backUpSite(api.db, site),
    restore: (site) => restoreSite(api.db, site, api.config.dataDir),
    async blocked() {
      const [row] = await api.db.owner<{ count: string }>(
        `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return Number(row?.count);
    },
    async signIn(site, UserId) {
      const session = await api.db.tx(siteAlone(site), (tx) => openSession(tx, { site, UserId, homeSite: site }));
      // The database has its own clock, which is not the world's.
      await api.db.owner(`update sessions set "expiresAt" = '2100-01-01' where site = $1`, [site]);
      const claims = { sub: UserId, site, sid: session.SessionId, SuperUser: false } as unknown as Claims;
      return () => busy(signToken(api.key, claims));
    },
    async close() {
      await foreign.end();
      if (app !== api.app) await app.close();
      await api.close();
    },
  };
}
