import { syncState } from './sync-state.ts';

/** What is said of refused changes that go again: without the network they wait, and nothing of them is sent yet. */
export function sentAgainWords(many: number): string {
  if (syncState().online) return many === 1 ? 'Sent again.' : `${many} changes are sent again.`;
  return many === 1
    ? 'Saved. It is sent when you’re back online.'
    : `${many} changes are saved. They are sent when you’re back online.`;
}
