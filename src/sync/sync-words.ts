import type { SyncState } from '#workers/sync.worker.ts';
import type { Meaning } from '#shared/ui/meaning/meaning.ts';

export type SyncWords = { text: string; meaning: Meaning; explained: string };

type Told = Pick<SyncState, 'online' | 'waiting' | 'parked' | 'hydrated'> & {
  /** How much was typed and never saved. */
  typed?: number;
};

/** The one quiet pill: Saved, 3 waiting, Offline, Needs attention (ui.md, Shell). */
export function syncWords({ online, waiting, parked, hydrated, typed = 0 }: Told): SyncWords {
  if (parked + typed > 0) {
    return {
      text: `Needs attention (${parked + typed})`,
      meaning: 'needs',
      explained: [
        ...(parked > 0 ? ['The server refused a change. It is kept here until you decide.'] : []),
        ...(typed > 0 ? ['You have an unsaved draft. It is kept here until you open it again.'] : []),
      ].join(' '),
    };
  }
  if (!online) {
    return {
      text: waiting > 0 ? `Offline, ${waiting} waiting` : 'Offline',
      meaning: 'past',
      explained: 'Your changes are saved on this device and sent when you’re back online.',
    };
  }
  if (waiting > 0)
    return {
      text: `${waiting} waiting`,
      meaning: 'progress',
      explained: 'Saved on this device. Waiting to be sent.',
    };
  if (!hydrated.P0 || !hydrated.P1 || !hydrated.names)
    return {
      text: 'Getting ready',
      meaning: 'progress',
      explained: 'Data is still loading. This device is not ready for an outage yet.',
    };
  return { text: 'Saved', meaning: 'done', explained: 'Saved on the server.' };
}
