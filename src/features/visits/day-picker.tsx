import { Button } from '@mantine/core';
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { lazy, Suspense, useState } from 'react';
import { addDays, showDate } from '#contract/base/dates.ts';
import { useShortcut } from '#shared/shortcuts.ts';
import { DropPanel } from '#shared/ui/drop-panel/drop-panel.tsx';

const DateCalendar = lazy(() =>
  import('#shared/ui/date-field/date-calendar.tsx').then((file) => ({ default: file.DateCalendar })),
);

type Props = { day: string; today: string; isShort: boolean; onDay: (day: string) => void };

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** `Thursday, 12 visits` */
export function dayTold(day: string, visits: number): string {
  return `${weekdayOf(day)}, ${visits === 1 ? '1 visit' : `${visits} visits`}`;
}

/** Previous day, the day, next day; the day opens a calendar. */
export function DayPicker({ day, today, isShort, onDay }: Props) {
  const [opened, setOpened] = useState(false);
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  useShortcut('t', 'Today', () => onDay(today));
  useShortcut('[', 'Previous day', () => onDay(addDays(day, -1)));
  useShortcut(']', 'Next day', () => onDay(addDays(day, 1)));
  function pick(picked: string): void {
    setOpened(false);
    button?.focus();
    onDay(picked);
  }
  return (
    <>
      <Button.Group>
        <Button variant="default" w={32} h={32} p={0} aria-label="Previous day" onClick={() => onDay(addDays(day, -1))}>
          <IconChevronLeft size={16} aria-hidden />
        </Button>
        <Button
          ref={setButton}
          variant="default"
          size="sm"
          h={32}
          px={12}
          className="tabular"
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          {dayWords(day, today, isShort)}
        </Button>
        <Button variant="default" w={32} h={32} p={0} aria-label="Next day" onClick={() => onDay(addDays(day, 1))}>
          <IconChevronRight size={16} aria-hidden />
        </Button>
      </Button.Group>
      <DropPanel label="Calendar" anchor={button} opened={opened} onClose={() => setOpened(false)}>
        <Suspense fallback={<div style={{ width: 252, height: 292 }} />}>
          <DateCalendar value={day} limits={{}} onPick={pick} />
        </Suspense>
      </DropPanel>
      {day !== today && (
        <Button variant="subtle" size="compact-sm" h={32} onClick={() => onDay(today)}>
          Today
        </Button>
      )}
    </>
  );
}

/** `Today, Wednesday 11/18/2026`; short `Today, Wed 11/18` */
function dayWords(day: string, today: string, isShort: boolean): string {
  const weekday = weekdayOf(day);
  const words = isShort ? `${weekday.slice(0, 3)} ${showDate(day).slice(0, 5)}` : `${weekday} ${showDate(day)}`;
  return `${day === today ? 'Today, ' : ''}${words}`;
}

function weekdayOf(day: string): string {
  return weekdays[new Date(`${day}T00:00Z`).getUTCDay()] ?? '';
}
