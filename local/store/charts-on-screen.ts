import type { Device } from './device.ts';

/**
 * Says that a chart is on the screen, so that no tab and no worker frees its rows; ends with what it returns, or
 * with the tab. A Web Lock, because nothing else ends by itself when a tab crashes.
 */
export function holdChart(site: string, UserId: string, PatientId: string): () => void {
  const locks = globalThis.navigator?.locks;
  if (!locks) return () => undefined;
  const done = Promise.withResolvers<void>();
  locks.request(`${prefixOf(site, UserId)}${PatientId}`, { mode: 'shared' }, () => done.promise).catch(() => undefined);
  return done.resolve;
}

/** The patients whose charts are on a screen of this user now, in whatever tab. */
export async function chartsOnScreen({ site, UserId }: Pick<Device, 'site' | 'UserId'>): Promise<string[]> {
  const prefix = prefixOf(site, UserId);
  const { held = [] } = (await globalThis.navigator?.locks?.query()) ?? {};
  return held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : []));
}

const prefixOf = (site: string, UserId: string) => `chart:${site}:${UserId}:`;
