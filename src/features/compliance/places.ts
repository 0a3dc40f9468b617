import type { CSSProperties } from 'react';
import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays';
import { parseISO } from 'date-fns/parseISO';
import { addDays } from '#contract/base/dates.ts';
import type { Ribbon } from '#contract/compliance/ribbon.ts';

type Places = { marks: CSSProperties[]; today: string | null };

/** Dots of one day stand beside each other: none hides another, or takes its press. */
const besidePx = 24;

/** Where plans and dots stand on the line, in percent of its days: a week more than all there is, today among it. */
export function placesOn({ bars, dots }: Pick<Ribbon, 'bars' | 'dots'>, today: string): Places {
  const days = [
    ...bars.flatMap(({ from, to }) => [from, to ?? addDays(from, 90)]),
    ...dots.map(({ on }) => on),
    today,
  ].toSorted();
  const first = addDays(days[0] ?? today, -7);
  const last = addDays(days.at(-1) ?? today, 7);
  const all = daysBetween(first, last);
  const at = (day: string) => `${round((daysBetween(first, day) / all) * 100)}%`;
  return {
    marks: [
      ...bars.map(({ from, to }) => ({
        insetInlineStart: at(from),
        width: `${round(((daysBetween(from, to ?? last) + 1) / all) * 100)}%`,
      })),
      ...dots.map(({ on }, place) => {
        const before = dots.slice(0, place).filter((dot) => dot.on === on).length;
        return { insetInlineStart: before === 0 ? at(on) : `calc(${at(on)} + ${before * besidePx}px)` };
      }),
    ],
    today: at(today),
  };
}

function daysBetween(from: string, to: string): number {
  return differenceInCalendarDays(parseISO(to), parseISO(from));
}

const round = (value: number) => Math.round(value * 100) / 100;
