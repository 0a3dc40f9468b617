import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { showDate } from '#contract/base/dates.ts';
import { ActionMenu } from '#shared/ui/action-menu/action-menu.tsx';
import { Ghost } from './grid/ghost.tsx';
import type { Held } from './grid/grid-types.ts';
import { timeWords, titleWords } from './grid/words.ts';
import type { MonthDay } from './month-days.ts';
import { shortDay, weekdayOf } from './views.ts';
import classes from './scheduling.module.css';

type Props = {
  of: MonthDay;
  today: string;
  /** The day whose buttons Tab leads into. */
  isStop: boolean;
  /** Of the visits of the fullest day, from 0 to 1. */
  share: number;
  /** The visit in the hand, where it came from here or would come here. */
  held: Held | null;
  onOpen: (day: string) => void;
  onVisit: (VisitId: string) => void;
  onBook: ((day: string) => void) | undefined;
  bookWord: string;
};

/** As many as a box has room for; `more` has the whole list. */
const mostLines = 3;

/** One day of a month. */
export function MonthBox({ of: each, today, isStop, share, held, onOpen, onVisit, onBook, bookWord }: Props) {
  const { day, lines } = each;
  // Tab leads into the day where the keys are, not through all visits of the month.
  const tabIndex = isStop ? 0 : -1;
  const drawn = lines.slice(0, mostLines);
  const isGoal = held !== null && held.column === day && held.from !== day;
  return (
    <td
      data-cell={day}
      data-off={each.isOff || undefined}
      className={[
        each.isOther && classes.other,
        each.isOff && classes.off,
        each.isUnknown && classes.unknown,
        onBook && classes.bookable,
      ]
        .filter(Boolean)
        .join(' ')}
    >
      <div className={classes.monthHead}>
        <button
          type="button"
          data-day={day}
          tabIndex={tabIndex}
          className={`${classes.monthDay} ${day === today ? classes.monthToday : ''}`}
          aria-current={day === today ? 'date' : undefined}
          onClick={() => onOpen(day)}
        >
          <DayFigures of={each} today={today} />
        </button>
        {onBook && (
          <button
            type="button"
            className={`${classes.bookDay} ${classes.wide}`}
            tabIndex={tabIndex}
            aria-label={`${bookWord} on ${showDate(day)}`}
            onClick={() => onBook(day)}
          >
            <IconPlus size={16} stroke={1.75} aria-hidden />
          </button>
        )}
      </div>
      {lines.length > 0 && (
        <ul className={`${classes.monthVisits} ${classes.wide}`} aria-label={`Visits of ${showDate(day)}`}>
          {drawn.map((line) => (
            <li key={line.id}>
              <button
                type="button"
                data-event={line.id}
                className={`${classes.monthVisit} ${held?.id === line.id ? classes.lifted : ''}`}
                tabIndex={tabIndex}
                onClick={() => onVisit(line.id)}
              >
                <span className={classes.monthTime}>{timeWords(line.start)}</span> {line.title}
                {line.apart && (
                  <>
                    <span className={classes.monthApart} aria-hidden>
                      {line.apartShort}
                    </span>
                    <span className="visually-hidden">{line.apart}</span>
                  </>
                )}
              </button>
            </li>
          ))}
          {lines.length > mostLines && (
            <li>
              <ActionMenu
                className={classes.monthMore}
                tabIndex={tabIndex}
                entries={[
                  { kind: 'heading', key: 'day', label: `${weekdayOf(day)} ${showDate(day)}` },
                  ...lines.map((line) => ({
                    kind: 'item' as const,
                    key: line.id,
                    label: `${timeWords(line.start)} ${titleWords(line)}`,
                    onChoose: () => onVisit(line.id),
                  })),
                ]}
              >
                {lines.length - mostLines} more<span className="visually-hidden"> on {showDate(day)}</span>
              </ActionMenu>
            </li>
          )}
        </ul>
      )}
      {each.visits > 0 && <span className={classes.load} style={{ width: `${share * 100}%` }} aria-hidden />}
      {isGoal && <Ghost held={held} place={shortDay(day)} style={{ top: 28, left: 2, right: 4 }} />}
    </td>
  );
}

function DayFigures({ of: each, today }: { of: MonthDay; today: string }) {
  return (
    <>
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
      {each.gone > 0 && <span className={`${classes.gone} ${classes.long}`}>{each.gone} canceled or no-show</span>}
    </>
  );
}

/** What the figure of a day leaves to be said; the other words of the box stand after it. */
function dayWords({ day, isUnknown, isOff, visits }: MonthDay, today: string): string {
  const none = visits === 0 && !isUnknown ? ' no visits' : '';
  const off = isOff ? ', no hours' : '';
  return `, ${weekdayOf(day)} ${showDate(day)}${off}${day === today ? ', today' : ''},${none} `;
}
