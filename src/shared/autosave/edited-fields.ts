import type { FieldDraft } from '#local/drafts/field-drafts.ts';
import type { SavedStateKind } from '#shared/ui/saved-state/saved-state.tsx';
import { drafted, entryAfter, hasUnqueued, type Comparison, type Entry } from './entry.ts';

export type Edited<Fields> = { [Field in keyof Fields]?: Entry<Fields[Field]> };
export type EditedFields<Fields extends Record<string, unknown>> = ReturnType<typeof editedFields<Fields>>;

/** The edits on a screen that the mirror does not show yet. */
export function editedFields<Fields extends Record<string, unknown>>(compare: Comparison<Fields[keyof Fields]>) {
  const listeners = new Set<() => void>();
  let edited: Edited<Fields> = {};
  let lastSeen: Fields | null = null;

  function set<Field extends keyof Fields>(field: Field, entry: Entry<Fields[Field]> | undefined) {
    const { [field]: _, ...rest } = edited;
    edited = (entry ? { ...edited, [field]: entry } : rest) as Edited<Fields>;
    for (const listener of listeners) listener();
  }

  const names = (of: object) => Object.keys(of) as (keyof Fields)[];
  const isDirty = (field: keyof Fields): boolean => {
    const entry = edited[field];
    return entry !== undefined && hasUnqueued(entry, compare);
  };

  /** The edits that are not queued yet; undefined when there are none. */
  function unqueued(): FieldDraft<Fields> | undefined {
    const draft: FieldDraft<Fields> = {};
    for (const field of names(edited)) {
      const entry = edited[field];
      if (entry && isDirty(field)) draft[field] = drafted(entry);
    }
    return names(draft).length > 0 ? draft : undefined;
  }

  function seen(confirmed: Fields) {
    lastSeen = confirmed;
    for (const field of names(edited)) {
      const entry = edited[field];
      if (!entry) continue;
      const now = entryAfter(entry, confirmed[field], compare);
      if (now !== entry) set(field, now);
    }
  }

  return {
    set,
    isDirty,
    unqueued,
    seen,
    /** The screen may have been shown before its draft was read. */
    seenAgain() {
      if (lastSeen) seen(lastSeen);
    },
    change<Field extends keyof Fields>(field: Field, value: Fields[Field], base: Fields[Field]) {
      const before = edited[field];
      set(field, { base, ...before, value, state: 'unsaved', at: before?.at ?? null, arrived: false });
    },
    /** Sets the state of those entries of `before` that nobody has typed in since. */
    mark(before: Edited<Fields>, state: SavedStateKind) {
      for (const field of names(before)) {
        const now = edited[field];
        if (now && now.value === before[field]?.value && now.state !== state)
          set(field, { ...now, state, at: state === 'saved' ? new Date() : now.at });
      }
    },
    /** The draft to write with a save: all that is typed, with the queued values as bases. */
    draftAfter(queued: FieldDraft<Fields>, turn: number): FieldDraft<Fields> {
      const draft: FieldDraft<Fields> = unqueued() ?? {};
      for (const field of names(queued)) {
        const call = queued[field];
        if (call) draft[field] = { value: edited[field]?.value ?? call.value, base: call.value, since: turn };
      }
      return draft;
    },
    /** Makes what was just queued the base of the next edit. */
    goOnFrom(queued: FieldDraft<Fields>, since: number) {
      for (const field of names(queued)) {
        const [now, call] = [edited[field], queued[field]];
        if (!now || !call) continue;
        const hasArrived = now.arrived && compare.same(now.value, call.value);
        const past = hasArrived ? undefined : [...(now.past ?? []), call.base];
        set(field, { ...now, base: call.value, since, past, broughtBack: undefined });
      }
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: () => edited,
  };
}
