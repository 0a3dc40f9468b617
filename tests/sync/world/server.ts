import pg from 'pg';
import type { FastifyInstance } from 'fastify';
import type { Claims } from '#server/kit/auth/tokens.ts';
import { signToken } from '#server/kit/auth/tokens.ts';
import { openSession, siteAlone } from '#server/kit/auth/sessions.ts';
import { buildApp } from '#server/app.ts';
import { fileAnchor } from '#server/kit/audit/chain/anchor.ts';
import { loadAuditKeys } from '#server/kit/audit/chain/key.ts';
import { verifySite } from '#server/kit/audit/chain/verify.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';
import type { TestDatabase } from '#server/testing/database.ts';
import { backUpSite, restoreSite, type Marks } from './restore-site.ts';
import { makeTemplate } from './site.ts';
import { busy } from './turn.ts';

/** The real API on a real database, shared by all seeds of a test file; each seed has a site of its own in it. */
export type Server = {
  db: TestDatabase;
  app(): FastifyInstance;
  /** Ends the process's API and starts another on the same database. */
  restart(): Promise<void>;
  /** What of the audit log of a site is not as it was written. */
  auditFaults(site: string): Promise<string[]>;
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
  let anchor: Marks = {};
  const start = () => buildApp({ database: api.db, config: api.config });
  return {
    db: api.db,
    app: () => app,
    foreign,
    async restart() {
      await app.close();
      app = await start();
    },
    async backUp(site) {
      anchor = await backUpSite(api.db, site, api.config.dataDir);
    },
    async restore(site) {
      // A server that goes on would seal what is about to be taken away, and remember that.
      await app.close();
      await restoreSite(api.db, site, api.config.dataDir, anchor);
      app = await start();
    },
    async auditFaults(site) {
      const keeper = { keys: await loadAuditKeys(api.config), anchor: fileAnchor(api.config.dataDir) };
      const { findings } = await verifySite(api.db, keeper, site);
      return findings.map(({ what }) => `audit log: ${what}`);
    },
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
