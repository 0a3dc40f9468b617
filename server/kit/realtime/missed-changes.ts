import type { Database } from '../db/database.ts';
import { pollLoop } from '../rounds.ts';
import type { Realtime } from './realtime.ts';

/** How long a change may stay unseen that nobody told of: its process was killed after the commit, or is none of ours. */
export const lookEveryMs = 2_000;

/** Up to which snapshot each site was told of; `start` for those with no change since this process began to hear. */
type Told = { start: string | undefined; sites: Map<string, string> };

export type MissedChanges = {
  /** Notes that a site's screens are told to pull, of which they see this snapshot or more. */
  told(site: string, snapshot: string): void;
  /** Anything may have been missed: every screen is told to pull. */
  startAnew(): void;
  stop(): Promise<void>;
};

/** The net under the notices: looks at the change log of the sites that have screens here, and tells what was not told. */
export function findMissed(
  database: Database,
  realtime: Pick<Realtime, 'changed' | 'sites'>,
  onTrouble: { failed(): void },
): MissedChanges {
  let known: Told = { start: undefined, sites: new Map() };

  async function look(): Promise<void> {
    const told = known;
    const { start } = told;
    if (start === undefined) {
      told.start = (await lookAt(database, [], [])).now;
      return realtime.changed(null);
    }
    const sites = realtime.sites();
    if (sites.length === 0) return;
    const before = new Map(sites.map((site) => [site, told.sites.get(site)]));
    const { now, changed } = await lookAt(
      database,
      sites,
      sites.map((site) => before.get(site) ?? start),
    );
    for (const site of changed) {
      // A notice that came meanwhile may know of more.
      if (told.sites.get(site) === before.get(site)) told.sites.set(site, now);
      realtime.changed(site);
    }
  }
  const rounds = pollLoop(look, onTrouble, lookEveryMs);
  return {
    told: (site, snapshot) => void known.sites.set(site, snapshot),
    startAnew() {
      known = { start: undefined, sites: new Map() };
      rounds.wake();
    },
    stop: () => rounds.stop(),
  };
}

type Looked = { now: string; changed: string[] };

/** Which of these sites have changes that are not in their snapshot, and the snapshot in which they are. */
async function lookAt(database: Database, sites: string[], since: string[]): Promise<Looked> {
  const [looked] = await database.outside((tx) =>
    tx.rows<Looked>(`select pg_current_snapshot()::text as now, array(select sites_changed($1, $2)) as changed`, [
      sites,
      since,
    ]),
  );
  if (!looked) throw new Error('The database told no snapshot.');
  return looked;
}
