import { parseDose } from '../flowsheet/parse-dose.ts';
import type { Dose } from '../flowsheet/dose.ts';
import type { Language } from '../words/language.ts';

type Say = {
  sets: (count: number) => string;
  reps: (count: number) => string;
  setsOf: (sets: number, reps: number) => string;
  hold: (time: string) => string;
  lasts: (time: string) => string;
  each: (time: string) => string;
  seconds: (count: number) => string;
  minutes: (count: number) => string;
  load: (amount: string) => string;
  band: (color: string | null) => string;
  distance: (amount: number, unit: 'm' | 'ft') => string;
  sides: Record<'L' | 'R' | 'LR', string>;
};

const colorsInSpanish: Readonly<Record<string, string>> = {
  tan: 'beige',
  yellow: 'amarilla',
  orange: 'naranja',
  red: 'roja',
  green: 'verde',
  blue: 'azul',
  purple: 'morada',
  black: 'negra',
  gray: 'gris',
  silver: 'plateada',
  gold: 'dorada',
  pink: 'rosa',
  white: 'blanca',
};

const one = (count: number, word: string, words: string) => `${count} ${count === 1 ? word : words}`;

const says: Record<Language, Say> = {
  en: {
    sets: (count) => one(count, 'set', 'sets'),
    reps: (count) => one(count, 'time', 'times'),
    setsOf: (sets, reps) => `${one(sets, 'set', 'sets')} of ${reps}`,
    hold: (time) => `stay ${time} each time`,
    lasts: (time) => `for ${time}`,
    each: (time) => `${time} each`,
    seconds: (count) => one(count, 'second', 'seconds'),
    minutes: (count) => one(count, 'minute', 'minutes'),
    load: (amount) => `with ${amount}`,
    band: (color) => `with a ${color === null ? '' : `${color} `}band`,
    distance: (amount, unit) =>
      unit === 'm' ? one(amount, 'meter', 'meters') : `${amount} ${amount === 1 ? 'foot' : 'feet'}`,
    sides: { L: 'left side', R: 'right side', LR: 'both sides' },
  },
  es: {
    sets: (count) => one(count, 'serie', 'series'),
    reps: (count) => one(count, 'vez', 'veces'),
    setsOf: (sets, reps) => `${one(sets, 'serie', 'series')} de ${reps}`,
    hold: (time) => `mantenga cada una ${time}`,
    lasts: (time) => `durante ${time}`,
    each: (time) => `${time} cada una`,
    seconds: (count) => one(count, 'segundo', 'segundos'),
    minutes: (count) => one(count, 'minuto', 'minutos'),
    load: (amount) => `con ${amount}`,
    band: (color) => `con una banda${color === null ? '' : ` ${colorsInSpanish[color] ?? color}`}`,
    distance: (amount, unit) => one(amount, unit === 'm' ? 'metro' : 'pie', unit === 'm' ? 'metros' : 'pies'),
    sides: { L: 'lado izquierdo', R: 'lado derecho', LR: 'ambos lados' },
  },
};

/**
 * A dose in words for a patient: `3x10x5s @5lb L` is '3 sets of 10, stay 5 seconds each time, with 5 lb, left side'. How
 * much help is needed is left out, it is the clinician's. A text that is no dose stays as it is.
 */
export function doseWords(typed: string | null, language: Language): string {
  if (typed === null) return '';
  const read = parseDose(typed);
  if (read.kind !== 'dose') return read.kind === 'problem' ? typed : '';
  return partsOf(read.dose, says[language]).join(', ');
}

function partsOf(dose: Dose, say: Say): string[] {
  const { HoldSeconds, Seconds, Load, LoadUnit, Distance, DistanceUnit, Side } = dose;
  const parts = [countOf(dose, say)];
  if (HoldSeconds !== null) parts.push(say.hold(timeOf(HoldSeconds, say)));
  if (Seconds !== null) parts.push(parts[0] === '' ? say.lasts(timeOf(Seconds, say)) : say.each(timeOf(Seconds, say)));
  if (Distance !== null) parts.push(say.distance(Distance, DistanceUnit ?? 'm'));
  if (LoadUnit === 'band') parts.push(say.band(typeof Load === 'string' ? Load : null));
  else if (LoadUnit !== null) parts.push(say.load(`${Load} ${LoadUnit}`));
  if (Side !== null) parts.push(say.sides[Side]);
  return parts.filter((part) => part !== '');
}

function countOf({ Sets, Reps }: Dose, say: Say): string {
  if (Sets !== null && Reps !== null) return say.setsOf(Sets, Reps);
  if (Reps !== null) return say.reps(Reps);
  return Sets === null ? '' : say.sets(Sets);
}

function timeOf(seconds: number, say: Say): string {
  return seconds % 60 === 0 ? say.minutes(seconds / 60) : say.seconds(seconds);
}

/** What a counter counts of a dose; each null where the dose does not say it. */
export type Counts = { sets: number | null; reps: number | null; seconds: number | null };

export function countsOf(typed: string | null): Counts {
  const read = typed === null ? null : parseDose(typed);
  if (read?.kind !== 'dose') return { sets: null, reps: null, seconds: null };
  const { Sets, Reps, HoldSeconds, Seconds } = read.dose;
  return { sets: Sets, reps: Reps, seconds: HoldSeconds ?? Seconds };
}
