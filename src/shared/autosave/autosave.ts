import { device } from '#local/store/device.ts';
import { keepCopy, prepareCopies } from '#local/drafts/draft-copies.ts';
import { takeFree, takeLeft, type DraftLock, type Fits } from '#local/drafts/draft-locks.ts';
import { dropCopy, dropRecord, nextTurn, saveDraft, type WrittenDraft } from '#local/drafts/drafts.ts';
import type { DraftedField, FieldDraft } from '#local/drafts/field-drafts.ts';
import { readOwnWrites, wasBefore, type OwnWrites } from '#local/drafts/own-writes.ts';
import { takeLeftCopies } from '#local/drafts/unsaved-drafts.ts';
import type { SavedStateKind } from '#shared/ui/saved-state/saved-state.tsx';
import { closes, hasClosed } from './closing.ts';
import { takeWanted } from './reopen.ts';

/** What a person is editing: the value on screen and what the field held when they began. */
type Entry<Value> = {
  value: Value;
  base: Value;
  /** The turn of the person's own save that `base` comes from; missing before the first. */
  since?: number | undefined;
  state: SavedStateKind;
  at: Date | null;
  /** The mirror has shown this value; from then on another value there is someone else's change. */
  arrived: boolean;
  /** What the field held before the edits that are queued and not shown yet, and with each of them but the last. */
  past?: readonly Value[] | undefined;
  /** What a draft brought back: it may have been queued before the page went, whatever was typed since. */
  broughtBack?: Value | undefined;
};

export type Edited<Fields> = { [Field in keyof Fields]?: Entry<Fields[Field]> };

type AutosaveOptions<Fields> = {
  /** Opaque ids only; the draft itself is sealed. */
  draftKey: string;
  /** The record that the calls are about (record-in.ts). */
  record: string;
  /**
   * Queues the changed fields with what they held before, and writes `draft` in the same transaction (outbox.ts).
   * Resolves once they are durable on this device.
   */
  save(changes: Partial<Fields>, base: Partial<Fields>, draft: WrittenDraft): Promise<void>;
  same?(a: Fields[keyof Fields], b: Fields[keyof Fields]): boolean;
  /** Whether what is shown holds the edit of `before` to `value`, which others may have added to; the same value unless told. */
  isIn?(shown: Fields[keyof Fields], value: Fields[keyof Fields], before: Fields[keyof Fields]): boolean;
  /** After this pause in typing the change is queued. */
  pauseMs?: number;
};

export type Autosave<Fields> = {
  draftKey: string;
  /** `base` is what the screen showed before this edit. */
  change<Field extends keyof Fields>(field: Field, value: Fields[Field], base: Fields[Field]): void;
  /** Queues everything unsaved now; resolves when nothing typed before the call is left. */
  flush(): Promise<void>;
  /** Before the page goes: queues everything, or keeps what cannot be queued as a draft; true once it is on disk. */
  keep(): Promise<boolean>;
  /** Tells what the mirror shows, so that an edit it contains is no longer held here. */
  seen(confirmed: Fields): void;
  /** Brings back what a crash left behind; true when there was something. */
  restore(): Promise<boolean>;
  /** What is not on disk yet is written; then another screen may go on from it. */
  close(): void;
  subscribe(listener: () => void): () => void;
  snapshot(): Edited<Fields>;
};

/**
 * A draft is written so long after the first unsaved key. People type slower, so that a longer wait saves no writes; the
 * rest of the 500 ms of ui.md is for a busy machine.
 */
const draftMs = 100;
/** Its copy costs the disk nothing, and need not wait so long. */
const copyMs = 20;

function drafted<Value>({ value, base, since }: Entry<Value>): DraftedField<Value> {
  return { value, base, ...(since !== undefined && { since }) };
}

