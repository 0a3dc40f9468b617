import { disciplineNames } from '#contract/cases/case-words.ts';
import type { AskedOf } from '#contract/intake/form.ts';
import { namesAsked, type NamedType } from '#contract/intake/visit-types-asked.ts';

type Known = { payerName: (id: string) => string; types: readonly NamedType[] };

/** For whom a form is required, in one line. */
export function askedOfWords(of: AskedOf, { payerName, types }: Known): string {
  const { Disciplines, PayerIds, isInsured, ages } = of;
  const { from, until } = ages ?? {};
  const years =
    from !== undefined && until !== undefined
      ? `ages ${from} to ${until - 1}`
      : from !== undefined
        ? `from age ${from}`
        : until !== undefined
          ? `below age ${until}`
          : null;
  const parts = [
    Disciplines?.map((one) => disciplineNames[one as keyof typeof disciplineNames] ?? one).join(' or '),
    namesAsked(of, types).join(' or '),
    PayerIds?.map(payerName).join(' or '),
    isInsured === undefined ? undefined : isInsured ? 'with insurance' : 'without insurance',
    years,
  ].filter((part) => part !== undefined && part !== null && part !== '');
  return parts.length === 0 ? 'Everyone' : parts.join(', ');
}
