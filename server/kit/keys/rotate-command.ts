import { dropLeaked, dropUnused, giveUpOpenRotation, isRotationOpen, rotateKeys, type Keeper } from './rotate.ts';
import { idsAt, keyPlaces, type KeyPlace } from './key-places.ts';
import { isOf, keysInUse, lacking, lackingSentence, type Held } from './keys-in-use.ts';

export type RotateOptions = { drop?: boolean; leaked?: boolean; lost?: boolean };

/** `admin rotate-key`: does it, and says in sentences what became of every key. */
export async function rotateKeyCommand(keeper: Keeper, { drop, leaked, lost }: RotateOptions): Promise<string[]> {
  const places = keyPlaces(keeper.settings);
  if (drop) {
    const dropped = await dropUnused(keeper);
    const first = dropped.length === 0 ? 'No former key could be dropped.' : `Dropped: ${dropped.join(', ')}.`;
    return [first, ...(await waitingFor(keeper, places))];
  }
  const missed = lost ? [] : lacking(places, await keysInUse(keeper.database));
  if (missed.length > 0) throw new Error(`No key was rotated. ${missed.map(lackingSentence).join(' ')}`);
  // Its keys may be those that leaked.
  if (leaked) giveUpOpenRotation(keeper.settings);
  const wasOpen = isRotationOpen(keeper.settings);
  const { sealed, unreadable } = await rotateKeys(keeper, { isLost: lost === true });
  const ended = 'An interrupted rotation is finished now. Run this again for another new key.';
  const lines = [
    ...(wasOpen ? [ended] : []),
    ...places.map(presentLine),
    `Secrets encrypted with the new key: ${sealed}.`,
  ];
  if (unreadable > 0)
    lines.push(`No key opens ${unreadable} secrets. ${lost ? 'They were given up.' : 'They stay as they are.'}`);
  if (!leaked) return [...lines, ...(await waitingFor(keeper, places))];
  const { ended: sessions, dropped } = await dropLeaked(keeper);
  return [
    ...lines,
    `Sessions ended: ${sessions}. Dropped: ${dropped.join(', ') || 'none'}.`,
    ...(await waitingFor(keeper, places)),
  ];
}

function presentLine(place: KeyPlace): string {
  const [id, ...former] = idsAt(place);
  if (place.given === undefined) return `The ${place.name} key is now ${id}.`;
  const how =
    former.length > 0
      ? 'All secrets are encrypted with it.'
      : 'To rotate it, make it a JSON list, the new key first and this one after it, and run this again.';
  return `The ${place.name} key ${id} comes from ${place.variable}. ${how}`;
}

/** Former keys that have to stay, and why. */
async function waitingFor({ database }: Keeper, places: KeyPlace[]): Promise<string[]> {
  const inUse = await keysInUse(database);
  return places.flatMap((place) => {
    const former = idsAt(place).slice(1);
    if (former.length === 0) return [];
    if (place.name !== 'signing') return [`${former.length} former ${place.name} keys stay: ${former.join(', ')}.`];
    return former.map((id) =>
      formerLine(
        id,
        inUse.filter((each) => isOf(place, each) && each.keyId === id),
      ),
    );
  });
}

function formerLine(id: string, held: Held[]): string {
  if (held.length === 0) return `Nothing needs the former signing key ${id}: rotate-key --drop removes it.`;
  const what = held.map(
    ({ kind, held: count, until }) => `${count} ${kind}${until ? ` until ${until.slice(0, 10)}` : ''}`,
  );
  return `The former signing key ${id} stays for ${what.join(', ')}.`;
}
