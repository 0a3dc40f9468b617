import { schemaVersion } from '../schema-version.ts';
import type { PushEntry } from './endpoints.ts';

/** Makes a call of one schema one of the next: pure, and of every call's input and base, not only of some. */
export type Upcaster = (entry: PushEntry) => PushEntry;

/**
 * From each schema to the next. An entry stays here for 180 days after the app that wrote it was replaced
 * (sync.md): what waits on a device is never rewritten there, it is raised when it arrives.
 * 1 to 2: rows on the device got versions; 2 to 3: they are sealed in bundles; 3 to 4: what is in clear of them is
 * text; 4 to 5: cases have a plan of care, and scripts, authorizations and the calendar came to them; 5 to 6: contacts came;
 * 6 to 7: notes have ids and kinds of their own. Calls stayed as they were, and name the visit for its note; 7 to 8: notes have cells;
 * 8 to 9: cases have measures, goals, plans of care and flowsheets, and notes on patients and cases came;
 * 9 to 10: notes have findings of the spine and say which templates they use, and scores of outcome measures and templates
 * came; 10 to 11: a device tells when the visits of a patient were written, and packs the cells of flowsheets; a clinic’s
 * own measures came, and templates of one person stay on the devices of that person; guarantors came;
 * 11 to 12: patients have a language; home programs with their logs and monitoring, rules of online booking, review sites and tasks came.
 */
export const upcasters: Readonly<Record<number, Upcaster>> = {
  1: (entry) => entry,
  2: (entry) => entry,
  3: (entry) => entry,
  4: (entry) => entry,
  5: (entry) => entry,
  6: (entry) => entry,
  7: (entry) => entry,
  8: (entry) => entry,
  9: (entry) => entry,
  10: (entry) => entry,
  11: (entry) => entry,
};

/** The entry as today's app would send it; undefined when it is older than anything that can still be read. */
export function raised(entry: PushEntry, to: number = schemaVersion, steps = upcasters): PushEntry | undefined {
  let raising: PushEntry | undefined = entry;
  while (raising !== undefined && raising.schemaVersion < to) {
    const step: Upcaster | undefined = steps[raising.schemaVersion];
    raising = step && { ...step(raising), schemaVersion: raising.schemaVersion + 1 };
  }
  return raising;
}
