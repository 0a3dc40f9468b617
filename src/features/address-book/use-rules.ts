import { useState } from 'react';
import type { DatedRules } from '#contract/address-book/payer-rules.ts';
import { focusFirstError } from '#shared/focus-first-error.ts';
import { rulesOfDraft, type Draft } from './rule-fields.ts';
import { draftDays, type DraftDay } from './rules-editor.tsx';

type Editing = {
  days: DraftDay[];
  at: number;
  problems: Partial<Draft>;
  isDirty: boolean;
  onChange(days: DraftDay[]): void;
  onAt(at: number): void;
  /** What was typed before, and which day was shown. */
  fill(left: { days: DraftDay[]; at: number }): void;
  /** The history that was typed, or null when a rule of it cannot be read: that day is then shown. */
  read(): DatedRules[] | null;
};

/** What is typed into rules, day by day. */
export function useRules(history: readonly DatedRules[]): Editing {
  const [before] = useState(() => draftDays(history));
  const [days, setDays] = useState(before);
  const [at, setAt] = useState(before.length - 1);
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
    fill(left) {
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
