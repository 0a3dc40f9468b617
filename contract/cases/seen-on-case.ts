import type { Authorization } from './authorization.ts';
import type { Script } from './script.ts';

/** The ids of what hangs on a case, as it was seen by whoever deletes the case with it. */
export type SeenOnCase = { scripts: string[]; authorizations: string[] };

export type OnCase<S = Pick<Script, 'ScriptId'>, A = Pick<Authorization, 'AuthorizationId'>> = {
  scripts: readonly S[];
  authorizations: readonly A[];
};

export function seenOnCase({ scripts, authorizations }: OnCase): SeenOnCase {
  return {
    scripts: scripts.map(({ ScriptId }) => ScriptId),
    authorizations: authorizations.map(({ AuthorizationId }) => AuthorizationId),
  };
}

/** What hangs on a case now and was not seen; of a kind that the call tells nothing of, nothing. */
export function addedToCase<S extends Pick<Script, 'ScriptId'>, A extends Pick<Authorization, 'AuthorizationId'>>(
  seen: Readonly<Record<string, unknown>>,
  now: OnCase<S, A>,
): { scripts: S[]; authorizations: A[] } {
  const isUnseen = (known: unknown, id: string) => Array.isArray(known) && !known.includes(id);
  return {
    scripts: now.scripts.filter(({ ScriptId }) => isUnseen(seen['scripts'], ScriptId)),
    authorizations: now.authorizations.filter((one) => isUnseen(seen['authorizations'], one.AuthorizationId)),
  };
}

/** Why a case stays to which something was added, or null. */
export function addedSentence({ scripts, authorizations }: OnCase): string | null {
  const count = scripts.length + authorizations.length;
  if (count === 0) return null;
  const parts = [counted(scripts.length, 'script'), counted(authorizations.length, 'authorization')];
  const what = parts.filter((part) => part !== null).join(' and ');
  return `${what} ${count === 1 ? 'was' : 'were'} added to this case meanwhile. Nothing was deleted. Look at ${count === 1 ? 'it' : 'them'}, then send yours again to delete the case with all that hangs on it.`;
}

function counted(count: number, of: string): string | null {
  if (count === 0) return null;
  return `${count} ${of}${count === 1 ? '' : 's'}`;
}
