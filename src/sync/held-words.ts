import type { SyncState } from '#workers/sync.worker.ts';
import type { Meaning } from '#shared/ui/meaning/meaning.ts';

type Told = Pick<SyncState, 'online' | 'hydrated' | 'fetched'>;
export type HeldPart = { name: string; meaning: Meaning; text: string };

const parts = [
  ['P0', 'Today and these two weeks'],
  ['P1', 'Active charts'],
  ['names', 'Names of all patients'],
] as const;

/** What is on this device, most urgent first: done, being fetched, or still to come. */
export function heldParts({ online, hydrated, fetched }: Told): HeldPart[] {
  const current = parts.find(([priority]) => !hydrated[priority])?.[0];
  return parts.map(([priority, name]) => {
    if (hydrated[priority]) return { name, meaning: 'done', text: 'Done' };
    if (!online) return { name, meaning: 'past', text: 'Waiting to be online' };
    if (priority !== current) return { name, meaning: 'past', text: 'Waiting' };
    const rows = fetched[priority];
    return {
      name,
      meaning: 'progress',
      text: rows > 0 ? `Loading, ${rows.toLocaleString('en-US')} rows so far` : 'Loading',
    };
  });
}

/** What the last comparison with the server found; null before the first one. */
export function comparedWords(compared: SyncState['compared'], when: (at: number) => string): string | null {
  if (!compared) return null;
  const { at, corrected } = compared;
  if (corrected === 0) return `Compared with the server ${when(at)}. Everything matches.`;
  const rows = corrected === 1 ? 'one row was' : `${corrected.toLocaleString('en-US')} rows were`;
  return `Compared with the server ${when(at)}. ${rows} different and corrected.`;
}
