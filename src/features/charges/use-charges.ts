import { useEffect, useState } from 'react';
import { ServiceId } from '#contract/base/ids.ts';
import { billableMinutes, type Performed } from '#contract/charges/performed.ts';
import { entryOf } from '#contract/charges/merged-services.ts';
import type { CptDescription, Service, ServiceEntry } from '#contract/charges/service.ts';
import { readAmount } from '#contract/charges/typed-amount.ts';
import { isTimed } from '#contract/charges/timed.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { newId } from '#local/store/new-id.ts';
import { useAutosave } from '#shared/autosave/use-autosave.ts';
import type { SavedStateKind } from '#shared/ui/saved-state/saved-state.tsx';
import { chargesAutosave, withCode, wrongOf, type ChargeRow } from './charges-autosave.ts';

/** A line with a code, and why its amount is none. */
export type ChargeToSign = ServiceEntry & { wrong: string | null };

export type ChargesEditing = {
  rows: ChargeRow[];
  state: { state: SavedStateKind; at: Date | null };
  /** How often they were saved since they are open. */
  saves: number;
  add(): void;
  /** A line of a code whose amount is still to be entered. */
  addCode(code: string): void;
  /** Who gave a service; its minutes follow where it is timed. */
  setPerformed(id: ServiceId, parts: Performed | null): void;
  setCode(id: ServiceId, code: string): void;
  /** `text` as typed; kept so while it is no amount. */
  setAmount(id: ServiceId, text: string): void;
  toSign: ChargeToSign[];
  remove(id: ServiceId): void;
  put(rows: ChargeRow[]): void;
  flush(): Promise<void>;
  /** Whatever a crash left is in `rows`; before that nothing may be entered. */
  isRead: boolean;
  /** Whether there was something. */
  restored: boolean;
};

/** The services of a visit while they are entered: typed lines over what the device holds. */
export function useCharges(visit: Visit, services: Service[], codes: readonly CptDescription[]): ChargesEditing {
  const [saves, setSaves] = useState(0);
  const { autosave, edited, restored, isRead } = useAutosave(() =>
    chargesAutosave(visit, codes, () => setSaves((count) => count + 1)),
  );
  const confirmed = services.map((service): ChargeRow => entryOf(service));
  const seen = JSON.stringify(confirmed);
  useEffect(() => autosave.seen({ services: JSON.parse(seen) as ChargeRow[] }), [autosave, seen]);
  const rows = edited.services?.value ?? confirmed;
  const put = (next: ChargeRow[]) => autosave.change('services', next, confirmed);
  const change = (id: ServiceId, changed: (row: ChargeRow) => ChargeRow) =>
    put(rows.map((row) => (row.ServiceId === id ? changed(row) : row)));
  return {
    rows,
    state: rows.some((row) => row.typed !== undefined)
      ? { state: 'unsaved', at: null }
      : { state: edited.services?.state ?? 'untouched', at: edited.services?.at ?? null },
    saves,
    add: () => put([...rows, { ServiceId: ServiceId.parse(newId()), CPT_Code: '', Minutes: null, Count: null }]),
    addCode: (code) => {
      const Count = isTimed(code, codes) ? null : 1;
      put([...rows, { ServiceId: ServiceId.parse(newId()), CPT_Code: code, Minutes: null, Count }]);
    },
    setPerformed: (id, parts) =>
      change(id, ({ Performed: _, typed: __, ...row }) => {
        if (!parts || parts.length === 0) return row;
        return { ...row, Performed: parts, Minutes: isTimed(row.CPT_Code, codes) ? billableMinutes(parts) : null };
      }),
    setCode: (id, code) =>
      change(id, ({ typed: _, ...row }) => {
        const timed = isTimed(code, codes);
        return { ...row, CPT_Code: code, Minutes: timed ? row.Minutes : null, Count: timed ? null : (row.Count ?? 1) };
      }),
    setAmount: (id, text) =>
      change(id, ({ typed: _, ...row }) => {
        const timed = isTimed(row.CPT_Code, codes);
        const read = readAmount(text, timed);
        const amount = 'amount' in read ? read.amount : null;
        const next = timed ? { ...row, Minutes: amount } : { ...row, Count: amount };
        return 'wrong' in read ? { ...next, typed: text } : next;
      }),
    toSign: withCode(rows).map((row) => ({ ...entryOf(row), wrong: wrongOf(row, codes) })),
    remove: (id) => put(rows.filter((row) => row.ServiceId !== id)),
    put,
    flush: () => autosave.flush(),
    isRead,
    restored,
  };
}
