import { AppError } from '#contract/base/errors.ts';
import { schemaVersion } from '#contract/schema-version.ts';

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

let passed = false;

/** Another app has taken over while somebody worked in this page: it is loaded anew before it opens anything again. */
export function bePassed(): void {
  passed = true;
}

export function isPassed(): boolean {
  return passed;
}

/** A newer app keeps the device in another way: this page is to become that one. */
export class NewerAppError extends AppError {
  /** In another tab, now. */
  readonly isOpen: boolean;
  constructor(isOpen: boolean) {
    super(
      'unavailable',
      'A newer version of Mainstay is in use here. Try again in a moment, or close all its tabs and open it again. Nothing was lost.',
    );
    this.isOpen = isOpen;
  }
}

/** Whether another app will take this page's place. */
export async function isNewerAppComing(): Promise<boolean> {
  const registration = await globalThis.navigator?.serviceWorker?.getRegistration();
  return passed || (registration?.installing ?? registration?.waiting ?? null) !== null;
}

/** Whether an app of a later schema has the person's device open now. */
export async function isNewerAppOpen(who: Person): Promise<boolean> {
  const shown = (await globalThis.navigator?.locks?.query())?.held ?? [];
  const start = nameOf(who);
  return shown.some(({ name = '' }) => name.startsWith(start) && parseInt(name.slice(start.length)) > schemaVersion);
}
