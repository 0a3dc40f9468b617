import { addDays, wallTimeIn } from '../base/dates.ts';

/** From how many days with data on a code is billed for 30 days, and in which service dates. */
type RtmFigure = { code: string; least: number; most: number | null; from: string; source: string };

const supply = 'CPT, remote therapeutic monitoring, device supply for the musculoskeletal system, each 30 days';

export const rtmFigures: readonly RtmFigure[] = [
  { code: '98977', least: 16, most: null, from: '2022-01-01', source: supply },
  { code: '98985', least: 2, most: 15, from: '2026-01-01', source: `${supply}, 2 to 15 days` },
];

const windowDays = 30;
/** A day counts that reaches the clinic so soon; known in the trade, and not found at a source. */
const receivedWithinDays = 7;

type Logged = { day: string; receivedAt: string };
type Episode = { From: string; Until: string | null };

export type RtmWindow = {
  /** First and last day. */
  from: string;
  to: string;
  /** Different days with data. */
  days: number;
  /** What its days allow to bill so far; null for nothing. */
  code: string | null;
  /** No day of it is to come, and none can arrive in time any more. */
  isOver: boolean;
};

/** The windows of 30 days of an episode up to a day, the first one first; one that its end cuts short is not billed. */
export function rtmWindows(
  { From, Until }: Episode,
  logs: readonly Logged[],
  { today, timeZone, figures = rtmFigures }: { today: string; timeZone: string; figures?: readonly RtmFigure[] },
): RtmWindow[] {
  const counted = new Set(logs.filter((log) => isInTime(log, timeZone)).map(({ day }) => day));
  const windows: RtmWindow[] = [];
  const last = Until !== null && Until < today ? Until : today;
  for (let from = From; from <= last; from = addDays(from, windowDays)) {
    const whole = addDays(from, windowDays - 1);
    const to = Until !== null && Until < whole ? Until : whole;
    const days = [...counted].filter((day) => day >= from && day <= to).length;
    const code = to === whole ? codeOf(days, to, figures) : null;
    windows.push({ from, to, days, code, isOver: addDays(to, receivedWithinDays) < today });
  }
  return windows;
}

function isInTime({ day, receivedAt }: Logged, timeZone: string): boolean {
  return wallTimeIn(timeZone, new Date(receivedAt)).slice(0, 10) <= addDays(day, receivedWithinDays);
}

function codeOf(days: number, on: string, figures: readonly RtmFigure[]): string | null {
  const found = figures.find(({ least, most, from }) => from <= on && days >= least && (most === null || days <= most));
  return found?.code ?? null;
}
