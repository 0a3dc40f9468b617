import { useState, type ReactNode } from 'react';
import { SiteRules } from '#contract/address-book/endpoints.ts';
import { mergedHistory } from '#contract/address-book/merged-history.ts';
import type { DatedRules } from '#contract/address-book/payer-rules.ts';
import { isSameValue } from '#contract/base/same-value.ts';
import { focusFirstError } from '#shared/focus-first-error.ts';
import { useOvertaken, type TypedOver } from '#shared/forms/use-overtaken.tsx';
import { draftOf, rulesOfDraft, type Draft } from './rule-fields.ts';
import { draftDays, type DraftDay } from './rules-editor.tsx';

type Days = { days: DraftDay[] };
/** `seen`: what they were typed over; an older version of the app wrote the version of that, or nothing. */
type Kept = Days & { at: number; seen?: DraftDay[]; version?: string };
type Typed = { history: DatedRules[]; base: { history: DatedRules[] } };

type Editing = Days & {
  at: number;
  problems: Partial<Draft>;
  isDirty: boolean;
  onChange(days: DraftDay[]): void;
  onAt(at: number): void;
  /** What is kept over a lock. */
  kept: Kept;
  /** What was typed before, and which day was shown. */
  fill(left: Kept): void;
  /** What was typed, or null when a rule of it cannot be read: that day is then shown. */
  read(): Typed | null;
  /** Back to what is there now. */
  undo(): void;
  meet(error: unknown): boolean;
  refusal: ReactNode;
};

const ofRules = {
  nowOf(current: unknown): Days | null {
    const { data } = SiteRules.pick({ history: true }).safeParse(current);
    return data ? { days: draftDays(data.history) } : null;
  },
  rebase(now: Days, { before, values }: TypedOver<Days>): Days {
    const { history } = mergedHistory({
      now: now.days.map(asRules),
      mine: values.days.map(asRules),
      was: before.days.map(asRules),
    });
    // What nobody sets is empty.
    return {
      days: history.map(({ EffectiveFrom, rules }) => ({ EffectiveFrom, draft: { ...draftOf({}), ...rules } })),
    };
  },
};

const asRules = ({ EffectiveFrom, draft }: DraftDay) => ({ EffectiveFrom, rules: draft });

/** What is typed into rules, day by day. */
export function useRules({ history, version }: SiteRules): Editing {
  const [{ before, values }, setTyped] = useState<TypedOver<Days>>(() => {
    const opened = { days: draftDays(history) };
    return { before: opened, values: opened };
  });
  const { days } = values;
  const [now, setNow] = useState(before);
  const [at, setAt] = useState(days.length - 1);
  const [problems, setProblems] = useState<Partial<Draft>>({});
  const { kept, isHeld, meet, forget, refusal } = useOvertaken({ before, values }, begin, ofRules);

  function begin(next: TypedOver<Days>): void {
    setTyped(next);
    setNow(next.before);
    setAt(Math.min(at, next.values.days.length - 1));
    setProblems({});
  }

  return {
    days,
    at,
    problems,
    isDirty: isHeld || !isSameValue(values, before),
    onChange: (next) => {
      setTyped({ before, values: { days: next } });
      setProblems({});
    },
    onAt: setAt,
    kept: { ...kept.values, at, seen: kept.before.days },
    fill(left) {
      // Over which rules an older version of the app typed is known only of the current one.
      const isCurrent = left.version === undefined || left.version === version;
      setTyped({ before: { days: left.seen ?? (isCurrent ? now.days : []) }, values: { days: left.days } });
      setAt(left.at);
    },
    read() {
      const all = days.map(({ EffectiveFrom, draft }) => ({ EffectiveFrom, ...rulesOfDraft(draft) }));
      const wrong = all.findIndex((one) => Object.keys(one.problems).length > 0);
      if (wrong < 0) return { history: historyOf(days), base: { history: historyOf(before.days) } };
      setAt(wrong);
      setProblems(all[wrong]?.problems ?? {});
      focusFirstError();
      return null;
    },
    undo() {
      forget();
      begin({ before: now, values: now });
    },
    meet,
    refusal,
  };
}

function historyOf(days: readonly DraftDay[]): DatedRules[] {
  return days.map(({ EffectiveFrom, draft }) => ({ EffectiveFrom, rules: rulesOfDraft(draft).rules }));
}
