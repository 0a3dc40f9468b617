import { useState } from 'react';
import type { DatedRules } from '#contract/address-book/payer-rules.ts';
import { focusFirstError } from '#shared/focus-first-error.ts';
import { rulesOfDraft, type Draft } from './rule-fields.ts';
import { draftDays, type DraftDay } from './rules-editor.tsx';

type Kept = { days: DraftDay[]; at: number; version: string };

type Editing = {
  days: DraftDay[];
  at: number;
  problems: Partial<Draft>;
  isDirty: boolean;
  onChange(days: DraftDay[]): void;
  onAt(at: number): void;
  /** The version to save over: that what was left was typed over, which somebody else may have changed since. */
  version: string;
  /** What is kept over a lock; what an older version of the app wrote does not tell over which version. */
  kept: Kept;
  /** What was typed before, and which day was shown. */
  fill(left: Omit<Kept, 'version'> & Partial<Kept>): void;
  /** The history that was typed, or null when a rule of it cannot be read: that day is then shown. */
  read(): DatedRules[] | null;
};

/** What is typed into rules, day by day. */
export function useRules({ history, version: current }: { history: readonly DatedRules[]; version: string }): Editing {
  const [before] = useState(() => draftDays(history));
  const [days, setDays] = useState(before);
  const [at, setAt] = useState(before.length - 1);
  const [version, setVersion] = useState(current);
  const [problems, setProblems] = useState<Partial<Draft>>({});
  return {
    days,
    at,
    problems,
    isDirty: JSON.stringify(days) !== JSON.stringify(before),
    onChange: (next) => {
      setDays(next);
      setProblems({});
    },
    onAt: setAt,
    version,
    kept: { days, at, version },
    fill(left) {
      setVersion(left.version ?? current);
      setDays(left.days);
      setAt(left.at);
    },
    read() {
      const all = days.map(({ EffectiveFrom, draft }) => ({ EffectiveFrom, ...rulesOfDraft(draft) }));
      const wrong = all.findIndex((one) => Object.keys(one.problems).length > 0);
      if (wrong < 0) return all.map(({ EffectiveFrom, rules }) => ({ EffectiveFrom, rules }));
      setAt(wrong);
      setProblems(all[wrong]?.problems ?? {});
      focusFirstError();
      return null;
    },
  };
}
