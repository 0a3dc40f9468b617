import { lazy, Suspense, useEffect, useState } from 'react';
import type { CardWord } from '#contract/compliance/card-words.ts';
import type { CountedListKey } from '#contract/compliance/who-fixes.ts';
import type { DueCase } from '#local/reads/due-cases.ts';
import type { VisitFilter } from '#local/reads/visits.ts';
import { StatPill } from '#shared/ui/stat-pill/stat-pill.tsx';
import { dueLists } from './due-lists.ts';
import { useDueCases } from './use-due-cases.ts';
import { useFixer } from './use-fixer.ts';

const DueList = lazy(() => import('./due-list.tsx').then((file) => ({ default: file.DueList })));

type Props = {
  today: string;
  filter: VisitFilter;
  /** Another value whenever something of the visits may have changed; undefined as long as others come first. */
  after: unknown;
  /** Hears what the cards of visits say of the clocks, by case. */
  onWords?: (words: ReadonlyMap<string, readonly CardWord[]>) => void;
  onNavigate: (path: string) => void;
};

/** Cases in which an authorization, a plan, a report or a script is due, each count opening its list. */
export function DueCounts({ today, filter, after, onWords, onNavigate }: Props) {
  const { lists, isMine } = useFixer();
  const cases = useDueCases(today, filter, lists.length > 0 ? after : undefined);
  const [opened, setOpened] = useState<CountedListKey | null>(null);
  useEffect(() => {
    if (Array.isArray(cases)) onWords?.(new Map(cases.map((one) => [one.case.CaseId, one.words])));
  }, [cases, onWords]);
  const countOf = (key: CountedListKey) =>
    Array.isArray(cases) ? cases.filter(({ due }: DueCase) => due[key] && isMine(due[key])).length : null;
  return (
    <>
      {dueLists
        .filter(({ key }) => lists.includes(key))
        .map(({ key, label }) => (
          <StatPill
            key={key}
            count={countOf(key)}
            label={label}
            meaning="needs"
            active={opened === key}
            onOpen={() => setOpened(key)}
          />
        ))}
      <Suspense>
        {opened && <DueList list={opened} cases={cases} onClose={() => setOpened(null)} onNavigate={onNavigate} />}
      </Suspense>
    </>
  );
}
