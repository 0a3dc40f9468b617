import { within } from '../../within.ts';
import { screenOf } from './mirror.ts';
import type { Person } from './person.ts';

/** For one deed, or one start of a browser. */
export const longestMs = 45_000;

export async function troubleNetwork(person: Person): Promise<void> {
  const { device, random, deeds } = person;
  const { network } = device;
  if (random.chance(0.5)) {
    network.cut();
    deeds.counts.cuts += 1;
  } else {
    const share = () => random.between(0, 25) / 100;
    network.disturb({
      delayMs: random.between(0, 400),
      cutReply: share(),
      halfOpen: share() / 3,
      duplicate: share(),
    });
    deeds.counts.disturbances += 1;
  }
  person.calmAt = Date.now() + random.between(1_000, 9_000);
}

/** Ends the trouble. */
export function calmNetwork(person: Person): void {
  person.calmAt = null;
  person.device.network.mend();
  person.device.network.disturb(null);
}

export async function dieAndReturn({ device, random, deeds }: Person): Promise<void> {
  const isWhole = random.chance(0.5);
  deeds.counts[isWhole ? 'browserKills' : 'tabKills'] += 1;
  if (isWhole) device.killBrowser();
  else await device.killTab();
  await device.open('/onDeck');
}

/** A browser that does not answer any more is ended as its user would end it. */
export async function reopen(person: Person, isHanging: boolean): Promise<void> {
  const { who, device } = person;
  if (isHanging) device.killBrowser();
  try {
    await within(longestMs, `${who} to open the browser`, device.open('/onDeck'));
  } catch (error) {
    await trip(person, error);
    device.killBrowser();
    await within(longestMs, `${who} to open it again`, device.open('/onDeck')).catch((cause: unknown) =>
      trip(person, cause),
    );
  }
}

/** Notes what went wrong and what was on the screen. */
export async function trip(person: Person, error: unknown): Promise<void> {
  const { device, deeds, troubles } = person;
  deeds.counts.stumbles += 1;
  // Playwright's first lines say what it waited for.
  const told = error instanceof Error ? error.message.split('\n').slice(0, 3).join(' ') : String(error);
  const screen = await within(
    5_000,
    'the screen',
    Promise.resolve().then(() => screenOf(device.page())),
  ).catch(() => 'no screen');
  troubles.add(`${person.calmAt === null ? 'calm' : 'troubled'} network: ${told}, at ${screen}`);
}
