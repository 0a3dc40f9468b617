import type { EntityName } from '#contract/entities.ts';
import { isBundleKey } from './bundles.ts';
import type { MirrorDatabase, Places, StoredBundle } from './db.ts';
import { idsAfter, partOf, placeIn, placesAfter, type Move } from './row-index.ts';
import { marksOf } from './row-marks.ts';

/** A bundle as it is and as it will be. */
export type BundleReplaced = { key: string; before: StoredBundle | undefined; after: StoredBundle | undefined };

export type ChangedPlaces = Places & { /** A row that comes was in another bundle. */ isMove: boolean };

export type Moves = { gone: Move[]; come: Move[] };

/** What changes in the records of places, by their number. */
export function movesOf(changes: readonly BundleReplaced[]): Map<number, Moves> {
  const moves = new Map<number, Moves>();
  const at = (key: string) => {
    const part = partOf(key);
    const known = moves.get(part) ?? { gone: [], come: [] };
    moves.set(part, known);
    return known;
  };
  for (const { key: bundle, before, after } of changes) {
    const [former, now] = [rowsToPlace(before), rowsToPlace(after)];
    for (const [name, row] of former) if (!now.has(name)) at(row.key).gone.push({ ...row, bundle });
    for (const [name, row] of now) if (!former.has(name)) at(row.key).come.push({ ...row, bundle });
  }
  return moves;
}

/** The records of places as they will be. */
export async function changedPlaces(mirror: MirrorDatabase, moves: Map<number, Moves>): Promise<ChangedPlaces[]> {
  const stored = await mirror.places.bulkGet([...moves.keys()]);
  return [...moves].map(([part, { gone, come }], index) => {
    const before = stored[index]?.text;
    const isMove = come.some(({ entity, key, bundle }) => (placeIn(before, entity, key) ?? bundle) !== bundle);
    return { part, text: placesAfter(before, gone, come), isMove };
  });
}

/** The rows of a bundle that are looked up by a key of their own. */
function rowsToPlace(bundle: StoredBundle | undefined): Map<string, { entity: EntityName; key: string }> {
  const rows = new Map<string, { entity: EntityName; key: string }>();
  for (const [name, text] of Object.entries(bundle?.marks ?? {})) {
    const entity = name as EntityName;
    if (isBundleKey(entity)) continue;
    for (const { key } of marksOf(text)) rows.set(`${entity} ${key}`, { entity, key });
  }
  return rows;
}

export async function writeDays(mirror: MirrorDatabase, changes: readonly BundleReplaced[]): Promise<void> {
  const edits = new Map<string, { gone: string[]; come: string[] }>();
  const at = (day: string) => {
    const known = edits.get(day) ?? { gone: [], come: [] };
    edits.set(day, known);
    return known;
  };
  for (const { key: PatientId, before, after } of changes) {
    const former = daysIn(before);
    const now = daysIn(after);
    for (const day of former) if (!now.has(day)) at(day).gone.push(PatientId);
    for (const day of now) if (!former.has(day)) at(day).come.push(PatientId);
  }
  if (edits.size === 0) return;
  const stored = await mirror.visitDays.bulkGet([...edits.keys()]);
  const after = [...edits].map(([day, { gone, come }], index) => {
    return { day, PatientIds: idsAfter(stored[index]?.PatientIds, gone, come) };
  });
  await mirror.visitDays.bulkPut(after.filter(({ PatientIds }) => PatientIds !== ''));
  await mirror.visitDays.bulkDelete(after.flatMap(({ day, PatientIds }) => (PatientIds === '' ? [day] : [])));
}

/** The days of the visits in a bundle. */
function daysIn(bundle: StoredBundle | undefined): Set<string> {
  return new Set(marksOf(bundle?.marks.visits).map(({ day }) => day));
}
