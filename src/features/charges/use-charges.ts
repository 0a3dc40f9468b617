import { useEffect } from 'react';
import { ServiceId } from '#contract/base/ids.ts';
import { entryOf, mergedServices } from '#contract/charges/merged-services.ts';
import type { CptDescription, Service, ServiceEntry } from '#contract/charges/service.ts';
import { readAmount } from '#contract/charges/typed-amount.ts';
import { isTimed } from '#contract/charges/timed.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { newId } from '#local/new-id.ts';
import { queueWrite } from '#local/outbox.ts';
import { typedKey } from '#local/typed.ts';
import { createAutosave } from '#shared/autosave/autosave.ts';
import { useAutosave } from '#shared/autosave/use-autosave.ts';
import type { SavedStateKind } from '#shared/ui/saved-state/saved-state.tsx';
import { announce } from '#shared/ui/live-region/live-region.tsx';

/** A line being entered; without a code yet it is not saved. */
export type ChargeRow = {
  ServiceId: ServiceId;
  CPT_Code: string;
  Minutes: number | null;
  Count: number | null;
  /** What stands in the field while it is no amount; nothing is saved until it is one. */
  typed?: string;
};
/** A line with a code, and why its amount is none. */
export type ChargeToSign = ServiceEntry & { wrong: string | null };
type Fields = { services: ChargeRow[] };

export type ChargesEditing = {
  rows: ChargeRow[];
  state: { state: SavedStateKind; at: Date | null };
  add(): void;
  setCode(id: ServiceId, code: string): void;
  /** `text` as typed; kept so while it is no amount. */
  setAmount(id: ServiceId, text: string): void;
  toSign: ChargeToSign[];
  remove(id: ServiceId): void;
  put(rows: ChargeRow[]): void;
  flush(): Promise<void>;
  /** Whatever a crash left is in `rows`; before that nothing may be entered. */
  isRead: boolean;
};

/** The services of a visit while they are entered: typed lines over what the device holds. */
export function useCharges(visit: Visit, services: Service[], codes: readonly CptDescription[]): ChargesEditing {
  const { autosave, edited, isRead } = useAutosave(() =>
    createAutosave<Fields>({
      draftKey: typedKey.charges(visit.VisitId),
      pauseMs: 1_500,
      same: isSame,
      // What others recorded stands beside mine by then. A line without a code or an amount is nowhere but here.
      isIn: (shown, mine, before) =>
        mine.every((row) => row.CPT_Code !== '' && row.typed === undefined) &&
        isSame(shown, mergedServices(shown, complete(mine), complete(before), codes).merged),
      save: async ({ services: rows = [] }, base) => {
        const wrong = rows.find((row) => wrongOf(row, codes) !== null);
        if (wrong) throw new Error(`The charges are not saved yet. ${wrong.CPT_Code}: ${wrongOf(wrong, codes)}`);
        await queueWrite(
          'charges.save',
          { id: visit.VisitId, services: complete(rows) },
          { services: complete(base.services ?? []) },
        );
        announce('Charges saved on this device.');
      },
    }),
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
    add: () => put([...rows, { ServiceId: ServiceId.parse(newId()), CPT_Code: '', Minutes: null, Count: null }]),
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
  };
}

/** Lines that say what was done; an untimed line without a count counts once. */
export function complete(rows: readonly ChargeRow[]): ServiceEntry[] {
  return withCode(rows).map(entryOf);
}

/** Why what stands in the line's field is no amount, or null. */
export function wrongOf(row: ChargeRow, codes: readonly CptDescription[]): string | null {
  const read = row.typed === undefined ? null : readAmount(row.typed, isTimed(row.CPT_Code, codes));
  return read && 'wrong' in read ? read.wrong : null;
}

function isSame(one: readonly ChargeRow[], other: readonly ChargeRow[]): boolean {
  return JSON.stringify(withCode(one)) === JSON.stringify(withCode(other));
}

function withCode(rows: readonly ChargeRow[]): readonly ChargeRow[] {
  return rows.filter((row) => row.CPT_Code !== '');
}
