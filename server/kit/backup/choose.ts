import { historyToRestore, type History } from './histories.ts';
import { holds, stretchesOf } from './timelines.ts';
import { whereabouts, type About } from './vault.ts';

/** `point`: exactly what was backed up; a moment; or all that there is. */
export type Target = { kind: 'point' } | { kind: 'time'; at: string } | { kind: 'latest' };
/** Which backup to begin with, how far to go, and in which history; `passedOver`: newer ones that no server wrote to. */
export type Choice = { about: About; target: Target; history: History; passedOver: History[] };

export type Wishes = { at?: string | undefined; backup?: string | undefined; history?: number | undefined };

/**
 * The backup to begin with: a named one as it is, or the last before the moment that lies in the history that is
 * wanted. What was backed up after another history left that one is none of it.
 */
export async function choose(
  backups: readonly About[],
  historiesOf: (system: string) => Promise<readonly History[]>,
  { at, backup, history: named }: Wishes,
): Promise<Choice> {
  const before = backups.filter(
    ({ id, endedAt }) => (backup === undefined || id === backup) && (at ?? endedAt) >= endedAt,
  );
  const last = before.at(-1);
  if (!last) throw new Error(lackingSentence(backup));
  const histories = await historiesOf(last.system);
  // A backup by its name is of one history, whichever others there are.
  const own = backup === undefined || at !== undefined ? undefined : whereabouts(last).timeline;
  const { history, passedOver } = historyToRestore(histories, named ?? own);
  const stretches = stretchesOf(history);
  const about = before.findLast((each) => each.system === last.system && holds(stretches, whereabouts(each)));
  if (!about) throw new Error(`${lackingSentence(backup).slice(0, -1)} in history ${history.timeline}.`);
  if (at !== undefined) return { about, target: { kind: 'time', at }, history, passedOver };
  return { about, target: { kind: backup === undefined ? 'latest' : 'point' }, history, passedOver };
}

function lackingSentence(backup: string | undefined): string {
  return backup === undefined
    ? 'There is no backup from before that.'
    : `There is no backup ${backup} from before that.`;
}
