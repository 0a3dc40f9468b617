import { useEffect, useState } from 'react';
import type { ManagedUser, PermissionGroup } from '#contract/users/user.ts';
import { call } from '#shared/api.ts';
import { useOnline } from '#shared/sync-state.ts';

export type People = { users: ManagedUser[]; groups: PermissionGroup[] };
type Fetched = { people: People } | { failure: string };

/** Users and permission groups as the server has them now; fetched again when the network comes back. */
export function usePeople() {
  const isOnline = useOnline();
  const [fetched, setFetched] = useState<Fetched | null>(null);
  const load = () => fetchPeople().then(setFetched);
  useEffect(() => {
    if (isOnline) void fetchPeople().then(setFetched);
  }, [isOnline]);
  return {
    isOnline,
    people: fetched && 'people' in fetched ? fetched.people : null,
    failure: fetched && 'failure' in fetched ? fetched.failure : null,
    load,
  };
}

async function fetchPeople(): Promise<Fetched> {
  try {
    const [{ users }, { permissionGroups }] = await Promise.all([call('users.list', {}), call('users.groups', {})]);
    return { people: { users, groups: permissionGroups } };
  } catch (cause) {
    return { failure: sentenceOf(cause) };
  }
}

export function sentenceOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : 'That did not work. Nothing was changed. Try again.';
}
