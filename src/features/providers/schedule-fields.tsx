import { Button } from '@mantine/core';
import { weekdays } from '#contract/providers/provider-fields.ts';
import type { ScheduleBlock } from '#contract/providers/schedule-blocks.ts';
import type { FacilityOption } from '#shared/facility-options.ts';
import { DayHours } from '#shared/ui/day-hours/day-hours.tsx';
import part from '#shared/ui/part/part.module.css';

export type Option = { value: string; label: string };
type Week = ScheduleBlock[][];
type Props = { value: Week; facilities: readonly FacilityOption[]; onChange: (value: Week) => void };

/** When and where somebody works, by weekday: several times a day, each at a facility. */
export function ScheduleFields({ value, facilities, onChange }: Props) {
  const setDay = (at: number, day: ScheduleBlock[]) =>
    onChange(value.map((each, place) => (place === at ? day : each)));
  const monday = value[1] ?? [];
  const isCopied = [2, 3, 4, 5].every((at) => JSON.stringify(value[at]) === JSON.stringify(monday));
  return (
    <fieldset className={part.fields}>
      <legend>Weekly schedule</legend>
      {weekdays.map((name, at) => (
        <DayHours
          key={name}
          name={name}
          day={value[at] ?? []}
          facilities={facilities}
          onChange={(day) => setDay(at, day)}
        />
      ))}
      {monday.length > 0 && !isCopied && (
        <Button
          variant="default"
          size="xs"
          mt="xs"
          onClick={() => onChange(value.map((day, at) => (at >= 2 && at <= 5 ? structuredClone(monday) : day)))}
        >
          Monday’s times from Tuesday to Friday
        </Button>
      )}
    </fieldset>
  );
}
