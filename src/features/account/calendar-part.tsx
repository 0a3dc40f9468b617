import { Select } from '@mantine/core';
import { settings, userSettingsFrom } from '#contract/settings/settings.ts';
import { WeekStart } from '#contract/settings/week-start.ts';
import { usePreferences } from '#shared/preferences.ts';
import classes from './account.module.css';

const { label, help, choices } = settings.week_starts_on;
const days = choices.map((one) => ({ value: String(one.value), label: one.label }));

/** The settings of scope user; they go through the outbox like every preference, also without a network. */
export function CalendarPart() {
  const [preferences, save] = usePreferences();
  const { week_starts_on } = userSettingsFrom(preferences);
  const choose = (day: string | null) => save({ week_starts_on: WeekStart.parse(Number(day)) });
  return (
    <section className={classes.part} aria-labelledby="account-calendar">
      <h2 className={classes.heading} id="account-calendar">
        Calendar
      </h2>
      <Select
        label={label}
        description={help}
        data={days}
        value={String(week_starts_on)}
        allowDeselect={false}
        maw={240}
        onChange={(day) => void choose(day)}
      />
    </section>
  );
}
