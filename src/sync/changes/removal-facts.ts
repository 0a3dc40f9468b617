import { capitalized } from '#contract/base/nouns.ts';
import { onCase, type OnCase } from '#contract/cases/seen-on-case.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import { requestWords } from './booking-facts.ts';
import type { Fact } from './call-facts.ts';

/** What was to be removed as it was seen, against how it reads now; only what differs. */
export async function removalFacts({ name, base, current }: ParkedCall): Promise<Fact[]> {
  const now = (current ?? {}) as object;
  if (name === 'cases.remove') return onCaseFacts(now as OnCase);
  const [seen, there] = await Promise.all([requestWords(base), requestWords(now)]);
  return Object.entries(there)
    .filter(([part, words]) => words !== seen[part])
    .map(([part, words]) => ({ name: part, mine: removed(seen[part]), now: words }));
}

const removed = (words = '-') => (words === '-' ? 'Removed' : `Removed, was ${words}`);

/** All that would go with a case now. */
function onCaseFacts(now: OnCase): Fact[] {
  return onCase
    .map(({ entity, noun, brief }) => ({
      name: capitalized(`${noun}s`),
      mine: 'Removed',
      now: (now[entity] ?? []).map(brief).join('; '),
    }))
    .filter((fact) => fact.now !== '');
}
