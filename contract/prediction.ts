import type { z } from 'zod';
import type { CptDescription } from './charges/service.ts';
import type { EntityName, RowOf } from './entities.ts';

/** The rows a prediction may read and write: the mirror with every earlier waiting call applied. */
export type PredictedRows = {
  get<E extends EntityName>(entity: E, key: string): RowOf<E> | undefined;
  /** Rows whose clear index holds the value; only those named by `reads`. */
  where<E extends EntityName>(entity: E, index: string, value: string): RowOf<E>[];
  put<E extends EntityName>(entity: E, row: RowOf<E>): void;
  remove(entity: EntityName, key: string): void;
};

/** What the screen must load before the prediction can run. */
export type Read = { entity: EntityName; key: string } | { entity: EntityName; index: string; value: string };

/** What waiting to be sent means on screen: `madeAt` is the device's clock, used for display only. */
export type CallContext = {
  madeAt: string;
  /** What each changed field held when the user changed it, as the call carries it. */
  base?: Record<string, unknown> | undefined;
  UserId: string;
  ProviderId: string | null;
  /** The site's code table from setup; without it recorded services are not predicted. */
  codes?: readonly CptDescription[] | undefined;
  /** The site's `use_only_primary_payer_notes_permission`. */
  onlyPrimaryPayer?: boolean | undefined;
  /** The site's `assistant_may_finalize`. */
  assistantsMayFinalize?: boolean | undefined;
};

/** What one waiting call changes on screen before the server has decided (pure: rows in, changed rows out). */
export type Prediction<Input> = {
  reads(input: Input, call: CallContext): Read[];
  /** Looks further once the first rows are known; asked again until it names nothing that was not read yet. */
  more(input: Input, rows: PredictedRows, call: CallContext): Read[];
  apply(rows: PredictedRows, input: Input, call: CallContext): void;
};

/** A prediction over the parsed input of an endpoint; input that no longer parses predicts nothing. */
export function predictionOf<S extends z.ZodType>(
  schema: S,
  parsed: {
    reads(input: z.output<S>, call: CallContext): Read[];
    more?(input: z.output<S>, rows: PredictedRows, call: CallContext): Read[];
    apply(rows: PredictedRows, input: z.output<S>, call: CallContext): void;
  },
): Prediction<z.input<S>> {
  const read = (input: z.input<S>) => schema.safeParse(input);
  return {
    reads(raw, call) {
      const input = read(raw);
      return input.success ? parsed.reads(input.data, call) : [];
    },
    more(raw, rows, call) {
      const input = read(raw);
      return input.success ? (parsed.more?.(input.data, rows, call) ?? []) : [];
    },
    apply(rows, raw, call) {
      const input = read(raw);
      if (input.success) parsed.apply(rows, input.data, call);
    },
  };
}

/** A call that shows nothing before the server has decided. */
export const predictsNothing: Prediction<unknown> = { reads: () => [], more: () => [], apply: () => {} };
