import { z } from 'zod';
import { isSameValue } from '../base/same-value.ts';
import { recordedCount } from './recorded-services.ts';
import { ServiceEntry, type CptDescription } from './service.ts';

const Line = ServiceEntry.strip();

/** The services that somebody saw when they changed them, as their call carries them; an older app told none. */
export const SeenServices = z.object({ services: z.array(Line).optional() });

/**
 * Merges the services of a visit three-way, line by line (sync.md): what I added, removed or changed since `was`, over
 * what is there now. Of a line that both changed differently `merged` has mine, and `clashes` tells its code; so it does
 * where both added a line of one code: it would be billed twice, and whether it was given twice a person knows. Without
 * `was` my list is the new one.
 */
export function mergedServices(
  now: readonly ServiceEntry[],
  mine: readonly ServiceEntry[],
  was: readonly ServiceEntry[] | undefined,
  codes: readonly CptDescription[],
): { merged: ServiceEntry[]; clashes: string[] } {
  if (!was) return { merged: [...mine], clashes: [] };
  const isSame = (one: ServiceEntry | undefined, other: ServiceEntry | undefined) =>
    isSameValue(one && asRecorded(one, codes), other && asRecorded(other, codes));
  const removed = was.filter((line) => !lineIn(mine, line));
  const added = now.filter((line) => !lineIn(mine, line) && !lineIn(was, line));
  const clashes: string[] = [];
  const merged = mine.flatMap((line) => {
    const [before, there] = [lineIn(was, line), lineIn(now, line)];
    if (isSame(line, before)) return there ? [there] : [];
    if (!isSame(there, before) && !isSame(there, line)) clashes.push(line.CPT_Code);
    return [line];
  });
  for (const line of removed) {
    const there = lineIn(now, line);
    if (there && !isSame(there, line)) clashes.push(line.CPT_Code);
  }
  clashes.push(...addedTwice(now, mine, was));
  return { merged: [...merged, ...added].map(entryOf), clashes: [...new Set(clashes)] };
}

/** The codes that both gave to a line of their own. */
function addedTwice(
  now: readonly ServiceEntry[],
  mine: readonly ServiceEntry[],
  was: readonly ServiceEntry[],
): string[] {
  return doubledLines(now, mine, was).map(({ CPT_Code }) => CPT_Code);
}

/** My lines of a code that someone else gave to a line of theirs since `was`; without `was` mine replace theirs. */
export function doubledLines(
  now: readonly ServiceEntry[],
  mine: readonly ServiceEntry[],
  was: readonly ServiceEntry[] | undefined,
): ServiceEntry[] {
  if (!was) return [];
  const newIn = (list: readonly ServiceEntry[], others: readonly ServiceEntry[]) =>
    list.filter((line) => [was, others].every((of) => lineIn(of, line)?.CPT_Code !== line.CPT_Code));
  const theirs = newIn(now, mine);
  return newIn(mine, now).filter(({ CPT_Code }) => theirs.some((line) => line.CPT_Code === CPT_Code));
}

/** Services without these lines of mine: each is as it is now, or gone where it is not there. */
export function withoutLines(
  services: readonly ServiceEntry[],
  lines: readonly ServiceEntry[],
  now: readonly ServiceEntry[],
): ServiceEntry[] {
  return services.flatMap((line) => (lineIn(lines, line) ? (lineIn(now, line) ?? []) : line));
}

/** What refused charges come to with codes as often as they were entered, and with each of them once. */
export type Entered = { services: readonly ServiceEntry[]; once: readonly ServiceEntry[] };

/** `97110 is also in the charges that are saved for this visit. Was it done once or twice?` */
export function doubledSentence(codes: readonly string[], of: Entered): string {
  return askedAlike(codes, of)
    .map(({ are, were, asked }) => `${are} also in the charges that are saved for this visit. ${were} done ${asked}?`)
    .join(' ');
}

/** `97110 is in these charges twice. Was it done once or twice? If once, your last entry counts.` */
export function repeatedSentence(codes: readonly string[], of: Entered): string {
  return askedAlike(codes, of)
    .map(({ are, were, asked, few, all }) => {
      return `${are} in these charges ${all}. ${were} done ${asked}? If ${few}, your last entry counts.`;
    })
    .join(' ');
}

/** `It was done twice`: as often as each of these codes is in a list; null where that differs. */
export function doneWords(codes: readonly string[], list: readonly ServiceEntry[]): string | null {
  const [times, ...others] = new Set(codes.map((code) => timesIn(list, code)));
  return times === undefined || others.length > 0 ? null : `It was done ${times}`;
}

/** Codes of which the same is asked, together. */
function askedAlike(codes: readonly string[], { services, once }: Entered) {
  const words = codes.map((code) => ({ code, few: timesIn(once, code), all: timesIn(services, code) }));
  return [...Map.groupBy(words, ({ few, all }) => `${few} or ${all}`)].map(([asked, alike]) => {
    const [is, were] = alike.length === 1 ? ['is', 'Was it'] : ['are', 'Were they'];
    const { few = '', all = '' } = alike[0] ?? {};
    return { are: `${alike.map(({ code }) => code).join(', ')} ${is}`, were, asked, few, all };
  });
}

function timesIn(list: readonly ServiceEntry[], code: string): string {
  const times = list.filter(({ CPT_Code }) => CPT_Code === code).length;
  return ['never', 'once', 'twice'][times] ?? `${times} times`;
}

/** Whether two lists record the same, in whatever order. */
export function isSameServices(
  one: readonly ServiceEntry[],
  other: readonly ServiceEntry[],
  codes: readonly CptDescription[],
): boolean {
  const inOrder = (lines: readonly ServiceEntry[]) =>
    lines.map((line) => asRecorded(line, codes)).toSorted((a, b) => a.ServiceId.localeCompare(b.ServiceId));
  return isSameValue(inOrder(one), inOrder(other));
}

/** Why charges were not recorded that somebody else had changed. */
export function chargesClashSentence(codes: readonly string[]): string {
  return `These charges changed since you edited them (${codes.join(', ')}): someone else changed or added them, or your earlier change was not accepted. Your charges were not saved. Review them, then send yours again if they still apply.`;
}

function lineIn(lines: readonly ServiceEntry[], { ServiceId }: ServiceEntry): ServiceEntry | undefined {
  return lines.find((line) => line.ServiceId === ServiceId);
}

/** What was recorded of a service; who gave it only where it was split. */
export function entryOf({ ServiceId, CPT_Code, Minutes, Count, Performed }: ServiceEntry): ServiceEntry {
  return { ServiceId, CPT_Code, Minutes, Count, ...(Performed && Performed.length > 0 && { Performed }) };
}

/** A count that nobody entered is recorded all the same. */
function asRecorded(line: ServiceEntry, codes: readonly CptDescription[]): ServiceEntry {
  return { ...entryOf(line), Count: recordedCount(line, codes) };
}
