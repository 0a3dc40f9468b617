import { useState, type ReactNode } from 'react';
import type { z } from 'zod';
import { AppError } from '#contract/base/errors.ts';
import { mergedFields, type Parts } from '#contract/base/merged-fields.ts';
import { Refusal } from './refusal.tsx';

/** Whether a call was refused because somebody else has changed the same. */
export function isOvertaken(error: unknown): error is AppError {
  return error instanceof AppError && error.kind === 'changed-elsewhere';
}

/** Of a form whose fields are those of the row. */
export function nowBy<V>(schema: z.ZodType<V>): (current: unknown) => V | null {
  return (current) => schema.safeParse(current).data ?? null;
}

/** What is typed in a form, and what it was typed over. */
export type TypedOver<V> = { before: V; values: V };

export type OvertakenOptions<V> = {
  /** What is there now as the form has it, out of what a refusal tells; null where that cannot be read. */
  nowOf: (current: unknown) => V | null;
  /** What was typed over what is there now; without it, field by field. */
  rebase?: (now: V, typed: TypedOver<V>) => V;
};

/** The same for a form with fields of several values. */
export function rebaseBy<V extends object>(parts: Parts): (now: V, typed: TypedOver<V>) => V {
  return (now, { before, values }) => mergedFields<V>(now, values, before, [], parts).merged;
}

export type Overtaken<V> = {
  /** What was typed, also while the form shows what is there now. */
  kept: TypedOver<V>;
  isHeld: boolean;
  /** Whether a refusal says that somebody else has changed the same: it is shown then. */
  meet: (error: unknown) => boolean;
  /** For what was saved or given up. */
  forget: () => void;
  refusal: ReactNode;
};

type State<V> = { sentence: string; now: V | null; held: TypedOver<V> | null };

/**
 * For a form whose fields somebody else has changed since it was opened. What is typed stays; what is there now is shown
 * when it is asked for, and what was typed goes over that. `begin` puts either into the form.
 */
export function useOvertaken<V extends object>(
  typed: TypedOver<V>,
  begin: (next: TypedOver<V>) => void,
  { nowOf, rebase = rebaseBy({}) }: OvertakenOptions<V>,
): Overtaken<V> {
  const [state, setState] = useState<State<V> | null>(null);
  const held = state?.held ?? null;

  function meet(error: unknown): boolean {
    const isMet = isOvertaken(error);
    setState(isMet ? { sentence: error.message, now: nowOf(error.current), held: null } : null);
    return isMet;
  }

  function show(now: V): void {
    setState({ sentence: 'This is the current version. Your text is kept.', now, held: typed });
    begin({ before: now, values: now });
  }

  function bringBack(now: V, of: TypedOver<V>): void {
    setState(null);
    begin({ before: now, values: rebase(now, of) });
  }

  const refused = state && {
    sentence: state.sentence,
    isOvertaken: state.now !== null && held === null,
    ...(held && { insist: { label: 'Restore my text', run: () => state.now && bringBack(state.now, held) } }),
  };
  return {
    kept: held ?? typed,
    isHeld: held !== null,
    meet,
    forget: () => setState(null),
    refusal: <Refusal refused={refused} onReload={() => state?.now && show(state.now)} />,
  };
}
