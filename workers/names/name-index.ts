import type { PatientName } from '#contract/patients/patient-name.ts';
import { isEmptyQuery, nameQueries, phoneDigits, type NameQuery } from '#contract/patients/name-query.ts';
import { joinedName, nameWords } from '#contract/patients/name-words.ts';

export const namesPerPage = 500;

/** All patient names of the site in memory; a slot stays a patient's own, and its page is slot / 500. */
export type NameIndex = {
  size(): number;
  /** The pages that changed. */
  put(names: readonly PatientName[]): Set<number>;
  remove(PatientIds: readonly string[]): Set<number>;
  page(page: number): (PatientName | null)[];
  setPage(page: number, names: (PatientName | null)[]): void;
  clear(): void;
  /** Sorts now instead of at the next search. */
  settle(): void;
  /** `pending` are names not yet on the server's side; they stand in for those of the same id. */
  search(typed: string, limit: number, pending?: ReadonlyMap<string, PatientName>): PatientName[];
  /** All names in their order, from one place on, and how many there are. */
  list(from: number, limit: number, pending?: ReadonlyMap<string, PatientName>): NameList;
};

export type NameList = { total: number; names: PatientName[] };

/** `key` is every word of the names, each after a mark; last name first, so that it starts with it. */
type Packed = { name: PatientName; key: string; sort: string; phone: string };
/** In order of names; `words` and `phones` are all of them in one text each, which is searched as a whole. */
type Sorted = { all: Packed[]; words: Text; phones: Text };
type Text = { text: string; starts: Uint32Array };

const mark = '\u0001';
const end = '\u0002';

export function nameIndex(): NameIndex {
  let slots: (Packed | null)[] = [];
  let slotOf = new Map<string, number>();
  let sorted: Sorted | null = null;

  const setSlot = (slot: number, name: PatientName | null) => {
    const before = slots[slot];
    if (before) slotOf.delete(before.name.PatientId);
    slots[slot] = name && pack(name);
    if (name) slotOf.set(name.PatientId, slot);
    sorted = null;
  };
  const inOrder = () => {
    sorted ??= sortedNames(slots.filter((one) => one !== null && one !== undefined));
    return sorted;
  };
  return {
    size: () => slotOf.size,
    put(names) {
      const pages = new Set<number>();
      for (const name of names) {
        const slot = slotOf.get(name.PatientId) ?? slots.length;
        setSlot(slot, name);
        pages.add(Math.floor(slot / namesPerPage));
      }
      return pages;
    },
    remove(ids) {
      const pages = new Set<number>();
      for (const id of ids) {
        const slot = slotOf.get(id);
        if (slot === undefined) continue;
        setSlot(slot, null);
        pages.add(Math.floor(slot / namesPerPage));
      }
      return pages;
    },
    page: (page) => slots.slice(page * namesPerPage, (page + 1) * namesPerPage).map((one) => one?.name ?? null),
    setPage(page, names) {
      while (slots.length < page * namesPerPage) slots.push(null);
      names.forEach((name, at) => setSlot(page * namesPerPage + at, name));
    },
    clear() {
      slots = [];
      slotOf = new Map();
      sorted = null;
    },
    settle: () => void inOrder(),
    list(from, limit, pending = new Map()) {
      const known = inOrder().all;
      if (pending.size === 0)
        return { total: known.length, names: known.slice(from, from + limit).map(({ name }) => name) };
      const others = known.filter(({ name }) => !pending.has(name.PatientId));
      const all = [...others, ...[...pending.values()].map(pack)].sort(bySort);
      return { total: all.length, names: all.slice(from, from + limit).map(({ name }) => name) };
    },
    search(typed, limit, pending = new Map()) {
      const waiting = [...pending.values()].map(pack);
      const isKnown = knownWords(inOrder());
      for (const same of nameQueries(typed)) {
        const found: PatientName[] = [];
        for (const query of same) {
          if (isEmptyQuery(query) || limit < 1) return [];
          const extra = waiting.filter((one) => matches(one, query));
          if (extra.length === 0 && !query.words.every(isKnown)) continue;
          found.push(...best(inOrder(), query, limit - found.length, pending, extra));
        }
        if (found.length > 0) return found;
      }
      return [];
    },
  };
}

