import { schemaVersion } from '#contract/entities.ts';

type Person = { site: string; UserId: string };

const nameOf = ({ site, UserId }: Person) => `app:${site}:${UserId}:`;

/** Lets the apps of other tabs see which schema has a person's device open, until the function it gives is called. */
export async function showApp(who: Person): Promise<() => void> {
  const [held, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const hold = () => {
    held.resolve();
    return done.promise;
  };
  const locks = globalThis.navigator?.locks;
  locks?.request(`${nameOf(who)}${schemaVersion}:${crypto.randomUUID()}`, hold).catch(() => held.resolve());
  if (locks) await held.promise;
  return done.resolve;
}

/** Whether an app of a later schema has the person's device open now. */
export async function isNewerAppOpen(who: Person): Promise<boolean> {
  const shown = (await globalThis.navigator?.locks?.query())?.held ?? [];
  const start = nameOf(who);
  return shown.some(({ name = '' }) => name.startsWith(start) && parseInt(name.slice(start.length)) > schemaVersion);
}
