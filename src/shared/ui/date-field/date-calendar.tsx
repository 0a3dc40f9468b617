import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.css';
import { use } from 'react';
import { userSettingsFrom } from '#contract/settings/settings.ts';
import { SignedInContext } from '../../session.ts';
import type { DateLimits } from './date-text.ts';
import { refusedDate } from './date-text.ts';
import classes from './date-field.module.css';

type DateCalendarProps = { value: string | null; limits: DateLimits; onPick: (date: string) => void };

const controlNames = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
};

/** The month view behind a date field; loaded when first opened. Closed days are hidden (spec 5). */
export function DateCalendar({ value, limits, onPick }: DateCalendarProps) {
  // Also where nobody is signed in.
  const preferences = use(SignedInContext)?.setup.currentUser.Preferences ?? {};
  const hasClosed = Boolean(limits.closedPeriodEnd);
  return (
    <div title={hasClosed ? 'Select a date outside the highlighted dates.' : undefined}>
      <DatePicker
        value={value}
        {...(value ? { defaultDate: value } : {})}
        firstDayOfWeek={userSettingsFrom(preferences).week_starts_on}
        ariaLabels={controlNames}
        weekendDays={[]}
        onChange={(date) => date && onPick(date)}
        getDayProps={(date) => {
          const refused = refusedDate(date, limits) !== null;
          return refused ? { disabled: true, className: classes['closed'] ?? '' } : {};
        }}
      />
    </div>
  );
}
