import type { DemoUserName } from '#server/demo/cast.ts';
import type { seeded } from '../../random.ts';
import type { BrowserDevice } from '../browser-device.ts';
import type { ChaosVisit } from './visits.ts';

/** What one browser did: for each visit how often a move was seen on its card, and how often that is not known. */
export type Deeds = {
  moves: Map<string, { seen: number; unsure: number }>;
  /** Words the screen said were saved on this device, by visit. */
  words: Map<string, string[]>;
  counts: Record<
    'moves' | 'words' | 'reloads' | 'tabKills' | 'browserKills' | 'cuts' | 'disturbances' | 'stumbles',
    number
  >;
};

/** Who does it, with what, and what is known of it so far. */
export type Person = {
  who: DemoUserName;
  device: BrowserDevice;
  random: ReturnType<typeof seeded>;
  visits: ChaosVisit[];
  /** Visits whose notes they write. */
  notes: ChaosVisit[];
  deeds: Deeds;
  /** What stumbles were about, without repeating itself. */
  troubles: Set<string>;
  /** When their network is mended; null while it is calm. */
  calmAt: number | null;
};
