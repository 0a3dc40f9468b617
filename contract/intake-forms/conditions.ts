import type { Condition, DraftPage, DraftQuestion, DraftShowIf } from './own-form.ts';

/** The single conditions of one, in their order. */
export function conditionsIn(showIf: DraftShowIf | undefined): readonly Condition[] {
  if (showIf === undefined) return [];
  if ('all' in showIf) return showIf.all;
  if ('any' in showIf) return showIf.any;
  return 'not' in showIf ? [showIf.not] : [showIf];
}

/** Of what conditions can be. */
export function mayDecide({ kind }: Pick<DraftQuestion, 'kind'>): boolean {
  return kind === 'yesNo' || kind === 'choice' || kind === 'many';
}

/** Whether an answer to this question can ever meet the condition. */
export function canHold(question: DraftQuestion, condition: Condition): boolean {
  if ('has' in condition) return question.kind === 'many' && hasOption(question, condition.has);
  if (typeof condition.is === 'boolean') return question.kind === 'yesNo';
  return question.kind === 'choice' && hasOption(question, condition.is);
}

const hasOption = ({ options = [] }: DraftQuestion, wanted: string) => options.some(({ value }) => value === wanted);

/** Whether one question is shown depending on itself, through others or at once. */
export function isCircular(key: string, pages: readonly DraftPage[]): boolean {
  const waits = new Map<string, string[]>();
  for (const page of pages)
    for (const { key: own, showIf } of page.questions)
      waits.set(
        own,
        [...conditionsIn(page.showIf), ...conditionsIn(showIf)].map(({ question }) => question),
      );
  const seen = new Set<string>();
  const next = [...(waits.get(key) ?? [])];
  for (let at = next.pop(); at !== undefined; at = next.pop()) {
    if (at === key) return true;
    if (seen.has(at)) continue;
    seen.add(at);
    next.push(...(waits.get(at) ?? []));
  }
  return false;
}

/** What can be named in a condition at this place: the questions before it. `question` null: that of the page itself. */
export function questionsBefore(
  pages: readonly DraftPage[],
  page: number,
  question: number | null,
): readonly DraftQuestion[] {
  const here = question === null ? [] : (pages[page]?.questions.slice(0, question) ?? []);
  return [...pages.slice(0, page).flatMap(({ questions }) => questions), ...here];
}