/** Names whose last name starts with what was typed stand first, each group by last and first name. */
function best(
  sorted: Sorted,
  query: NameQuery,
  limit: number,
  pending: ReadonlyMap<string, PatientName>,
  extra: Packed[],
): PatientName[] {
  const start = query.words[0] ?? '';
  const isFirst = (one: Packed) => start !== '' && one.sort.startsWith(start);
  const first = take(
    startingWith(sorted.all, start),
    limit,
    (one) => matches(one, query) && !pending.has(one.name.PatientId),
  );
  const missing = limit - first.length;
  const rest = take(
    candidates(sorted, query),
    missing,
    (one) => !isFirst(one) && matches(one, query) && !pending.has(one.name.PatientId),
  );
  const firstOf = [...first, ...extra.filter(isFirst)].sort(bySort);
  const restOf = [...rest, ...extra.filter((one) => !isFirst(one))].sort(bySort);
  return [...firstOf, ...restOf].slice(0, limit).map((one) => one.name);
}

function take(from: Iterable<Packed>, limit: number, wanted: (one: Packed) => boolean): Packed[] {
  const taken: Packed[] = [];
  if (limit <= 0) return taken;
  for (const one of from) {
    if (!wanted(one)) continue;
    taken.push(one);
    if (taken.length >= limit) break;
  }
  return taken;
}

/** Sorted by last name, so they lie together. */
function* startingWith(all: Packed[], start: string): Generator<Packed> {
  if (start === '') return;
  let low = 0;
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((all[middle]?.sort ?? '') < start) low = middle + 1;
    else high = middle;
  }
  for (; low < all.length; low += 1) {
    const one = all[low];
    if (!one?.sort.startsWith(start)) return;
    yield one;
  }
}

/** Those that hold the longest of what was typed, found in one text: a third of the time of asking each name. */
function* candidates({ all, words, phones }: Sorted, query: NameQuery): Generator<Packed> {
  const word = longest(query.words);
  const run = longest(query.digits);
  if (word === undefined && run === undefined) return yield* all;
  const [{ text, starts }, wanted] = word !== undefined ? [words, mark + word] : [phones, run ?? ''];
  let at = 0;
  for (let hit = text.indexOf(wanted); hit >= 0; hit = text.indexOf(wanted, starts[at + 1] ?? text.length)) {
    at = lastAtOrBefore(starts, hit, at);
    const one = all[at];
    if (one) yield one;
    if (at + 1 >= all.length) return;
  }
}

function lastAtOrBefore(starts: Uint32Array, position: number, from: number): number {
  let low = from;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Whether any name has a word that begins so: other ways to write a name are mostly words that nobody has. */
function knownWords({ words }: Sorted): (word: string) => boolean {
  const known = new Map<string, boolean>();
  return (word) => {
    const isKnown = known.get(word) ?? words.text.includes(mark + word);
    known.set(word, isKnown);
    return isKnown;
  };
}

function longest(texts: string[]): string | undefined {
  return texts.toSorted((a, b) => b.length - a.length)[0];
}

function sortedNames(unsorted: Packed[]): Sorted {
  const all = unsorted.sort(bySort);
  return { all, words: textOf(all.map((one) => one.key)), phones: textOf(all.map((one) => one.phone)) };
}

function textOf(parts: string[]): Text {
  const starts = new Uint32Array(parts.length);
  let length = 0;
  parts.forEach((part, at) => {
    starts[at] = length;
    length += part.length + 1;
  });
  return { text: parts.join(end), starts };
}

function bySort(a: Packed, b: Packed): number {
  return a.sort < b.sort ? -1 : a.sort > b.sort ? 1 : 0;
}

function matches(one: Packed, { words, dates, digits }: NameQuery): boolean {
  for (const word of words) if (!one.key.includes(mark + word)) return false;
  for (const date of dates) if (one.name.DateOfBirth !== date) return false;
  for (const run of digits) if (run.length < 3 || !one.phone.includes(run)) return false;
  return true;
}

function pack(name: PatientName): Packed {
  const last = joinedName(name.LastName);
  const first = joinedName(name.FirstName);
  const key = nameWords(name)
    .filter(Boolean)
    .map((word) => mark + word)
    .join('');
  return {
    name,
    key,
    sort: `${last}${mark}${first}${mark}${name.DateOfBirth}${name.PatientId}`,
    phone: phoneDigits(name.Phone),
  };
}
