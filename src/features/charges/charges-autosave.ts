import type { ServiceId } from '#contract/base/ids.ts';
import { entryOf, isSameServices, mergedServices } from '#contract/charges/merged-services.ts';
import type { Performed } from '#contract/charges/performed.ts';
import type { CptDescription, ServiceEntry } from '#contract/charges/service.ts';
import { isTimed } from '#contract/charges/timed.ts';
import { readAmount } from '#contract/charges/typed-amount.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { queueWrite } from '#local/outbox/outbox.ts';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { createAutosave, type Autosave } from '#shared/autosave/autosave.ts';

/** A line being entered; without a code yet it is not saved. */
export type ChargeRow = {
  ServiceId: ServiceId;
  CPT_Code: string;
  Minutes: number | null;
  Count: number | null;
  Performed?: Performed | null | undefined;
  /** What the field shows while it is no amount; nothing is saved until it is one. */
  typed?: string;
};
export type ChargeFields = { services: ChargeRow[] };

/** Keeps and queues the services of a visit while they are entered; `onSaved` runs each time they are durable here. */
export function chargesAutosave(
  { VisitId }: Pick<Visit, 'VisitId'>,
  codes: readonly CptDescription[],
  onSaved: () => void,
): Autosave<ChargeFields> {
  const same = (one: readonly ChargeRow[], other: readonly ChargeRow[]) =>
    isSameServices(withCode(one), withCode(other), codes) && notAmounts(one) === notAmounts(other);
  return createAutosave<ChargeFields>({
    draftKey: unsavedKey.charges(VisitId),
    record: VisitId,
    pauseMs: 1_500,
    same,
    // Others may have added lines to mine. A line without a code or an amount is nowhere but here.
    isIn: (shown, mine, before) =>
      mine.every((row) => row.CPT_Code !== '' && row.typed === undefined) &&
      same(shown, mergedServices(shown, complete(mine), complete(before), codes).merged),
    save: async ({ services: rows = [] }, base, draft) => {
      const wrong = rows.find((row) => wrongOf(row, codes) !== null);
      if (wrong) throw new Error(`The charges are not saved yet. ${wrong.CPT_Code}: ${wrongOf(wrong, codes)}`);
      const seen = { services: complete(base.services ?? []) };
      await queueWrite('charges.save', { id: VisitId, services: complete(rows) }, seen, draft);
      onSaved();
    },
  });
}

/** Lines that say what was done; an untimed line without a count counts once. */
export function complete(rows: readonly ChargeRow[]): ServiceEntry[] {
  return withCode(rows).map(entryOf);
}

/** Why what the line's field shows is no amount, or null. */
export function wrongOf(row: ChargeRow, codes: readonly CptDescription[]): string | null {
  const read = row.typed === undefined ? null : readAmount(row.typed, isTimed(row.CPT_Code, codes));
  return read && 'wrong' in read ? read.wrong : null;
}

export function withCode(rows: readonly ChargeRow[]): readonly ChargeRow[] {
  return rows.filter((row) => row.CPT_Code !== '');
}

function notAmounts(rows: readonly ChargeRow[]): string {
  return JSON.stringify(
    withCode(rows).flatMap(({ ServiceId, typed }) => (typed === undefined ? [] : [ServiceId, typed])),
  );
}
