import { AppError } from '#contract/base/errors.ts';
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

/** A newer app keeps the device in another way: this page is to become that one. */
export class NewerAppError extends AppError {
  constructor() {
    super(
      'unavailable',
      'A newer version of Mainstay is in use here, and this page is still the old one. Try again in a moment, or close all tabs of Mainstay and open it again; nothing was lost.',
    );
  }
}

/** Whether an app of a later schema has the person's device open now, or will take this page's place. */
export async function isNewerAppHere(who: Person): Promise<boolean> {
  const registration = await globalThis.navigator?.serviceWorker?.getRegistration();
  if (registration?.installing ?? registration?.waiting) return true;
  const shown = (await globalThis.navigator?.locks?.query())?.held ?? [];
  const start = nameOf(who);
  return shown.some(({ name = '' }) => name.startsWith(start) && parseInt(name.slice(start.length)) > schemaVersion);
}