/** Typing → sealed draft within half a second → queued call after a pause, on blur, on leaving. */
export function createAutosave<Fields extends Record<string, unknown>>(
  options: AutosaveOptions<Fields>,
): Autosave<Fields> {
  const same = options.same ?? Object.is;
  const isIn = options.isIn ?? same;
  const listeners = new Set<() => void>();
  let edited: Edited<Fields> = {};
  let lastSeen: Fields | null = null;
  let copyTimer: ReturnType<typeof setTimeout> | undefined;
  let draftTimer: ReturnType<typeof setTimeout> | undefined;
  let pauseTimer: ReturnType<typeof setTimeout> | undefined;
  let lastFlush: Promise<void> = Promise.resolve();
  /** Drafts are written and dropped one after the other: a slow write must not land on a drop. */
  let lastDraft: Promise<void> = Promise.resolve();
  /** Copies wait for each other alone: that the disk is busy with the draft does not hold them up. */
  let lastCopy: Promise<void> = Promise.resolve();
  let place: Promise<DraftLock> | null = null;
  /** Drafts whose text is in this one now: those of tabs that are gone, and its own. Nothing else is dropped here. */
  let written: DraftLock[] = [];

  function set<Field extends keyof Fields>(field: Field, entry: Entry<Fields[Field]> | undefined) {
    const { [field]: _, ...rest } = edited;
    edited = (entry ? { ...edited, [field]: entry } : rest) as Edited<Fields>;
    for (const listener of listeners) listener();
  }

  const fields = () => Object.keys(edited) as (keyof Fields)[];
  const isDirty = <Field extends keyof Fields>(field: Field): boolean => {
    const entry = edited[field];
    return entry !== undefined && !same(entry.value, entry.base);
  };

  function change<Field extends keyof Fields>(field: Field, value: Fields[Field], base: Fields[Field]) {
    const before = edited[field];
    set(field, {
      base,
      ...before,
      value,
      state: 'unsaved',
      at: before?.at ?? null,
      arrived: false,
    });
    copyTimer ??= setTimeout(writeCopy, copyMs);
    draftTimer ??= setTimeout(() => void writeDraft(), draftMs);
    flushSoon();
  }

  function flushSoon() {
    clearTimeout(pauseTimer);
    pauseTimer = setTimeout(() => void flush().catch(() => undefined), options.pauseMs ?? 3_000);
  }

  /** Brings the draft on disk in line with what is not queued yet. */
  function writeDraft(): Promise<void> {
    clearTimeout(draftTimer);
    draftTimer = undefined;
    lastDraft = lastDraft.catch(() => undefined).then(keepDraft);
    return lastDraft;
  }

  /** The edits that are not queued yet; undefined when there are none. */
  function unqueued(): FieldDraft<Fields> | undefined {
    const draft: FieldDraft<Fields> = {};
    for (const field of fields()) {
      const entry = edited[field];
      if (entry && isDirty(field)) draft[field] = drafted(entry);
    }
    return Object.keys(draft).length > 0 ? draft : undefined;
  }

  /** Each tab that has this open writes a draft of its own. */
  async function ownPlace(): Promise<DraftLock> {
    place ??= takeFree(options.draftKey);
    place.catch(() => (place = null));
    const own = await place;
    if (!written.includes(own)) written.push(own);
    return own;
  }

  async function dropAllBut(kept: DraftLock | null) {
    for (const one of written.filter((each) => each !== kept)) {
      // Before it goes: what is typed meanwhile is written there again.
      written = written.filter((each) => each !== one);
      try {
        lastCopy = lastCopy.then(() => dropCopy(one.key)).then(keepLatest, keepLatest);
        await lastCopy;
        await dropRecord(one.key);
      } catch (error) {
        if (!written.includes(one)) written.push(one);
        throw error;
      }
      if (one !== (await place)) await one.release();
    }
  }

  /** Whatever is typed while a copy is being written goes into one copy after it. */
  function writeCopy() {
    lastCopy = lastCopy.then(() => {
      copyTimer = undefined;
      return keepLatest();
    });
  }

  async function keepLatest() {
    try {
      const draft = unqueued();
      if (draft) await keepCopy((await ownPlace()).key, draft);
    } catch {
      // There is still the draft.
    }
  }

  async function keepDraft() {
    const before = edited;
    const draft = unqueued();
    if (!draft) {
      await lastCopy;
      await dropAllBut(null);
      return mark(before, 'saved');
    }
    try {
      const own = await ownPlace();
      await saveDraft(own.key, draft);
      mark(before, 'saved');
      await dropAllBut(own);
    } catch {
      mark(before, 'failed');
    }
  }

  /** Marks those entries that nobody typed in since. */
  function mark(before: Edited<Fields>, state: SavedStateKind) {
    for (const field of Object.keys(before) as (keyof Fields)[]) {
      const now = edited[field];
      if (now && now.value === before[field]?.value && now.state !== state) {
        set(field, { ...now, state, at: state === 'saved' ? new Date() : now.at });
      }
    }
  }

  function flush(): Promise<void> {
    clearTimeout(pauseTimer);
    lastFlush = lastFlush.catch(() => undefined).then(queueChanges);
    return lastFlush;
  }

  async function queueChanges() {
    const written = edited;
    const changes: Partial<Fields> = {};
    const base: Partial<Fields> = {};
    for (const field of fields()) {
      const entry = written[field];
      if (!entry || !isDirty(field)) continue;
      changes[field] = entry.value;
      base[field] = entry.base;
    }
    if (Object.keys(changes).length === 0) return writeDraft();
    try {
      await saveOverDraft(changes, base);
    } catch (error) {
      mark(written, 'failed');
      throw error;
    }
    mark(written, 'saved');
    await writeDraft();
  }

  /** What comes next is an edit of what was just queued. */
  function goOnFrom(changes: Partial<Fields>, base: Partial<Fields>, since: number) {
    for (const field of Object.keys(changes) as (keyof Fields)[]) {
      const now = edited[field];
      if (!now) continue;
      const queued = changes[field] as Fields[keyof Fields];
      const hasArrived = now.arrived && same(now.value, queued);
      const past = hasArrived ? undefined : [...(now.past ?? []), base[field] as Fields[keyof Fields]];
      set(field, { ...now, base: queued, since, past, broughtBack: undefined });
    }
  }

  /**
   * In its turn among the drafts: one that is begun before and lands after would know nothing of this save. The next
   * draft need not wait for the second copies of the calls.
   */
  async function saveOverDraft(changes: Partial<Fields>, base: Partial<Fields>): Promise<void> {
    const { key } = await ownPlace();
    const isWritten = Promise.withResolvers<void>();
    const saved = lastDraft
      .catch(() => undefined)
      .then(async () => {
        const turn = nextTurn();
        // With what was typed in other fields since: this takes the place of the draft that has it.
        const value: FieldDraft<Fields> = unqueued() ?? {};
        for (const field of Object.keys(changes) as (keyof Fields)[]) {
          const queued = changes[field] as Fields[keyof Fields];
          value[field] = { value: edited[field]?.value ?? queued, base: queued, since: turn };
        }
        let isTold = false;
        const written = () => {
          if (!isTold) goOnFrom(changes, base, turn);
          isTold = true;
          isWritten.resolve();
        };
        await options.save(changes, base, { key, turn, value, written });
        written();
      });
    lastDraft = Promise.race([isWritten.promise, saved]);
    // Who waits for the drafts has nothing to do with why this failed.
    lastDraft.catch(() => undefined);
    return saved;
  }

  async function keep(): Promise<boolean> {
    try {
      await flush();
      return true;
    } catch {
      await writeDraft().catch(() => undefined);
      return !fields().some((field) => isDirty(field) && edited[field]?.state !== 'saved');
    }
  }

  function seen(confirmed: Fields) {
    lastSeen = confirmed;
    for (const field of fields()) {
      const entry = edited[field];
      if (!entry) continue;
      const shown = confirmed[field];
      const equal = same(entry.value, shown);
      const { past = [] } = entry;
      // Two edits may add up to nothing: each has to be there, and one that is not queued cannot be there before those that are.
      const from = past.length === 0 ? [entry.base] : past;
      const isBehind = isDirty(field) && past.length > 0;
      const arrives = !entry.arrived && !isBehind && from.every((before) => isIn(shown, entry.value, before));
      // Typed here and already there: a draft that was queued before a crash, or somebody wrote the same.
      if (arrives) set(field, { ...entry, base: entry.value, past: undefined, arrived: true });
      // Another tab may have gone on from what was queued here before that was shown here.
      const isWaiting = past.some((value, at) =>
        at === 0 ? same(value, shown) : isIn(shown, value, past[at - 1] ?? value),
      );
      const isPassed = past.length > 0 && !isWaiting;
      if (!equal && (arrives || entry.arrived || isPassed) && !isDirty(field)) set(field, undefined);
      if (!equal && entry.broughtBack !== undefined && same(entry.broughtBack, confirmed[field]))
        set(field, { ...entry, base: entry.broughtBack });
    }
  }

  function restore(): Promise<boolean> {
    const broughtBack = bringBack();
    // Who leaves meanwhile has nothing unsaved yet, and must not drop the draft for that. A save may be under way.
    lastDraft = Promise.allSettled([lastDraft, broughtBack]).then(() => undefined);
    return broughtBack;
  }

  async function bringBack(): Promise<boolean> {
    prepareCopies();
    await hasClosed(options.draftKey);
    await takeLeftCopies().catch(() => undefined);
    let found = false;
    const wanted = takeWanted(options.draftKey);
    const own = await readOwnWrites(device(), options.record).catch((): OwnWrites => ({}));
    /** What the person has saved in this field since, in another tab. */
    const savedSince = (field: keyof Fields, { since = 0 }: DraftedField<unknown>, turn: number) => {
      const save = own[String(field)];
      return save && turn < save.turn && since < save.turn ? save : undefined;
    };
    // Two tabs may have gone. What was typed otherwise in the same field stays where it is, for the next time; so does
    // what is older than the person's own save, until they ask for it.
    const fits: Fits<FieldDraft<Fields>> = (left, { key, turn }) =>
      (Object.keys(left) as (keyof Fields)[]).every((field) => {
        const [here, there] = [edited[field], left[field]];
        if (!there || same(there.value, there.base)) return true;
        if (here && (key !== wanted || isDirty(field)) && !same(here.value, there.value)) return false;
        const save = savedSince(field, there, turn);
        return key === wanted || !save || same(there.value, save.value as Fields[keyof Fields]);
      });
    for (;;) {
      const left = await takeLeft<FieldDraft<Fields>>(options.draftKey, fits, wanted);
      if (!left) break;
      written.push(left);
      for (const field of Object.keys(left.left) as (keyof Fields)[]) {
        const kept = left.left[field];
        // All of it was queued before the tab died.
        if (!kept || same(kept.value, kept.base)) continue;
        const save = savedSince(field, kept, left.turn);
        const value = save?.value as Fields[keyof Fields];
        if (save && same(kept.value, value)) continue;
        found = true;
        // Asked for all the same, it is an edit of that where only the person's own words were there before.
        const over = save && (await wasBefore(save, kept.base)) ? { base: value, since: save.turn } : {};
        set(field, { ...kept, ...over, state: 'saved', at: null, arrived: false, broughtBack: kept.value });
      }
      place ??= Promise.resolve(left);
    }
    // Before somebody types: the disk may be busy then.
    place ??= takeFree(options.draftKey);
    await place.catch(() => (place = null));
    // The screen may have been shown before its draft was read.
    if (lastSeen) seen(lastSeen);
    // What came back goes where the rest goes, also if nobody touches it again.
    if (found || written.length > 0) flushSoon();
    return found;
  }

  function close() {
    clearTimeout(pauseTimer);
    clearTimeout(copyTimer);
    copyTimer = undefined;
    const left = draftTimer === undefined ? lastDraft : writeDraft();
    closes(options.draftKey, Promise.allSettled([left, lastFlush, lastCopy]).then(letGo));
  }

  async function letGo() {
    const own = await place?.catch(() => null);
    const held = new Set([...written, ...(own ? [own] : [])]);
    [place, written] = [null, []];
    await Promise.all([...held].map((one) => one.release()));
  }

  return {
    draftKey: options.draftKey,
    change,
    flush,
    keep,
    seen,
    restore,
    close,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: () => edited,
  };
}
