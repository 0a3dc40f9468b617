import { useMemo, useState } from 'react';
import { addDays } from '#contract/base/dates.ts';
import { indexFacts } from '#contract/scheduling/booking-facts.ts';
import { issuesIn } from '#contract/scheduling/booking-issues.ts';
import { acceptable, type Issue, type IssueCode } from '#contract/scheduling/issue.ts';
import { bookingFacts } from '#local/reads/scheduling.ts';
import { useLiveWithRetry } from '#shared/hooks/use-live.ts';
import { shortDay } from '../calendar/views.ts';
import type { BlockFields } from './block-writes.ts';

/** What speaks against blocks as they are typed, and what of it somebody takes on purpose. */
export function useBlockIssues(blocks: readonly BlockFields[], id: string | null) {
  const [accepted, setAccepted] = useState<readonly string[]>([]);
  const [from, to] = [blocks[0]?.Start.slice(0, 10) ?? '', blocks.at(-1)?.Start.slice(0, 10) ?? ''];
  const live = useLiveWithRetry(
    async () => (from === '' ? null : indexFacts(await bookingFacts({ from, to: addDays(to, 1), CaseId: null }))),
    [from, to],
  );
  const facts = live.state === 'ready' ? live.value : null;
  const issues = useMemo(
    () =>
      facts
        ? blocks.flatMap((block) => {
            const booking = { ...block, VisitId: id, PatientId: null, CaseId: null, RoomId: null };
            return issuesIn(booking, facts).map((issue) => ofDay(issue, block, blocks.length));
          })
        : [],
    [facts, blocks, id],
  );
  const isOpen = issues.some(({ severity, sentence }) => severity === 'red' && !accepted.includes(sentence));
  return {
    issues,
    /** Where the calendar could not be read: reads it again. */
    readAgain: live.state === 'failed' ? live.retry : null,
    accepted,
    accept: (sentence: string, isOn: boolean) =>
      setAccepted((before) => (isOn ? [...before, sentence] : before.filter((one) => one !== sentence))),
    /** Null when something stands in the way, or is not taken on purpose yet. */
    codes: (isOpen ? null : acceptable(issues)) satisfies IssueCode[] | null,
  };
}

/** Of several days each sentence says which one it is about. */
function ofDay(issue: Issue, { Start }: BlockFields, count: number): Issue {
  return count > 1 ? { ...issue, sentence: `${shortDay(Start.slice(0, 10))}: ${issue.sentence}` } : issue;
}
