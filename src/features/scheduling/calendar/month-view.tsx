import { useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { addDays, showDate, showTime } from '#contract/base/dates.ts';
import type { MonthDay } from './month-days.ts';
import { monthOf, weekdayOf } from './views.ts';
import classes from './scheduling.module.css';

type Props = {
  days: readonly MonthDay[];
  date: string;
  today: string;
  /** Walking by keys may lead into another month. */
  onDate: (day: string) => void;
  onOpen: (day: string) => void;
  onVisit: (VisitId: string) => void;
};

/** As many as a box has room for; the day has all of them. */
const mostLines = 3;

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** A month by day: a visit opens as everywhere, a day opens its day view. */
export function MonthView({ days, date, today, onDate, onOpen, onVisit }: Props) {
  const table = useRef<HTMLTableElement>(null);
  const hasFocus = useRef(false);
  const most = Math.max(1, ...days.map(({ visits }) => visits));
  useLayoutEffect(() => {
    if (hasFocus.current) table.current?.querySelector<HTMLElement>(`[data-day="${date}"]`)?.focus();
  }, [date, days]);
  function key(event: KeyboardEvent): void {
    const by = event.key in steps ? steps[event.key] : undefined;
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onDate(addDays(date, by));
  }
  const weeks = Array.from({ length: days.length / 7 }, (_, at) => days.slice(at * 7, at * 7 + 7));
  return (
    <table
      ref={table}
      className={classes.month}
      onKeyDown={key}
      onFocus={() => (hasFocus.current = true)}
      onBlur={({ relatedTarget }) => (hasFocus.current = relatedTarget === null)}
    >
      <caption className="visually-hidden">
        {monthOf(date)} {date.slice(0, 4)}: visits of each day
      </caption>
      <thead>
        <tr>
          {(weeks[0] ?? []).map(({ day }) => (
            <th key={day} scope="col" className={classes.weekday}>
              <span className={classes.long}>{weekdayOf(day)}</span>
              <span className={classes.short} aria-hidden>
                {weekdayOf(day).slice(0, 1)}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]?.day}>
            {week.map((each) => (
              <td
                key={each.day}
                className={`${each.isOther ? classes.other : ''} ${each.isUnknown ? classes.unknown : ''}`}
              >
                <button
                  type="button"
                  data-day={each.day}
                  tabIndex={each.day === date ? 0 : -1}
                  className={`${classes.monthDay} ${each.day === today ? classes.monthToday : ''}`}
                  aria-current={each.day === today ? 'date' : undefined}
                  onClick={() => onOpen(each.day)}
                >
                  <span className={classes.number}>{Number(each.day.slice(8))}</span>
                  <span className="visually-hidden">{dayWords(each, today)}</span>
                  {each.holidays.map((name) => (
                    <span key={name} className={classes.holidayName}>
                      {name}
                    </span>
                  ))}
                  {each.isUnknown && <span className={`${classes.gone} ${classes.long}`}>Not on this device</span>}
                  {each.visits > 0 && (
                    <span className={classes.count}>
                      {each.visits} <span className={classes.long}>{each.visits === 1 ? 'visit' : 'visits'}</span>
                    </span>
                  )}
                  {each.gone > 0 && (
                    <span className={`${classes.gone} ${classes.long}`}>{each.gone} canceled or no-show</span>
                  )}
                  {each.visits > 0 && (
                    <span className={classes.load} style={{ width: `${(each.visits / most) * 100}%` }} aria-hidden />
                  )}
                </button>
                {each.lines.length > 0 && (
                  <ul
                    className={`${classes.monthVisits} ${classes.wide}`}
                    aria-label={`Visits of ${showDate(each.day)}`}
                  >
                    {each.lines.slice(0, mostLines).map((line) => (
                      <li key={line.VisitId}>
                        <button
                          type="button"
                          className={classes.monthVisit}
                          // Tab leads into the day where the keys are, not through all visits of the month.
                          tabIndex={each.day === date ? 0 : -1}
                          onClick={() => onVisit(line.VisitId)}
                        >
                          <span className={classes.monthTime}>{showTime(line.Start)}</span> {line.name}
                        </button>
                      </li>
                    ))}
                  </ul>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What the figure of a day leaves to be said; the other words of the box stand after it. */
function dayWords({ day, isUnknown, visits }: MonthDay, today: string): string {
  const none = visits === 0 && !isUnknown ? ' no visits' : '';
  return `, ${weekdayOf(day)} ${showDate(day)}${day === today ? ', today' : ''},${none} `;
}
