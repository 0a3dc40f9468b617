import type { Language } from '../words/language.ts';

type Said = Readonly<Record<Language, string>>;

/** `score`: 0 to 10, of which both ends are named. */
export type SurveyQuestion = {
  key: string;
  kind: 'score' | 'text' | 'yesNo';
  ask: Said;
  least?: Said;
  most?: Said;
  isRequired?: boolean;
};
/** A version that was once asked never changes: a new wording is a new version. */
export type Survey = { SurveyKey: string; Kind: 'nps'; version: number; Questions: readonly SurveyQuestion[] };
export type SurveyAnswers = Record<string, number | string | boolean>;

/** A question of an outcome measure as its page shows it, in one language. */
export type PageQuestion = {
  key: string;
  label: string;
  hint: string | null;
  isRequired: boolean;
} & (
  | { kind: 'scale'; low: string; high: string }
  | { kind: 'choice' | 'many'; options: { value: string; label: string }[] }
  | { kind: 'number'; least: number; most: number }
);

/** How the care was. It asks nothing about health, so no answer needs help at once. */
export const careSurvey = {
  SurveyKey: 'care',
  Kind: 'nps',
  version: 1,
  Questions: [
    {
      key: 'recommend',
      kind: 'score',
      isRequired: true,
      ask: {
        en: 'How likely are you to recommend us to a friend or family member?',
        es: '¿Qué probabilidad hay de que nos recomiende a un amigo o familiar?',
      },
      least: { en: 'Not likely', es: 'Nada probable' },
      most: { en: 'Very likely', es: 'Muy probable' },
    },
    {
      key: 'comment',
      kind: 'text',
      ask: {
        en: 'What did we do well, and what could we do better?',
        es: '¿Qué hicimos bien y qué podríamos mejorar?',
      },
    },
    {
      key: 'callMe',
      kind: 'yesNo',
      ask: {
        en: 'Would you like us to call you about your answers?',
        es: '¿Quiere que le llamemos para hablar de sus respuestas?',
      },
    },
  ],
} as const satisfies Survey;

export const surveys: readonly Survey[] = [careSurvey];

/** The version that was sent; undefined for one that this program does not know. */
export function surveyOf({ SurveyKey, version }: Pick<Survey, 'SurveyKey' | 'version'>): Survey | undefined {
  return surveys.find((one) => one.SurveyKey === SurveyKey && one.version === version);
}

const dayMs = 86_400_000;
/** How long answers may be changed after the first time they were sent. */
export const changeableMs = dayMs;
/** How long a link to a survey works. */
export const surveyLinkDays = 30;
/** The same outcome measure is not asked again within so many days. */
export const measureAgainDays = 7;
/** A patient is not asked again within so many days. */
export const askAgainDays = 30;

/** What the page of a survey shows. Times are instants; `answeredAt` is of the first answers. */
export function surveyState(answeredAt: string | null, now: Date): 'open' | 'changeable' | 'closed' {
  if (answeredAt === null) return 'open';
  return now.getTime() - Date.parse(answeredAt) < changeableMs ? 'changeable' : 'closed';
}

/** Nor by itself within so many. */
export const askAgainByItselfDays = 180;

/** When a patient may be asked again; null: now. */
export function askableFrom(lastSentAt: string | null, now: Date, days = askAgainDays): Date | null {
  if (lastSentAt === null) return null;
  const from = new Date(Date.parse(lastSentAt) + days * dayMs);
  return from > now ? from : null;
}

export type Feeling = 'promoter' | 'neutral' | 'detractor';
/** As the net promoter score has it: 9 and 10, 7 and 8, 0 to 6. */
export function feelingOf(score: number): Feeling {
  if (score >= 9) return 'promoter';
  return score >= 7 ? 'neutral' : 'detractor';
}

/** Fewer answers say nothing of a clinic, and much of those who gave them. */
export const fewestForScore = 5;

/** Net promoter score from -100 to 100, in whole points; null below five answers. */
export function netPromoterScore(scores: readonly number[]): number | null {
  if (scores.length < fewestForScore) return null;
  const count = (feeling: Feeling) => scores.filter((score) => feelingOf(score) === feeling).length;
  return Math.round((100 * (count('promoter') - count('detractor'))) / scores.length);
}
