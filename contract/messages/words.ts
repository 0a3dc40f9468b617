import { showTime } from '../base/dates.ts';
import type { NewsKind } from './news.ts';

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = 'January February March April May June July August September October November December'.split(' ');

/** `Monday, November 23 at 10:15 AM` */
export function whenWords(wall: string): string {
  const weekday = weekdays[new Date(`${wall.slice(0, 10)}T00:00Z`).getUTCDay()] ?? '';
  return `${weekday}, ${months[Number(wall.slice(5, 7)) - 1] ?? ''} ${Number(wall.slice(8, 10))} at ${showTime(wall)}`;
}

export type NewsLine = { Kind: NewsKind; Start: string; before: string | null };

/** More stand in no text message. */
const mostLines = 6;

/** What is told of one visit or several. Day and time alone: what for is nobody's who reads over a shoulder. */
export function newsText(lines: readonly NewsLine[]): string {
  const [first] = lines;
  if (lines.length === 1 && first) return `Your visit ${sentenceOf(first)}`;
  const told = lines.slice(0, mostLines).map((line) => `- ${whenOf(line)}`);
  const left = lines.length - told.length;
  return `Updates on your ${lines.length} visits:\n${told.join('\n')}${left > 0 ? `\nand ${left} more. Call us for the whole list.` : ''}`;
}

function sentenceOf({ Kind, Start, before }: NewsLine): string {
  if (Kind === 'booked') return `is booked for ${whenWords(Start)}.`;
  if (Kind === 'cancelled') return `on ${whenWords(before ?? Start)} is canceled.`;
  if (before === null || before === Start) return `on ${whenWords(Start)} is now at this clinic.`;
  return `on ${whenWords(before)} is moved to ${whenWords(Start)}.`;
}

function whenOf({ Kind, Start, before }: NewsLine): string {
  if (Kind === 'booked') return `${whenWords(Start)} is booked`;
  if (Kind === 'cancelled') return `${whenWords(before ?? Start)} is canceled`;
  return `${whenWords(before ?? Start)} is moved to ${whenWords(Start)}`;
}

/** Subjects stand on locked screens: the clinic and no more. */
export function newsSubject(lines: readonly NewsLine[], clinic: string): string {
  const [first] = lines;
  if (lines.length !== 1 || !first) return `Your visits at ${clinic}`;
  return `Your visit at ${clinic} is ${first.Kind === 'cancelled' ? 'canceled' : first.Kind}`;
}

export function reminderText(Start: string): string {
  return `This is a reminder of your visit on ${whenWords(Start)}.`;
}

/** With the link to the forms of a visit. */
export const intakeMessages = {
  first: (Start: string) => `Please fill in your forms before your visit on ${whenWords(Start)}.`,
  again: 'Your forms are not finished. Your answers are saved.',
} as const;

/** With the link to a survey. */
export const surveyMessages = { care: 'How was your care? Three short questions.' } as const;
